import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../core/engine.ts';
import { openEngine } from '../open-engine.ts';
import { type Attendance, attendProject, watchLease } from './attend-project.ts';

let folder = '';
const running: { readonly engine: Engine; readonly attendance: Attendance }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-attend-'));
  writeFileSync(join(folder, 'dossier.config.json'), '{}');
  writeFileSync(join(folder, 'one.ts'), 'export const one = 1;\n');
});
afterEach(async () => {
  for (const { engine, attendance } of running.splice(0)) {
    await attendance.stop();
    await engine.close();
  }
  for (const made of [folder, cacheFolder()]) rmSync(made, { recursive: true, force: true });
});

/** Beside the project, since its own writes would be followed too. */
const cacheFolder = () => `${folder}-cache`;

const reported: string[] = [];
function attend(change: (engine: Engine) => Partial<Engine> = () => ({})) {
  const opened = openEngine({
    root: folder,
    environment: { XDG_CACHE_HOME: cacheFolder() },
    settings: { 'embedder.kind': 'none' },
  });
  const engine = { ...opened, ...change(opened) };
  const attendance = attendProject(engine, {
    clock: Date.now,
    report: (sentence) => reported.push(sentence),
  });
  const member = { engine, attendance };
  running.push(member);
  return member;
}
const paths = async ({ engine }: { readonly engine: Engine }) =>
  (await (await engine.store()).index(engine.scope).files()).map((file) => file.path).sort();
const until = (check: () => Promise<boolean> | boolean) =>
  expect.poll(check, { interval: 25, message: 'It did not happen.' }).toBe(true);
/** For what comes sooner or later; only what never comes takes this long. */
const LONG = { milliseconds: 60_000 };

describe('attending a project', () => {
  it('indexes it, follows its files, and hands over to another when the leader stops', async () => {
    const first = attend();
    expect(await first.attendance.ready(LONG)).toEqual([]);
    expect(await paths(first)).toContain('one.ts');
    const second = attend();
    expect(await second.attendance.ready(LONG)).toEqual([]);
    expect([first.attendance.leads(), second.attendance.leads()]).toEqual([true, false]);

    writeFileSync(join(folder, 'two.ts'), 'export const two = 2;\n');
    await until(async () => (await paths(second)).includes('two.ts'));

    await first.attendance.stop();
    await until(() => second.attendance.leads());
    await second.attendance.ready(LONG);
    writeFileSync(join(folder, 'three.ts'), 'export const three = 3;\n');
    await until(async () => (await paths(second)).includes('three.ts'));
    expect(reported).toEqual([]);
  });

  it('answers before the index is ready and says so', async () => {
    for (let index = 0; index < 400; index++) {
      writeFileSync(
        join(folder, `f${index}.ts`),
        `export function f${index}() {\n  return ${index};\n}\n`.repeat(20),
      );
    }
    const { attendance } = attend();
    const seen: number[] = [];
    const notes = await attendance.ready({ milliseconds: 60, progress: ({ done }) => seen.push(done) });
    expect(notes.join()).toContain('indexed for the first time');
    await attendance.ready({ ...LONG, progress: ({ done }) => seen.push(done) });
    expect(seen.length).toBeGreaterThan(0);
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
  attend((engine) => ({
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
      const { attendance } = attend();
      await wait(milliseconds);
      await attendance.stop();
    }
    await wait(100);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
    expect(reported).toEqual([]);
  });
});
