import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../core/engine.ts';
import { openEngine } from '../open-engine.ts';
import { setListed } from './index-format.ts';
import { indexFiles } from './index-project.ts';
import { type IndexKeeper, indexingProgress, keepIndexed } from './keep-indexed.ts';
import { watchLease } from './watch-lease.ts';

let folder = '';
const running: { readonly engine: Engine; readonly keeper: IndexKeeper }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-keep-indexed-'));
  writeFileSync(join(folder, 'dossier.config.json'), '{}');
  writeFileSync(join(folder, 'one.ts'), 'export const one = 1;\n');
});
afterEach(async () => {
  for (const { engine, keeper } of running.splice(0)) {
    await keeper.stop();
    await engine.close();
  }
  for (const made of [folder, cacheFolder()]) rmSync(made, { recursive: true, force: true });
});

/** Beside the project, since its own writes would be followed too. */
const cacheFolder = () => `${folder}-cache`;

const reported: string[] = [];
function keep(
  change: (engine: Engine) => Partial<Engine> = () => ({}),
  options: Partial<Parameters<typeof keepIndexed>[1]> = {},
) {
  const opened = openEngine({
    root: folder,
    environment: { XDG_CACHE_HOME: cacheFolder() },
    settings: { 'embedder.kind': 'none' },
  });
  const engine = { ...opened, ...change(opened) };
  const keeper = keepIndexed(engine, {
    clock: Date.now,
    report: (sentence) => reported.push(sentence),
    ...options,
  });
  const member = { engine, keeper };
  running.push(member);
  return member;
}
const paths = async ({ engine }: { readonly engine: Engine }) =>
  (await (await engine.store()).index(engine.scope).files()).map((file) => file.path).sort();
const until = (check: () => Promise<boolean> | boolean) =>
  expect.poll(check, { interval: 25, message: 'It did not happen.' }).toBe(true);
/** For what comes sooner or later; only what never comes takes this long. */
const LONG = { milliseconds: 60_000 };

describe('keepIndexed', () => {
  it('indexes it, follows its files, and hands over to another when the leader stops', async () => {
    const first = keep();
    expect(await first.keeper.ready(LONG)).toEqual([]);
    expect(await paths(first)).toContain('one.ts');
    const second = keep();
    expect(await second.keeper.ready(LONG)).toEqual([]);
    expect([first.keeper.leads(), second.keeper.leads()]).toEqual([true, false]);

    writeFileSync(join(folder, 'two.ts'), 'export const two = 2;\n');
    await until(async () => (await paths(second)).includes('two.ts'));

    await first.keeper.stop();
    await until(() => second.keeper.leads());
    await second.keeper.ready(LONG);
    writeFileSync(join(folder, 'three.ts'), 'export const three = 3;\n');
    await until(async () => (await paths(second)).includes('three.ts'));
    expect(reported).toEqual([]);
  });
});

describe('the progress of a first run', () => {
  const partly = async (engine: Engine) => {
    await indexFiles(engine, ['one.ts'], {
      now: 1,
      signal: new AbortController().signal,
      progress: () => undefined,
    });
    const index = (await engine.store()).index(engine.scope);
    await setListed(index, ['one.ts', 'two.ts', 'three.ts']);
    return index.state();
  };

  it('counts what another process has indexed, for one that only reads', async () => {
    const other = openEngine({ root: folder, environment: { XDG_CACHE_HOME: cacheFolder() } });
    const lease = await other.leases.take(watchLease(other));
    const { engine } = keep();
    expect(await indexingProgress(engine, await partly(engine))).toEqual({ done: 1, total: 3 });
    await lease?.release();
    await other.close();
  });

  it('counts what was indexed before, until the one that leads has looked through the files', async () => {
    let look: () => void = () => undefined;
    const looking = new Promise<void>((resolve) => {
      look = resolve;
    });
    const { engine, keeper } = keep((opened) => ({
      watcher: async () => {
        await looking;
        return opened.watcher();
      },
    }));
    await until(() => keeper.leads());
    const progress = await indexingProgress(engine, await partly(engine));
    look();
    expect(progress).toEqual({ done: 1, total: 3 });
  });
});

describe('a question while the index is not finished', () => {
  const asked: string[] = [];
  const indexLikelyFirst = async (_: Engine, question: string) => {
    asked.push(question);
    return 0.25;
  };
  /** Lists nothing until it is let go. */
  const held = () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const change = (engine: Engine) => ({
      lister: async () => {
        await gate;
        return engine.lister();
      },
    });
    return { change, release: () => release() };
  };

  it('is looked for first, and the note says how much is indexed; other calls are told as before', async () => {
    const { change, release } = held();
    const { keeper } = keep(change, { indexLikelyFirst });
    expect(await keeper.ready({ milliseconds: 0, question: 'where' })).toEqual([
      'From a quick scan; the index is 25 % ready. Ask again in a moment for more.',
    ]);
    expect(asked.splice(0)).toEqual(['where']);
    const told: string[] = [];
    const notes = await keeper.ready({ milliseconds: 0, progress: ({ phase }) => told.push(phase) });
    expect(notes.join()).toContain('indexed for the first time');
    expect(told).toEqual(['indexing']);
    release();
    expect(await keeper.ready({ ...LONG, question: 'where' })).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('is looked for first after many files changed at once', async () => {
    const { change, release } = held();
    let switched: () => void = () => undefined;
    const switching = new Promise<void>((resolve) => {
      switched = resolve;
    });
    let isHeld = false;
    const member = keep(
      (engine) => ({
        lister: async () => (isHeld ? change(engine).lister() : engine.lister()),
        watcher: async () => ({
          async *changes({ signal, onReady }) {
            onReady?.();
            await switching;
            yield 'everything' as const;
            await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
          },
        }),
      }),
      { indexLikelyFirst },
    );
    await until(() => member.keeper.leads());
    expect(await member.keeper.ready({ ...LONG, question: 'where' })).toEqual([]);
    isHeld = true;
    switched();
    await until(async () => (await member.keeper.ready({ milliseconds: 0, question: 'there' })).length > 0);
    expect(asked.splice(0)).toContain('there');
    release();
    expect(await member.keeper.ready(LONG)).toEqual([]);
  });
});

it('each owner has a lease of its own', () => {
  const engine = openEngine({ root: folder, environment: {} });
  const names = ['a/b', 'a_b', 'a b', 'ü', 'ä', '..'].map((owner) =>
    watchLease({ ...engine, scope: { ...engine.scope, owner } }),
  );
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[\w-]+$/);
});

it('follows the files once, however often indexing fails', async () => {
  let following = 0;
  let attempts = 0;
  keep((engine) => ({
    lister: async () => {
      attempts++;
      throw new Error('no files today');
    },
    watcher: async () => ({
      async *changes({ signal }) {
        following++;
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        following--;
        yield* [];
      },
    }),
    close: engine.close,
  }));
  await until(() => attempts >= 3);
  expect(following).toBeLessThanOrEqual(1);
  expect(reported.splice(0)).toContain(`Keeping ${folder} indexed: no files today`);
});

describe('stopping', () => {
  it('at any moment leaves no failure that nobody handles', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    for (const milliseconds of [0, 5, 20, 60, 150]) {
      const { keeper } = keep();
      await wait(milliseconds);
      await keeper.stop();
    }
    await wait(100);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
    expect(reported).toEqual([]);
  });
});
