import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assembleOptionsSchema } from '../core/context.ts';
import { SEARCH_DEFAULTS } from '../core/query.ts';
import { indexFirst } from '../indexing/index-first.ts';
import { indexProject } from '../indexing/index-project.ts';
import { openEngine } from '../open-engine.ts';
import { queryContext } from './query-context.ts';

const FILES = {
  'README.md':
    '# tallybot\n\nA chat bot that keeps score of a board game.\n\n## Usage\n\nSay `score Ann 3`.\n\n## Development\n\nRun the tests with `npm test`.\n',
  'package.json':
    '{"name":"tallybot","version":"0.3.1","scripts":{"start":"node src/main.js","test":"node --test"}}\n',
  LICENSE: 'MIT License\n',
  'src/main.js': "import { Board } from './board.js';\nexport const board = new Board();\n",
  'src/board.js': 'export class Board {\n  add(who, points) {\n    return `${who}: ${points}`;\n  }\n}\n',
  'src/chat/README.md': '# Chat\n\nTalks to the chat server over a socket.\n',
  'src/chat/connect.js': 'export function connect(url) {\n  return new WebSocket(url);\n}\n',
  'examples/what-does-this-project-do.js': '// what does this project do\nexport const example = 1;\n',
  'examples/project/README.md': '# Example project\n\nThis project does little.\n',
};

const root = mkdtempSync(join(tmpdir(), 'dossier-about-'));
const engine = openEngine({
  root,
  settings: { store: join(root, '..', `about-${process.pid}.sqlite`), 'embedder.kind': 'none' },
  environment: {},
});
const git = (author: string, ...args: string[]) =>
  execFileSync('git', ['-c', `user.name=${author}`, '-c', 'user.email=a@example.org', ...args], {
    cwd: root,
  });

beforeAll(async () => {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  git('Ann', 'init', '-q');
  git('Ann', 'add', '-A');
  git('Ann', 'commit', '-qm', 'first version');
  writeFileSync(join(root, 'src/chat/connect.js'), `${FILES['src/chat/connect.js']}// again\n`);
  git('Bo', 'commit', '-qam', 'chat: connect again after a second');
  await indexProject(engine, { now: 1000, signal: new AbortController().signal, progress: () => undefined });
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
  for (const end of ['', '-wal', '-shm']) {
    rmSync(join(root, '..', `about-${process.pid}.sqlite${end}`), { force: true });
  }
});

async function ask(text: string) {
  const options = { ...SEARCH_DEFAULTS, ...assembleOptionsSchema.parse({ maxTokens: 3000 }), map: undefined };
  const { items, context, query } = await queryContext(engine, text, options, { now: 1000 });
  return { names: items.map(({ location, name }) => location?.path ?? name), context, query };
}

describe('questions about the project as a whole', () => {
  test('its README says first what it does, then its manifest and folders', async () => {
    const { names, query } = await ask('what does this project do');
    expect(names[0]).toBe('README.md');
    expect(names).toContain('package.json');
    expect(names).toContain('Folders of the project');
    expect(names.filter((name) => name.startsWith('examples'))).toEqual([]);
    expect(query.certainty).toBe('likely');
  });

  test('its folders say how it is laid out, each with what it is', async () => {
    const { names, context } = await ask('how is this laid out');
    expect(names[0]).toBe('Folders of the project');
    expect(context).toContain('src/chat/ 2 files');
    expect(context).toContain('Talks to the chat server over a socket.');
  });

  test('its folders are counted whole while most of it is still to be read', async () => {
    const store = join(root, '..', `about-part-${process.pid}.sqlite`);
    const part = openEngine({ root, settings: { store, 'embedder.kind': 'none' }, environment: {} });
    const call = { now: 1000, signal: new AbortController().signal, progress: () => undefined };
    await indexFirst(part, ['README.md', 'package.json'], { ...call, listed: Object.keys(FILES) });
    const options = {
      ...SEARCH_DEFAULTS,
      ...assembleOptionsSchema.parse({ maxTokens: 3000 }),
      map: undefined,
    };
    const { context } = await queryContext(part, 'how is this laid out', options, { now: 1000 });
    await part.close();
    for (const end of ['', '-wal', '-shm']) rmSync(`${store}${end}`, { force: true });
    expect(context).toContain('src/chat/ 2 files');
  });

  test('the part of the README about tests comes before the scripts', async () => {
    const { names, context } = await ask('how do I run the tests');
    expect(names.slice(0, 2)).toEqual(['README.md', 'package.json']);
    expect(context).toContain('Run the tests with `npm test`.');
  });

  test('what changed are its commits', async () => {
    const { names, context } = await ask('what changed recently');
    expect(names[0]).toBe('Latest commits');
    expect(context).toMatch(/Bo: chat: connect again after a second \(src\/chat\/connect\.js\)/);
  });

  test('who wrote a part of it are the authors of the files found', async () => {
    const { names, context } = await ask('who wrote Board.add');
    expect(names[0]).toMatch(/^Authors of src\/board\.js/);
    expect(context).toContain('Ann: 1 commit');
    expect(context).not.toContain('Bo: 1 commit');
    expect(names).toContain('src/board.js');
  });
});
