import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { assembleItems } from '../../src/context/assemble-items.ts';
import { type PrimeMaterial, planTurn } from '../../src/conversation/prime.ts';
import { assembleOptionsSchema } from '../../src/core/context.ts';
import type { Engine } from '../../src/core/engine.ts';
import { forOwner } from '../../src/core/engine.ts';
import { type EntityType, FORMATS, SELECTIONS, type SourceKind } from '../../src/core/vocabulary.ts';
import { library } from '../../src/operations/registry.ts';
import { runOperation } from '../../src/operations/run-operation.ts';
import { chunkId } from '../contracts/store-samples.ts';
import { type OpenProject, openProject, PROJECT } from './open-project.ts';

const opened: OpenProject[] = [];
afterEach(async () => {
  for (const project of opened.splice(0)) await project.close();
});

async function open() {
  const project = await openProject();
  opened.push(project);
  const { engine, context } = project;
  return {
    ...project,
    prime: (input: { message: string; [option: string]: unknown }, as: Engine = engine) =>
      runOperation(as, library.prime, input, context()),
    createThread: (title: string, as: Engine = engine) =>
      runOperation(as, library.threadCreate, { title }, context()),
    say: (thread: string, content: string) =>
      runOperation(engine, library.threadMessage, { thread, content }, context()),
    judge: (item: string, verdict = 'useful') =>
      runOperation(engine, library.feedback, { items: [item], verdict }, context()),
  };
}

describe('the context of a turn', () => {
  it('holds the code a message asks about, with citations', async () => {
    const { prime } = await open();
    const turn = await prime({ message: 'How does the upload retry with backoff?' });
    expect(turn.context).toContain('uploadFile');
    expect(turn.citations.length).toBe(turn.items.length);
    expect(turn.counts.search).toBeGreaterThan(0);
    expect(turn.stats.millisecondsPerStage).toHaveProperty('score');
  });

  it('says that the reserve for the system prompt leaves nothing of a small budget', async () => {
    const { prime } = await open();
    const turn = await prime({ message: 'How does the upload retry with backoff?', maxTokens: 400 });
    expect(turn.context).toBe('');
    expect(turn.warnings.join()).toContain('Of maxTokens (400) the system prompt keeps reserveTokens (500)');
  });

  it('puts what the message points at before everything else', async () => {
    const { prime } = await open();
    const turn = await prime({ message: 'retry upload backoff, see @src/http/routes.ts' });
    expect(turn.items[0]).toMatchObject({ source: 'reference', name: 'src/http/routes.ts' });
    expect(turn.items.length).toBeGreaterThan(1);
  });

  it('prints every one of many references, although they are all of one type', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `lib/part-${index}.ts`);
    const parts = names.map((path, index) => [
      path,
      [{ name: `part${index}`, body: `does the work of ${path}` }],
    ]);
    const project = await openProject({ ...PROJECT, ...Object.fromEntries(parts) });
    opened.push(project);
    const message = `retry ${names.map((path) => `@${path}`).join(' ')}`;
    const turn = await runOperation(project.engine, library.prime, { message }, project.context());
    const printed = turn.items.filter(({ source }) => source === 'reference').map(({ name }) => name);
    expect(printed.sort()).toEqual(names.sort());
  });

  it('points at lines of a file', async () => {
    const { prime } = await open();
    const turn = await prime({ message: '@src/upload.ts:4-6', surroundingLines: 0 });
    expect(turn.items[0]?.location).toMatchObject({ path: 'src/upload.ts', startLine: 4, endLine: 6 });
  });

  it('lists a folder that is pointed at', async () => {
    const { prime } = await open();
    const turn = await prime({ message: 'what is in @src/http/ ?' });
    expect(turn.context).toContain('src/http/routes.ts');
    expect(turn.items[0]).toMatchObject({ source: 'reference', name: 'src/http/' });
  });

  it('finds the best of a folder whose name has signs of globs', async () => {
    const page = [{ name: 'renderSlug', body: 'return slug.trim();' }];
    const project = await openProject({ ...PROJECT, 'app/[slug]/page.ts': page });
    opened.push(project);
    const message = 'render the slug in @"app/[slug]/"';
    const turn = await runOperation(project.engine, library.prime, { message }, project.context());
    expect(turn.counts.explicit).toBe(2);
  });

  it('gives the latest messages of a thread that is pointed at', async () => {
    const { prime, createThread, say } = await open();
    const { id } = await createThread('Deploy plan');
    await say(id, 'We deploy on Fridays.');
    const turn = await prime({ message: 'what was the plan in @thread:deploy-plan ?' });
    expect(turn.context).toContain('We deploy on Fridays.');
  });

  it('warns of what is not in the index and reads nothing else', async () => {
    const { prime, root } = await open();
    writeFileSync(join(root, 'hidden.txt'), 'not indexed');
    const turn = await prime({ message: '@hidden.txt @../../etc/passwd @/etc/passwd' });
    expect(turn.context).not.toContain('not indexed');
    expect(turn.counts.explicit).toBe(0);
    expect(turn.warnings.filter((warning) => warning.includes('not in the index'))).toHaveLength(3);
  });

  it('holds what was said, and not the message it answers', async () => {
    const { prime, createThread, say } = await open();
    const { id } = await createThread('Talk');
    await say(id, 'The bucket is in Frankfurt.');
    await say(id, 'Where is the bucket?');
    const turn = await prime({ thread: id, message: 'Where is the bucket?' });
    expect(turn.context).toContain('Frankfurt');
    expect(turn.counts.history).toBe(1);
  });

  it('finds the best older messages of a long conversation', async () => {
    const { prime, createThread, say } = await open();
    const { id } = await createThread('Long talk');
    await say(id, 'The zebra password policy was decided on Monday.');
    for (let index = 0; index < 40; index++) await say(id, `Small talk number ${index}.`);
    const turn = await prime({ thread: id, message: 'What about the zebra policy?' });
    expect(turn.context).toContain('zebra password policy');
    expect(turn.counts.history).toBe(20);
  });

  it('shows what was useful lately, and why it counts more', async () => {
    const { prime, judge } = await open();
    const id = chunkId('src/http/server.ts', 'startServer');
    for (let times = 0; times < 3; times++) await judge(id);
    const turn = await prime({ message: 'something quite different' });
    const item = turn.items.find((each) => each.id === id);
    expect(item?.reasons).toContainEqual({ rule: 'usage', score: 0.03, detail: 'useful 3' });
    expect(turn.counts.recent).toBe(1);
  });

  it('answers from the other sources when one fails', async () => {
    const { engine, prime } = await open();
    const store = await engine.store();
    const failing: Engine = {
      ...engine,
      store: async () => ({
        ...store,
        index: (scope) => ({
          ...store.index(scope),
          matchTerms: async () => {
            throw new Error('disk on fire');
          },
        }),
      }),
    };
    const turn = await prime({ message: '@src/retry.ts retry' }, failing);
    expect(turn.items[0]?.name).toBe('src/retry.ts');
    expect(turn.warnings.join()).toContain('disk on fire');
  });

  it('says so when there is no such thread', async () => {
    const { prime } = await open();
    await expect(prime({ thread: 'nope', message: 'x' })).rejects.toThrow(/no thread "nope"/);
  });
});

describe('the cache of turns', () => {
  it('answers the same turn again, and says so', async () => {
    const { prime } = await open();
    const first = await prime({ message: 'retry' });
    const again = await prime({ message: 'retry' });
    expect([first.stats.cacheHit, again.stats.cacheHit]).toEqual([false, true]);
    expect(again.context).toBe(first.context);
  });

  it.each<[string, (project: Awaited<ReturnType<typeof open>>, thread: string) => Promise<unknown>]>([
    ['another message is written', ({ say }, thread) => say(thread, 'and now?')],
    [
      'a reference is added',
      ({ engine, context }, thread) =>
        runOperation(engine, library.threadReference, { thread, target: 'src/retry.ts' }, context()),
    ],
    ['feedback is given', ({ judge }) => judge(chunkId('src/retry.ts', 'retryWithBackoff'))],
    [
      'the index changes',
      async ({ engine }) => (await engine.store()).index(engine.scope).removeFiles(['src/retry.ts']),
    ],
    [
      'a shown file changes',
      async ({ root }) =>
        writeFileSync(join(root, 'src/retry.ts'), 'function retryWithBackoff() {\n  changed\n}\n'),
    ],
    [
      'time passes',
      async ({ clock }) => {
        clock.now += 30_000;
      },
    ],
  ])('does not answer from the past when %s', async (_what, change) => {
    const project = await open();
    const { id } = await project.createThread('Cached');
    const turn = { thread: id, message: 'retry with backoff' };
    await project.prime(turn);
    expect((await project.prime(turn)).stats.cacheHit).toBe(true);
    await change(project, id);
    expect((await project.prime(turn)).stats.cacheHit).toBe(false);
  });

  it('never answers another message, other options or another owner', async () => {
    const { prime, engine, createThread } = await open();
    const grace = forOwner(engine, 'grace');
    const { id } = await createThread('Shared name');
    await createThread('Shared name', grace);
    await prime({ thread: 'shared-name', message: 'retry' });
    const others = [
      await prime({ thread: 'shared-name', message: 'retry upload' }),
      await prime({ thread: 'shared-name', message: 'retry', maxTokens: 900 }),
      await prime({ thread: 'shared-name', message: 'retry' }, grace),
    ];
    expect(others.map(({ stats }) => stats.cacheHit)).toEqual([false, false, false]);
    expect(others[2]?.items).toEqual([]);
    expect((await prime({ thread: id, message: 'retry' })).stats.cacheHit).toBe(true);
  });

  it('hits more than three times in ten on a conversation whose client asks again while typing', async () => {
    const { prime, engine, createThread, say } = await open();
    const { id } = await createThread('Replay');
    for (const message of [
      'How does retry work?',
      'And the upload?',
      'Which bucket?',
      'Thanks, and routes?',
    ]) {
      // Shown to the user, then sent to the model, then sent again after a lost connection.
      for (let times = 0; times < 3; times++) await prime({ thread: id, message });
      await say(id, message);
    }
    const { hits, misses } = engine.primeCache?.counts() ?? { hits: 0, misses: 1 };
    expect(hits / (hits + misses)).toBeGreaterThan(0.3);
  });
});

describe('a turn, whatever is asked,', () => {
  const paths = Object.keys(PROJECT);
  const words = ['retry', 'upload', 'bucket', 'server', 'guide', 'nothing', '@', '???', ''];
  const message = fc
    .array(fc.constantFrom(...words, ...paths.map((path) => `@${path}`), '@src/', '@gone.ts'), {
      minLength: 1,
      maxLength: 8,
    })
    .map((parts) => `${parts.join(' ')}.`);
  const options = fc.record({
    message,
    maxTokens: fc.integer({ min: 0, max: 1500 }),
    reserveTokens: fc.constantFrom(0, 50, 500),
    format: fc.constantFrom(...FORMATS),
    selection: fc.constantFrom(...SELECTIONS),
  });

  it('never exceeds its budget less the reserve, by an exact count', async () => {
    const { prime, engine } = await open();
    const counter = await engine.counter('o200k_base');
    await fc.assert(
      fc.asyncProperty(options, async (input) => {
        const turn = await prime(input);
        const budget = Math.max(0, input.maxTokens - input.reserveTokens);
        expect(counter.count(turn.context)).toBeLessThanOrEqual(budget);
        expect(turn.tokenCount).toBe(counter.count(turn.context));
      }),
      { numRuns: 150 },
    );
  });

  it('always has every reference before everything else', async () => {
    const { prime } = await open();
    await fc.assert(
      fc.asyncProperty(options, async (input) => {
        const kinds = (await prime(input)).items.map(({ source }) => source === 'reference');
        expect(kinds).toEqual([...kinds].sort((one, other) => Number(other) - Number(one)));
      }),
      { numRuns: 150 },
    );
  });

  it('never drops a reference for anything that was searched', async () => {
    const { engine } = await open();
    const item = fc.record({
      id: fc.uuid(),
      entityType: fc.constantFrom('file', 'function', 'message') satisfies fc.Arbitrary<EntityType>,
      name: fc.stringMatching(/^[a-z]{1,12}$/),
      content: fc.lorem({ maxCount: 60 }),
      relevance: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    const items = (source: SourceKind) =>
      fc.array(item, { maxLength: 8 }).map((made) => made.map((each) => ({ ...each, source, reasons: [] })));
    await fc.assert(
      fc.asyncProperty(
        items('reference'),
        items('code'),
        fc.integer({ min: 0, max: 800 }),
        fc.constantFrom(...SELECTIONS),
        async (explicit, search, maxTokens, selection) => {
          const fit = assembleOptionsSchema.parse({ maxTokens, selection, deduplicate: false });
          const none = { search: [], learnt: [], history: [], recent: [] };
          const printed = async (material: PrimeMaterial) =>
            (await assembleItems(engine, planTurn(material, maxTokens), fit)).items
              .filter(({ source }) => source === 'reference')
              .map(({ id }) => id);
          expect(await printed({ ...none, explicit, search })).toEqual(await printed({ ...none, explicit }));
        },
      ),
      { numRuns: 200 },
    );
  });
});
