import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assembleItems } from '../../src/context/assemble-items.ts';
import { hashLines } from '../../src/core/text/hash.ts';
import { type Dossier, openDossier } from '../../src/index.ts';
import { itemOf, optionsOf } from './sample-items.ts';

const CODE = [
  "import { tree } from './tree.ts';",
  '',
  '/** Parses a text into a tree. */',
  'export function parseText(',
  '  text: string,',
  '  options: { readonly strict: boolean },',
  '): Tree {',
  ...Array.from({ length: 60 }, (_, index) => `  step${index}(text, options.strict);`),
  '  return tree(text);',
  '}',
  '',
  'export class Walker {',
  '  walk(node: Node): void {',
  '    visit(node);',
  '  }',
  '}',
];

let root: string;
let dossier: Dossier;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dossier-assembly-'));
  mkdirSync(join(root, 'src'));
  mkdirSync(join(root, 'docs'));
  writeFileSync(join(root, 'src/parse.ts'), CODE.join('\n'));
  writeFileSync(join(root, 'src/other.ts'), 'export const unrelated = 1;\n');
  writeFileSync(
    join(root, 'docs/guide.md'),
    '# Guide\n\nHow a walker visits the nodes of a tree.\n\n## Colours\n\nNothing here.\n',
  );
  dossier = openDossier({ root, environment: { HOME: root } });
});
afterEach(async () => {
  await dossier.close();
  rmSync(root, { recursive: true, force: true });
});

const parseText = (given: object = {}) =>
  itemOf({
    id: 'parse',
    name: 'parseText',
    content: CODE.slice(2, 69).join('\n'),
    location: {
      path: 'src/parse.ts',
      startLine: 3,
      endLine: 69,
      language: 'typescript',
      contentHash: hashLines(CODE.slice(2, 69)),
      ...given,
    },
  });

describe('assembleItems', () => {
  it('prints the real lines and takes the time of every stage', async () => {
    const result = await dossier.assembleItems({ items: [parseText()], surroundingLines: 0 });
    expect(result.context).toContain(CODE.slice(2, 69).join('\n'));
    expect(result.items).toMatchObject([{ stale: false, location: { startLine: 3, endLine: 69 } }]);
    expect(Object.keys(result.stats.millisecondsPerStage)).toEqual(
      expect.arrayContaining(['read', 'locate', 'fit']),
    );
  });

  it('finds a unit again by its name after the file changed, and tells which file', async () => {
    writeFileSync(join(root, 'src/parse.ts'), ['// moved down', '', ...CODE.toSpliced(8, 1)].join('\n'));
    const changed: string[] = [];
    const context = await assembleItems(dossier.engine, [parseText()], optionsOf(), {
      changed: (paths) => changed.push(...paths),
    });
    expect(context.items).toMatchObject([{ stale: false }]);
    expect(context.context).toContain('export function parseText(');
    expect(context.context).not.toContain('step1(text');
    expect(changed).toEqual(['src/parse.ts']);
  });

  it('uses the syntax tree to keep a whole signature when a function is cut', async () => {
    const result = await dossier.assembleItems({ items: [parseText()], maxTokens: 130 });
    expect(result.context).toContain('  options: { readonly strict: boolean },\n): Tree {');
    expect(result.context).toMatch(/lines left out: src\/parse\.ts:\d+-69/);
    expect(countTokens(result.context)).toBeLessThanOrEqual(130);
  });

  it('never reads outside the project, whatever an item says', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'dossier-outside-'));
    writeFileSync(join(outside, 'secret.txt'), 'the secret');
    symlinkSync(outside, join(root, 'link'));
    const items = ['../secret.txt', join(outside, 'secret.txt'), 'link/secret.txt'].map((path, index) =>
      itemOf({ id: `i${index}`, content: '', location: { path, startLine: 1, endLine: 1 } }),
    );
    const result = await dossier.assembleItems({ items });
    rmSync(outside, { recursive: true });
    expect(result.context).not.toContain('the secret');
    expect(result.excluded.map(({ reason }) => reason)).toEqual(['unreadable', 'unreadable', 'unreadable']);
  });

  it('says what is wrong with items that are not items', async () => {
    const broken = { items: [{ ...parseText(), relevance: 2 }] };
    await expect(dossier.assembleItems(broken)).rejects.toThrow(/items\.0\.relevance/);
  });

  it('assembles ten functions of a project in a moment once loaded', async () => {
    const items = Array.from({ length: 10 }, (_, index) => ({
      ...parseText(),
      id: `f${index}`,
      relevance: index / 10,
    }));
    await dossier.assembleItems({ items });
    const started = process.cpuUsage();
    await dossier.assembleItems({ items });
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});

describe('pack', () => {
  it('puts the definitions that share words with the task first and leaves out the rest', async () => {
    const result = await dossier.pack({ task: 'walker that visits nodes' });
    expect(result.items[0]).toMatchObject({ name: 'Walker', location: { path: 'src/parse.ts' } });
    expect(result.items.map(({ name }) => name)).toContain('Guide');
    expect(result.context).not.toContain('unrelated');
  });

  it('takes files, folders and globs, and leaves out with an exclamation mark', async () => {
    const paths = async (given: string[]) =>
      [
        ...new Set(
          (await dossier.pack({ paths: given, whole: true })).items.map(({ location }) => location?.path),
        ),
      ].sort();
    expect(await paths(['src'])).toEqual(['src/other.ts', 'src/parse.ts']);
    expect(await paths(['./src/other.ts'])).toEqual(['src/other.ts']);
    expect(await paths(['**/*.md'])).toEqual(['docs/guide.md']);
    expect(await paths(['!src/**'])).toEqual(['docs/guide.md']);
    expect(await paths(['.', '!*.md'])).toEqual(['src/other.ts', 'src/parse.ts']);
  });

  it('prints whole files when asked to', async () => {
    const { context } = await dossier.pack({ paths: ['src/parse.ts'], whole: true, surroundingLines: 0 });
    expect(context).toContain(CODE.join('\n'));
  });

  it('covers every line of the files when there is no task and room for all', async () => {
    const { context } = await dossier.pack({ paths: ['src', 'docs'], maxTokens: 20_000 });
    const text = [...CODE, '# Guide', '## Colours', 'Nothing here.', 'export const unrelated = 1;'];
    for (const line of text) expect(context).toContain(line);
  });

  it('keeps its budget', async () => {
    for (const maxTokens of [0, 40, 200, 600]) {
      const { context } = await dossier.pack({ task: 'parse text', maxTokens });
      expect(countTokens(context)).toBeLessThanOrEqual(maxTokens);
    }
  });

  it('says why there is nothing', async () => {
    expect((await dossier.pack({ paths: ['none/*.x'] })).warnings[0]).toBe('No file matches none/*.x.');
    expect((await dossier.pack({ paths: ['none.ts'] })).excluded).toMatchObject([
      { reason: 'unreadable', detail: 'missing' },
    ]);
    expect((await dossier.pack({ paths: ['none.ts', 'src/other.ts', '../x'] })).warnings).toEqual([
      '../x cannot be read: the path leads outside the project.',
      'none.ts cannot be read: there is no such file in the project.',
    ]);
    expect((await dossier.pack({ task: 'zebra' })).warnings).toEqual(['No file has a word of the task.']);
  });

  it('begins, without a task, with what tells most about the project', async () => {
    mkdirSync(join(root, '.tool'));
    for (const path of ['.tool/settings.json', 'README.md', 'logo.svg', 'app.test.ts', 'b.ts'])
      writeFileSync(join(root, path), `text of ${path} which stands there alone\n`);
    const { items } = await dossier.pack({ paths: ['!src', '!docs'], whole: true });
    expect(items.map(({ location }) => location?.path)).toEqual([
      'README.md',
      'b.ts',
      'app.test.ts',
      '.tool/settings.json',
      'logo.svg',
    ]);
  });

  it('puts tests after what they test unless the task is about tests', async () => {
    writeFileSync(
      join(root, 'src/parse.test.ts'),
      'export function walkerVisitsNodes() {\n  walker(visits, nodes, walker);\n}\n',
    );
    const first = async (task: string) => (await dossier.pack({ task })).items[0]?.location?.path;
    expect(await first('walker visits nodes')).not.toBe('src/parse.test.ts');
    expect(await first('test that the walker visits nodes')).toBe('src/parse.test.ts');
  });
});
