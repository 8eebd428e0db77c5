import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/core/engine.ts';
import { APPROACHES, DOMAINS } from '../../src/core/vocabulary.ts';
import { experienceInputSchema, resolutionSchema } from '../../src/knowledge/experiences/experience.ts';
import { resolveExperience, startExperience } from '../../src/knowledge/experiences/experiences.ts';
import { clusterValues } from '../../src/knowledge/values/values.ts';
import { premortem } from '../../src/operations/assemble.ts';
import { runOperation } from '../../src/operations/run-operation.ts';
import { openFilledEngine } from './filled-engine.ts';
import { NOW, openTestEngine } from './open-test-engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openFilledEngine();
});
afterAll(() => engine.close());

const call = { now: NOW, signal: new AbortController().signal, progress: () => undefined };
const ask = (input: object) =>
  runOperation(engine, premortem, { maxTokens: 3000, sourceTimeout: 30_000, ...input }, call);

describe('premortem', () => {
  it('puts the section with the best item first, cites each item, and says how much it rests on', async () => {
    const { context, items } = await ask({
      domain: 'testing',
      strategy: 'trial-and-error',
      task: 'upload test fails',
      files: ['src/upload.ts'],
    });
    expect(context).toMatch(/^# Premortem: upload test fails with trial-and-error\n/);
    const sections = context.split(/^(?=## )/m).slice(1);
    const best = sections.map((section) =>
      Math.max(
        ...items
          .filter(({ citation }) => citation !== undefined && section.includes(citation))
          .map(({ relevance }) => relevance),
      ),
    );
    expect(best.every((score) => score > 0)).toBe(true);
    expect(best).toEqual([...best].sort((one, other) => other - one));
    const headings = sections.map((section) => /^## (.+)$/m.exec(section)?.[1]);
    expect(new Set(headings).size).toBe(headings.length);
    expect(headings).toEqual(
      expect.arrayContaining(['Unexpected Outcomes', 'Relevant Principles', 'Evidence from History']),
    );
    expect(context).toMatch(/Based on \d+ past experiences?\n?$/);
    for (const block of context.split(/\n\n(?=> )/).slice(1)) expect(block).toMatch(/^> \[[a-z]{3}-/);
  });

  it('keeps to the domain, and to the strategy when one is given', async () => {
    const { items } = await ask({ domain: 'security' });
    const records = (await engine.store()).records(engine.scope);
    for (const { id } of items.filter(({ source }) => source === 'experience')) {
      expect((await records.get('experience', id))?.body['domain']).toBe('security');
    }
    expect((await ask({ domain: 'security' })).context).not.toContain('Strategy Performance');
  });

  it('asks every sort of work when no domain is given, and is named after the task', async () => {
    const { context, items } = await ask({
      task: 'make the upload folder and the login headers right',
      limit: 50,
    });
    expect(context).toMatch(/^# Premortem: make the upload folder and the login headers right\n/);
    const records = (await engine.store()).records(engine.scope);
    const domains = new Set<unknown>();
    for (const { id } of items.filter(({ source }) => source === 'experience'))
      domains.add((await records.get('experience', id))?.body['domain']);
    expect(domains.size).toBeGreaterThan(1);
  });

  it('looks up the history of the files a task is about when it names none', async () => {
    const { context } = await ask({ task: 'the old uploads are purged too early' });
    expect(context).toMatch(/Fixed before in src\/upload\.ts: Fix upload retry 0/);
    expect((await ask({ task: 'rotate the kubernetes certificates' })).context).not.toContain('Fixed before');
  });

  it('asks what it is about when nothing is given', async () => {
    await expect(ask({})).rejects.toThrow(/Say what you are about to do, or give a domain or files/);
  });

  it('evidence names fixes, churn and companions of the files, with commits', async () => {
    const { context } = await ask({ domain: 'testing', files: ['upload.ts'] });
    expect(context).toMatch(/Fixed before in src\/upload\.ts: Fix upload retry 0 \(0abcdef\)/);
    expect(context).toMatch(/src\/upload\.ts changed in 8 commits .* 4 of the last 8 were fixes/);
    expect(context).toMatch(/src\/retry\.ts usually changes with src\/upload\.ts \(8 commits, 100 %\)/);
  });

  it('files nobody indexed are told of', async () => {
    const { warnings } = await ask({ domain: 'testing', files: ['src/nowhere.ts'] });
    expect(warnings).toEqual(['History says nothing of src/nowhere.ts: not indexed.']);
  });

  it('where nothing is clearly about the task it says so, with the nearest and what recurs', async () => {
    const own = openTestEngine();
    for (let index = 0; index < 12; index++) {
      const story = index % 2 === 0 ? 'the proxy strips the cookie' : 'two tests share a temporary folder';
      const { id } = await startExperience(
        own,
        experienceInputSchema.parse({
          domain: 'testing',
          strategy: 'trial-and-error',
          goal: `Case ${index} where ${story}`,
          hypothesis: `A limit of ${index} seconds is too short`,
          action: `Raise it to ${index + 10} seconds`,
          prediction: `Run ${index} passes`,
          session: `s${index}`,
        }),
        NOW,
      );
      await resolveExperience(
        own,
        id,
        resolutionSchema.parse({
          outcome: 'falsified',
          result: `Run ${index} failed`,
          surprise: `In run ${index} ${story}`,
          rootCause: 'wrong-assumption',
          lesson: { whatWorked: `Look first whether ${story}` },
        }),
        NOW,
      );
    }
    await clusterValues(own, { axis: 'full', now: NOW });
    const asked = (input: object) => runOperation(own, premortem, { maxTokens: 3000, ...input }, call);
    const doubtful = await asked({ task: 'rotate kubernetes certificates' });
    expect(doubtful.context).toContain('## Recurring in This Project');
    expect(doubtful.context).toMatch(/Look first whether/);
    // The nearest record of a task that nothing is about says less than what recurs, so it stands last.
    const [first] = doubtful.items;
    expect(first?.source).toBe('value');
    if (doubtful.items.some(({ source }) => source === 'experience'))
      expect(doubtful.context).toContain(
        'Nothing recorded is clearly about this. What went wrong most often',
      );
    // A domain nobody recorded anything in is no wall.
    expect((await asked({ domain: 'documentation' })).context).toContain('## Recurring in This Project');
    const clear = await asked({ task: 'the proxy strips the cookie of the new login' });
    expect(clear.context).not.toContain('Nothing recorded is clearly about this');
    await own.close();
  });

  it('a project without any record gives an empty text', async () => {
    const empty = openTestEngine();
    const asked = { task: 'rotate the certificates', maxTokens: 3000 };
    expect(await runOperation(empty, premortem, asked, call)).toMatchObject({ context: '', tokenCount: 0 });
    await empty.close();
  });

  it('never exceeds its budget and never shows an experience twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 2500 }),
        fc.constantFrom(...DOMAINS),
        fc.option(fc.constantFrom(...APPROACHES), { nil: undefined }),
        async (maxTokens, domain, strategy) => {
          const result = await ask({ domain, strategy, maxTokens, files: ['src/upload.ts'] });
          const counter = await engine.counter('o200k_base');
          expect(counter.count(result.context)).toBeLessThanOrEqual(maxTokens);
          const shown = result.items.map(({ id }) => id);
          expect(new Set(shown).size).toBe(shown.length);
        },
      ),
      { numRuns: 40 },
    );
  });
});
