import { expect, test } from 'vitest';
import { createTreeSitterParser } from '../tree-sitter/tree-sitter-parser.ts';

const parser = createTreeSitterParser();

test.each([
  [
    'guide.md',
    '---\ntitle: x\n---\n# Guide\nintro\n\n## Install `it`\n\n```sh\n# not a heading\n```\n\nUse\n===\ntext\n',
    ['4-11 section Guide', '7-11 section Guide > Install it', '13-15 section Use'],
  ],
  [
    'guide.rst',
    'Guide\n=====\n\nUse\n---\ntext\n\nEnd\n===\n',
    ['1-6 section Guide', '4-6 section Guide > Use', '8-9 section End'],
  ],
  ['guide.adoc', '= Guide\n\n== Use\ntext\n', ['1-4 section Guide', '3-4 section Guide > Use']],
  [
    'package.json',
    '{\n  "name": "x",\n  "scripts": {\n    "build": "y"\n  }\n}\n',
    ['2-2 property name', '3-6 property scripts'],
  ],
  ['ci.yaml', 'on:\n  push:\njobs:\n  a: 1\n', ['1-2 property on', '3-4 property jobs']],
  [
    'Cargo.toml',
    '[package]\nname = "x"\n\n[dependencies]\na = "1"\n',
    ['1-2 property package', '4-5 property dependencies'],
  ],
  ['schema.sql', 'CREATE TABLE users (\n  id int\n);\n', ['1-3 type users']],
  ['Makefile', 'build: src\n\tcc x.c\n', ['1-2 function build']],
  [
    'api.proto',
    'message User {\n  int32 id = 1;\n}\nservice Users {}\n',
    ['1-3 class User', '4-4 interface Users'],
  ],
  ['notes', 'no structure at all\n', []],
])('%s gives its sections', async (path, text, expected) => {
  const { units } = await parser.parse(path, text);
  expect(
    units.map((unit) => `${unit.startLine}-${unit.endLine} ${unit.entityType} ${unit.qualifiedName}`),
  ).toEqual(expected);
});

test('closing signs of a heading are no part of it', async () => {
  const { units } = await parser.parse('a.md', '# One ##\n\n# C#\n\n# Two # #  \n\n#\tThree\n');
  expect(units.map(({ name }) => name)).toEqual(['One', 'C#', 'Two #', 'Three']);
});

test('a heading takes no longer to read than it is', async () => {
  const started = process.cpuUsage();
  for (const part of [' ', '<', '[', '# ']) await parser.parse('a.md', `# a${part.repeat(200_000)}b\n`);
  expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
});
