import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitLines } from '../../core/text/lines.ts';
import { MEMORY_CATEGORIES } from '../../core/vocabulary.ts';
import { MEMORY_STATUSES } from './memory.ts';
import { type MemoryFile, parseMemoryFile, renderMemoryFile } from './memory-file.ts';

const ID = 'mem-0123456789ab';
const word = fc.stringMatching(/^[\p{L}\p{N}"'#:\\,[\]{}<>=-]{1,12}$/u);
const text = fc
  .oneof(
    fc.array(fc.oneof(word, fc.constantFrom('---', '\\---', '<<<<<<< ours', '>>>>>>> theirs')), {
      minLength: 1,
    }),
    fc.array(fc.string(), { minLength: 1 }),
  )
  .map((lines) => lines.join('\n').replaceAll('\0', '').trim().slice(0, 5000).trim())
  .filter((content) => content !== '' && !/[\r\n\v\f\u0085]/.test(content.replaceAll('\n', '')));
const tags = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 5 });
const time = fc.integer({ min: 0, max: 4e12 });
const file: fc.Arbitrary<MemoryFile> = fc.record(
  {
    content: text,
    category: fc.constantFrom(...MEMORY_CATEGORIES),
    importance: fc.integer({ min: 0, max: 100 }).map((share) => share / 100),
    tags,
    files: tags,
    status: fc.constantFrom(...MEMORY_STATUSES),
    validFrom: time,
    validUntil: time,
    author: fc.stringMatching(/^[a-z]{1,10}( [a-z]{1,10})?$/),
    supersedes: fc.constant('mem-old'),
    supersededBy: fc.constant('mem-new'),
  },
  { requiredKeys: ['content', 'category', 'importance', 'tags', 'files', 'status', 'validFrom'] },
);
const read = (rendered: string) => parseMemoryFile(ID, splitLines(rendered));

describe('a memory as a file', () => {
  it('is read back as it was written, whatever it holds', () => {
    fc.assert(
      fc.property(file, (memory) => {
        expect(read(renderMemoryFile(ID, memory))).toEqual(memory);
      }),
    );
  });

  it('may be written by hand', () => {
    const lines = ['---', `id: ${ID}`, 'created: 2026-11-16', 'tags: [db, "ops"]', '---', 'Port 5432.'];
    expect(parseMemoryFile(ID, lines)).toMatchObject({
      content: 'Port 5432.',
      tags: ['db', 'ops'],
      status: 'current',
    });
  });

  it.each([
    ['conflict markers', ['---', `id: ${ID}`, '---', '<<<<<<< HEAD', 'a', '>>>>>>> b'], 'resolve the merge'],
    ['no front matter', ['Port 5432.'], 'front matter'],
    ['the id of another', ['---', 'id: mem-other', '---', 'Port'], 'must be named after it'],
    ['no text', ['---', `id: ${ID}`, 'created: 2026-11-16', '---', ' '], 'its content'],
    ['no date', ['---', `id: ${ID}`, '---', 'Port'], 'its validFrom'],
    [
      'an importance out of range',
      ['---', `id: ${ID}`, 'created: 2026-11-16', 'importance: 7', '---', 'x'],
      'importance',
    ],
    [
      'a category that is none',
      ['---', `id: ${ID}`, 'created: 2026-11-16', 'category: spell', '---', 'x'],
      'category',
    ],
    ['nested data', ['---', '- &a [*a]', '---', 'x'], 'not "key: value"'],
    [
      'too long a text',
      ['---', `id: ${ID}`, 'created: 2026-11-16', '---', 'x'.repeat(10_001)],
      'its content',
    ],
  ])('is refused with a sentence: %s', (_what, lines, said) => {
    expect(parseMemoryFile(ID, lines)).toEqual(expect.stringContaining(said));
  });

  it('takes time proportional to its length', () => {
    expect(typeof parseMemoryFile(ID, ['---', `a${':'.repeat(60_000)}`, `tags: ${'['.repeat(60_000)}`])).toBe(
      'string',
    );
  });
});

describe('two edits of one memory, merged by git', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-merge-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('lose no wording and no tag, and what ended on one side has ended', () => {
    const edit = fc.record({
      content: fc.option(
        fc.array(word, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
        { nil: undefined },
      ),
      tags: fc.option(tags, { nil: undefined }),
      importance: fc.option(fc.constantFrom(0.1, 0.9), { nil: undefined }),
      status: fc.option(fc.constant('ended' as const), { nil: undefined }),
    });
    const apply = (memory: MemoryFile, change: object): MemoryFile => ({
      ...memory,
      ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
    });
    const original = file.map((memory): MemoryFile => ({ ...memory, status: 'current' }));
    fc.assert(
      fc.property(original, edit, edit, (base, first, second) => {
        const versions = [apply(base, first), base, apply(base, second)];
        const paths = versions.map((version, index) => {
          const path = join(folder, `${index}.md`);
          writeFileSync(path, renderMemoryFile(ID, version));
          return path;
        });
        execFileSync('git', ['merge-file', '--union', ...paths]);
        const merged = read(readFileSync(paths[0] ?? '', 'utf8'));
        if (typeof merged === 'string') throw new Error(merged);
        for (const version of [versions[0], versions[2]]) {
          if (version === undefined) continue;
          const isChanged = version.content !== base.content;
          if (isChanged)
            for (const line of version.content.split('\n')) expect(merged.content).toContain(line.trim());
        }
        for (const change of [first, second]) {
          if (change.status === 'ended') expect(merged.status).toBe('ended');
          if (change.tags !== undefined) expect(merged.tags).toEqual(expect.arrayContaining(change.tags));
        }
      }),
      { numRuns: 60 },
    );
  });
});
