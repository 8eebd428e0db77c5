import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Engine } from '../../src/core/engine.ts';
import { beginFormat } from '../../src/indexing/index-format.ts';
import { experienceInputSchema, resolutionSchema } from '../../src/knowledge/experiences/experience.ts';
import { resolveExperience, startExperience } from '../../src/knowledge/experiences/experiences.ts';
import { memoryInputSchema } from '../../src/knowledge/memories/memory.ts';
import { remember } from '../../src/knowledge/memories/remember.ts';
import { clusterValues } from '../../src/knowledge/values/values.ts';
import { sampleCommit, sampleFile } from '../contracts/store-samples.ts';
import { DAY, NOW, openTestEngine } from './open-test-engine.ts';

const CAUSES = [
  ['upload', 'two tests share the upload folder', 'Give every test its own upload folder'],
  [
    'upload',
    'the upload mock answers before the stream ends',
    'Wait for the stream to end before checking the upload',
  ],
  ['login', 'the proxy strips the login cookie', 'Look at login headers behind the proxy first'],
] as const;

/** A project with something in each of the five sources, all about uploads and logins. */
export async function openFilledEngine(): Promise<Engine> {
  const engine = openTestEngine();
  const index = (await engine.store()).index(engine.scope);
  const files = [
    sampleFile('src/upload.ts', [
      { name: 'uploadFile', body: 'return storeUpload(openUploadStream()) // a test fails without it' },
      { name: 'purgeUploads', body: 'return removeUpload(everyOldUpload())' },
    ]),
    sampleFile('src/login.ts', [{ name: 'loginUser', body: 'setCookie(session)' }]),
  ];
  await beginFormat(index);
  await index.putFiles(files);
  for (const { file, chunks } of files) {
    const path = join(engine.root, file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, chunks.map(({ text }) => text).join('\n'));
  }
  await index.putCommits(
    Array.from({ length: 8 }, (_, day) =>
      sampleCommit({
        sha: `${day}abcdef0123`,
        message: day % 2 === 0 ? `Fix upload retry ${day}` : `Add upload option ${day}`,
        time: NOW - day * DAY,
        files: [
          { path: 'src/upload.ts', insertions: 3, deletions: 1 },
          { path: 'src/retry.ts', insertions: 1, deletions: 0 },
        ],
      }),
    ),
  );
  for (const content of [
    'Uploads go to the eu-west bucket',
    'Logins expire after 30 minutes',
    'The upload limit is 20 MB',
  ]) {
    await remember(engine, memoryInputSchema.parse({ content }), { now: NOW });
  }
  for (let index = 0; index < 15; index++) await fail(engine, index);
  await clusterValues(engine, { axis: 'root_cause', now: NOW });
  return engine;
}

/** One failed attempt; `index` decides its theme. */
export async function fail(engine: Engine, index: number): Promise<string> {
  const [area, cause, lesson] = CAUSES[index % CAUSES.length]!;
  const { id } = await startExperience(
    engine,
    experienceInputSchema.parse({
      domain: area === 'upload' ? 'testing' : 'security',
      strategy: index % 2 === 0 ? 'trial-and-error' : 'read-the-error',
      goal: `Make ${area} test ${index} pass`,
      hypothesis: `The ${area} timeout of ${index + 5} s is too short`,
      action: `Raise the ${area} timeout in run ${index}`,
      prediction: `Run ${index} of the ${area} test passes`,
      session: `session-${index}`,
    }),
    NOW - index * DAY,
  );
  const resolution = resolutionSchema.parse({
    outcome: 'falsified',
    result: `The ${area} test failed again in run ${index}`,
    surprise: `In run ${index} ${cause}`,
    rootCause: area === 'upload' ? 'test-isolation' : 'wrong-assumption',
    rootCauseDetail: cause,
    lesson: { whatWorked: lesson },
    captured: index % 5 === 0,
  });
  await resolveExperience(engine, id, resolution, NOW - index * DAY);
  return id;
}
