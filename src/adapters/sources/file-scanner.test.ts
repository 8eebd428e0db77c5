import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFileScanner } from './file-scanner.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-scan-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string | Buffer): void {
  mkdirSync(dirname(join(folder, 'project', path)), { recursive: true });
  writeFileSync(join(folder, 'project', path), text);
}

const scan = async (paths: readonly string[], words: readonly string[], milliseconds = 60_000) => {
  const root = join(folder, 'project');
  const scanner = createFileScanner({ root, store: join(root, 'index.sqlite'), workers: 0 });
  const { counts, bytes } = await scanner.count(paths, words, { milliseconds });
  return paths.map((_, row) => ({
    bytes: bytes[row],
    counts: [...counts.subarray(row * words.length, (row + 1) * words.length)],
  }));
};

it('counts words in any case and as parts of names; short ones only where they stand alone', async () => {
  write('a.ts', 'const retryCount = RETRY + retries; // io in audio, IO');
  write('b.ts', 'naïve Größe größe');
  expect(await scan(['a.ts', 'b.ts'], ['retr', 'io', 'größe'])).toEqual([
    { bytes: 54, counts: [3, 2, 0] },
    { bytes: 22, counts: [0, 0, 2] },
  ]);
});

it('takes no word for a pattern', async () => {
  write('a.ts', 'a+b a.b (x) [y] \\d $ ^ |');
  const words = ['a.b ', '(x) ', '[y] ', '\\d $', '^ | '];
  expect((await scan(['a.ts'], words))[0]?.counts).toEqual([1, 1, 1, 1, 0]);
});

it('opens nothing outside the root, no secret file, no binary file and not the store', async () => {
  writeFileSync(join(folder, 'outside.ts'), 'word word');
  mkdirSync(join(folder, 'elsewhere'));
  writeFileSync(join(folder, 'elsewhere', 'x.ts'), 'word word');
  write('in.ts', 'word');
  write('.env', 'word=1');
  write('image.raw', Buffer.from('word\0word'));
  write('index.sqlite-wal', 'word');
  symlinkSync(join(folder, 'outside.ts'), join(folder, 'project', 'link.ts'));
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'project', 'linked'));
  const paths = [
    'in.ts',
    'link.ts',
    'linked/x.ts',
    '../outside.ts',
    '/etc/hostname',
    '.env',
    'image.raw',
    'index.sqlite-wal',
    'missing.ts',
    '.',
  ];
  const found = await scan(paths, ['word']);
  expect(found.map(({ counts }) => counts[0])).toEqual([1, ...paths.slice(1).map(() => 0)]);
});

it('ends when its time is over, or the signal is raised', async () => {
  write('a.ts', 'word');
  expect(await scan(['a.ts'], ['word'], -1)).toEqual([{ bytes: 0, counts: [0] }]);
  const scanner = createFileScanner({ root: join(folder, 'project'), workers: 0 });
  const options = { milliseconds: 60_000, signal: AbortSignal.abort() };
  expect((await scanner.count(['a.ts'], ['word'], options)).counts[0]).toBe(0);
});
