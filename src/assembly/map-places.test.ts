import { describe, expect, it } from 'vitest';
import { assembleOptionsSchema } from '../core/context.ts';
import type { ContextItem } from '../core/item.ts';
import { assemble } from './assemble.ts';
import type { Place } from './map-places.ts';

const counter = { name: 'words', exact: true, count: (text: string) => text.split(/\s+/).length };

function item(path: string, startLine: number, relevance: number, name: string): ContextItem {
  return {
    id: `${path}:${startLine}`,
    source: 'code',
    entityType: 'function',
    name,
    content: Array.from({ length: 10 }, (_, line) => `${name} line ${line}`).join('\n'),
    location: { path, startLine, endLine: startLine + 9, language: 'typescript' },
    relevance,
    reasons: [],
  };
}

const printing = { leastRelevance: 0.5, note: 'More:', beside: [] };
const best = item('src/a.ts', 1, 1, 'best');
const mapOf = (items: readonly ContextItem[], beside: readonly Place[] = []) =>
  assemble(
    [best, ...items],
    { files: new Map(), units: new Map() },
    {
      counter,
      options: assembleOptionsSchema.parse({ maxTokens: 400, map: 150 }),
      printing: { ...printing, beside },
    },
  ).context;

const BESIDE = [
  { id: 'x', path: 'src/a.ts', startLine: 3, endLine: 8, name: 'inBest' },
  { id: 'y', path: 'src/a.ts', startLine: 300, endLine: 320, name: 'beside' },
];

describe('the map', () => {
  it('names a file once, with its places by line', () => {
    const { context, map, citations } = mapOf([
      item('src/b.ts', 500, 0.4, 'later'),
      item('src/b.ts', 20, 0.3, 'earlier'),
    ]);
    const [, id] = citations.map((citation) => citation.id);
    expect(context).toContain(`\nMore:\n\n- \`src/b.ts\`: 20-29 earlier; 500-509 later [${id}]\n`);
    expect(map.map(({ startLine, citation }) => [startLine, citation])).toEqual([
      [20, id],
      [500, id],
    ]);
  });

  it('makes one range of what is near, and names the first of what is in it', () => {
    const near = [20, 40, 60, 80].map((line) => item('src/b.ts', line, 0.4 - line / 1000, `at${line}`));
    expect(mapOf(near).context).toContain('- `src/b.ts`: 20-89 at20 … [');
  });

  it('names a range by its best match, not by its first lines', () => {
    const near = [20, 40, 60, 80].map((line) => item('src/b.ts', line, 0.3 + line / 1000, `at${line}`));
    expect(mapOf(near).context).toContain('- `src/b.ts`: 20-89 at80 … [');
  });

  it('names definitions beside the best, but not those that are printed', () => {
    const { context, map } = mapOf([item('src/b.ts', 20, 0.3, 'other')], BESIDE);
    expect(context).toContain('- `src/a.ts`: 300-320 beside [');
    expect(map.map(({ name }) => name)).toEqual(['other', 'beside']);
  });

  it('is left out where everything is printed', () => {
    expect(mapOf([], BESIDE).map).toEqual([]);
  });
});
