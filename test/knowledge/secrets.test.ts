import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../../src/core/engine.ts';
import { library } from '../../src/operations/registry.ts';
import { runOperation } from '../../src/operations/run-operation.ts';
import { openFilledEngine } from './filled-engine.ts';
import { NOW } from './open-test-engine.ts';

/** Put together at run time, so that this file holds no token itself. */
const TOKEN = `ghp_${'a1B2'.repeat(10)}`;

let engine: Engine;
beforeAll(async () => {
  engine = await openFilledEngine();
});
afterAll(() => engine.close());

const context = { now: NOW, signal: new AbortController().signal, progress: () => undefined };

/** Every row that the store has of the project. */
async function stored(): Promise<string> {
  const rows: unknown[] = [];
  await (await engine.store()).dump(engine.scope, async (piece) => {
    rows.push(piece);
  });
  return JSON.stringify(rows);
}

it('a token never reaches the store, whichever way it comes in', async () => {
  const { id } = await runOperation(engine, library.threadCreate, { title: `Use ${TOKEN}` }, context);
  const said = { thread: id, content: `Push the upload with ${TOKEN}`, key: 'once' };
  const first = await runOperation(engine, library.threadMessage, said, context);
  expect(first.warnings).toEqual([expect.stringContaining('masked before saving')]);
  expect((await runOperation(engine, library.threadMessage, said, context)).created).toBe(false);
  await runOperation(engine, library.threadRename, { thread: id, title: `No, ${TOKEN}` }, context);
  const asked = { query: `Why does the upload fail with ${TOKEN}?`, session: 's' };
  await runOperation(engine, library.query, asked, context);
  await runOperation(engine, library.assemble, asked, context);
  await runOperation(engine, library.premortem, { task: asked.query, session: 's' }, context);
  const { values } = await runOperation(engine, library.valuesList, {}, context);
  for (const { id: value, text } of values) {
    await runOperation(engine, library.valuesAccept, { id: value, text: `${text} ${TOKEN}` }, context).catch(
      // Another text than the members' may be refused; then nothing is stored.
      () => undefined,
    );
  }
  writeFileSync(join(engine.root, 'a.ts'), `export const token = '${TOKEN}';\n`);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.org', ...args], { cwd: engine.root });
  git('init', '-q');
  git('add', 'a.ts');
  git('commit', '-qm', `Add a.ts\n\nIt has ${TOKEN} in it.`);
  await runOperation(engine, library.index, {}, context);
  const all = await stored();
  expect(all).toContain('It has ghp_[masked] in it.');
  expect(all).toContain('Push the upload with ghp_[masked]');
  expect(all).not.toContain(TOKEN);
});
