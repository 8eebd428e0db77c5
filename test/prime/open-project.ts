import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createPrimeCache } from '../../src/conversation/prime-cache.ts';
import type { Engine } from '../../src/core/engine.ts';
import { openEngine } from '../../src/open-engine.ts';
import { type SampleFunction, sampleFile } from '../contracts/store-samples.ts';

export type Project = Readonly<Record<string, readonly SampleFunction[]>>;

export const PROJECT: Project = {
  'src/upload.ts': [
    { name: 'uploadFile', body: 'retry the upload with backoff until the bucket accepts it' },
    { name: 'splitParts', body: 'split a large file into parts of equal size' },
  ],
  'src/retry.ts': [{ name: 'retryWithBackoff', body: 'wait twice as long after every failure' }],
  'src/http/server.ts': [{ name: 'startServer', body: 'listen on the port and answer requests' }],
  'src/http/routes.ts': [{ name: 'addRoutes', body: 'map every path to its handler' }],
  'docs/guide.ts': [{ name: 'guide', body: 'how to configure the bucket and the region' }],
};

export interface OpenProject {
  readonly engine: Engine;
  readonly root: string;
  readonly clock: { now: number };
  readonly context: () => { now: number; signal: AbortSignal; progress: () => void };
  readonly close: () => Promise<void>;
}

/** A small project on disk and in the index of a real store. */
export async function openProject(project: Project = PROJECT): Promise<OpenProject> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-prime-'));
  const root = join(folder, 'project');
  const files = Object.entries(project).map(([path, functions]) => sampleFile(path, functions));
  for (const { file, chunks } of files) {
    const place = join(root, file.path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, `${chunks.map(({ text }) => text).join('\n')}\n`);
  }
  const opened = openEngine({
    root,
    environment: {},
    settings: { store: join(folder, 'store.sqlite'), project: 'sample' },
  });
  const engine: Engine = { ...opened, primeCache: createPrimeCache() };
  await (await engine.store()).index(engine.scope).putFiles(files);
  const clock = { now: 1_700_000_000_000 };
  return {
    engine,
    root,
    clock,
    context: () => ({ now: clock.now, signal: new AbortController().signal, progress: () => undefined }),
    close: async () => {
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
