import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createFileLister } from './list-files.ts';
import { createFileWatcher } from './watch-files.ts';

const root = mkdtempSync(join(tmpdir(), 'dossier-watch-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('created, changed and deleted files are told together, those of ignored folders are not', async () => {
  mkdirSync(join(root, 'build'));
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, '.gitignore'), 'build/\n');
  writeFileSync(join(root, 'src/old.ts'), 'x');
  const stop = new AbortController();
  const changes = createFileWatcher(root, createFileLister(root))
    .changes({ signal: stop.signal })
    [Symbol.asyncIterator]();
  const told = new Set<string>();
  const first = changes.next();
  // The subscription needs a moment; writing again until it speaks keeps the test free of guesses.
  let heard = false;
  void first.then(() => {
    heard = true;
  });
  for (let turn = 0; !heard; turn++) {
    writeFileSync(join(root, 'src/new.ts'), String(turn));
    writeFileSync(join(root, 'build/out.js'), String(turn));
    await new Promise((resolve) => setTimeout(resolve, turn % 10 === 9 ? 300 : 20));
  }
  rmSync(join(root, 'src/old.ts'));
  let next = await first;
  for (;;) {
    for (const path of next.value ?? []) told.add(path);
    if (told.has('src/old.ts')) break;
    next = await changes.next();
  }
  stop.abort();
  expect((await changes.next()).done).toBe(true);
  expect([...told].sort()).toEqual(['src/new.ts', 'src/old.ts']);
});
