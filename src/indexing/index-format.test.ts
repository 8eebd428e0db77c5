import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../adapters/parsers/tree-sitter/tree-sitter-parser.ts';
import type { Engine } from '../core/engine.ts';
import type { SearchOptions } from '../core/query.ts';
import { hashText } from '../core/text/hash.ts';
import { openEngine } from '../open-engine.ts';
import { searchProject } from '../search/search-project.ts';
import { INDEX_FORMAT } from './index-format.ts';
import { indexFiles, indexProject } from './index-project.ts';
import { prepareFile } from './prepare-file.ts';
import { projectPathsOf } from './project-paths.ts';
import { projectStatus } from './project-status.ts';

const SOURCES = {
  'src/parse.ts': `import { read } from './read.js';\n\n/** Parses a query. */\nexport function parseQuery(text: string): string[] {\n  return read(text).split(' ');\n}\n\nexport class HTTPServer extends Base {\n  readonly port = 8080;\n  listen(): void {\n    parseQuery('');\n  }\n}\n`,
  'src/read.js': `export const read = (text) => text.trim();\n`,
  'tool/main.py': `"""Runs it."""\nfrom tool import helper\n\n@decorated\ndef run(paths):\n    """Runs over all paths."""\n    for path in paths:\n        helper.walk(path)\n`,
  'tool/helper.py': `def walk(path):\n    return [path]\n`,
  'cmd/main.go': `package main\n\n// Server answers.\ntype Server struct{ port int }\n\nfunc (s *Server) Run() error { return nil }\n`,
  'README.md': `# A tool\n\nSee [the parser](src/parse.ts).\n\n## Use\n\nRun \`tool/main.py\` with größe 2024. 文字列を数える\n`,
  'settings.yml': `server:\n  port: 80\nname: tool\n`,
};
/** What is kept of these files in each format. When it changes, INDEX_FORMAT must grow. */
const FINGERPRINTS: Readonly<Record<string, string>> = { '8': '6ffbc6ec19d34e93' };

let root: string;
let engine: Engine;
const call = { now: 1000, signal: new AbortController().signal };
const options = { ...call, progress: () => undefined };
const SEARCH: SearchOptions = {
  strategies: ['keyword'],
  limit: 5,
  entityTypes: [],
  languages: [],
  paths: [],
  minScore: 0,
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dossier-format-'));
  engine = openEngine({
    root,
    settings: { store: join(root, '.store', 's.sqlite'), 'embedder.kind': 'none' },
    environment: {},
  });
});
afterEach(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

it('what is kept of a file does not change without the format', async () => {
  const paths = projectPathsOf(Object.keys(SOURCES));
  const parser = createTreeSitterParser();
  const kept: unknown[] = [];
  for (const [path, text] of Object.entries(SOURCES)) {
    const lines = text.split('\n').slice(0, -1);
    const source = {
      path,
      lines,
      contentHash: hashText(lines.join('\n')),
      modifiedAt: 0,
      size: text.length,
      maskedLines: 0,
    };
    const reader = { stat: async () => source, read: async () => source };
    kept.push(await prepareFile({ reader, parser, paths }, path));
  }
  const plain = JSON.stringify(kept, (_, value) =>
    ArrayBuffer.isView(value) ? Object.values(value) : value,
  );
  expect(
    hashText(plain),
    'What is kept of files has changed: raise INDEX_FORMAT and put the new fingerprint beside it',
  ).toBe(FINGERPRINTS[INDEX_FORMAT]);
});

describe('an index of another format', () => {
  beforeEach(async () => {
    writeFileSync(join(root, 'a.ts'), 'export function alphaOne() {}\n');
    writeFileSync(join(root, 'b.ts'), 'export function betaTwo() {}\n');
    await indexProject(engine, options);
    const index = (await engine.store()).index(engine.scope);
    await index.setMeta('ingestVersion', '1');
  });

  it('still answers, and says what to do', async () => {
    const found = await searchProject(engine, 'alphaOne', SEARCH, call);
    expect(found.hits).toHaveLength(1);
    expect(found.warnings.join()).toContain('run "dossier index"');
    expect((await projectStatus(engine)).warnings.join()).toContain(`format 1, now ${INDEX_FORMAT}`);
  });

  it('is made again by the next run, visibly', async () => {
    const report = await indexProject(engine, options);
    expect(report).toMatchObject({ indexed: 2, unchanged: 0 });
    expect(report.warnings.join()).toContain('every file is read again');
    expect((await projectStatus(engine)).warnings).toEqual([]);
    expect(await indexProject(engine, options)).toMatchObject({ indexed: 0, unchanged: 2, warnings: [] });
    const { warnings } = await searchProject(engine, 'alphaOne', SEARCH, call);
    expect(warnings).toEqual([]);
  });

  it('is made again whole when one file changed', async () => {
    writeFileSync(join(root, 'a.ts'), 'export function alphaThree() {}\n');
    expect(await indexFiles(engine, ['a.ts'], options)).toMatchObject({ indexed: 2 });
    expect((await projectStatus(engine)).warnings).toEqual([]);
  });
});
