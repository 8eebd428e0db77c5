import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const documents = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && !path.startsWith('test/fixtures/'));

/** A document without its fenced blocks, whose text is an example. */
function proseOf(path: string): string {
  return readFileSync(path, 'utf8').replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, '');
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(path: string): ReadonlySet<string> {
  const headings = [...proseOf(path).matchAll(/^#{1,6} (.*)$/gm)].map(([, title = '']) => title);
  return new Set(
    headings.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_\- ]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

describe('links of documents', () => {
  it.each(documents)('%s: each leads to a file, and to a heading of it', (path) => {
    const broken = [...proseOf(path).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^[a-z]+:/.test(link)) return [];
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      if (!existsSync(target)) return [link];
      return anchor === undefined || !target.endsWith('.md') || anchorsOf(target).has(anchor) ? [] : [link];
    });
    expect(broken).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  const text = readFileSync('ARCHITECTURE.md', 'utf8');
  const roomsOf = (part: string) =>
    [...part.matchAll(/^ {2}([\w-]+\/|[\w-]+\.ts) /gm)].map(([, name = '']) => name);

  it('names the folders and files of src', () => {
    const [map = ''] = /^src\/\n[\s\S]*?^```/m.exec(text) ?? [];
    const actual = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' })
      .split('\n')
      .filter((path) => path !== '' && !path.endsWith('.test.ts'))
      .map((path) => path.split('/').slice(1))
      .map(([first = '', ...rest]) => (rest.length === 0 ? first : `${first}/`));
    expect(roomsOf(map).sort()).toEqual([...new Set(actual)].sort());
  });

  it('walks through stations that exist', () => {
    const [query = ''] = /^## One query[\s\S]*?\n```\n([\s\S]*?)```/m.exec(text) ?? [];
    const stations = [...query.matchAll(/^ *\d+ +([a-z]+\/[\w/-]+)/gm)].map(([, name = '']) => name);
    expect(stations).toHaveLength(12);
    const walked = [...text.matchAll(/^\| [^|]* \(\d+\) \| (.*) \|$/gm)].flatMap(([, walk = '']) => {
      let room = '';
      return walk.split('→').flatMap((station) => {
        const [name] = /(?<=^ *)[a-z][\w/-]*/.exec(station) ?? [];
        if (name === undefined) return [];
        if (name.includes('/')) room = dirname(name);
        return [name.includes('/') ? name : `${room}/${name}`];
      });
    });
    expect(walked.length).toBeGreaterThan(30);
    const rooms = ['src', 'src/interfaces'];
    const missing = [...stations, ...walked].filter(
      (name) => !rooms.some((room) => existsSync(join(room, `${name}.ts`)) || existsSync(join(room, name))),
    );
    expect(missing).toEqual([]);
  });
});
