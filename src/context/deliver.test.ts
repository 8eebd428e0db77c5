import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { assembleOptionsSchema } from '../core/context.ts';
import type { Engine } from '../core/engine.ts';
import type { ContextItem } from '../core/item.ts';
import { openEngine } from '../open-engine.ts';
import { deliver } from './deliver.ts';

let folder = '';
let engine: Engine;
const lines = Array.from({ length: 20 }, (_, index) => `export const value${index} = ${index};`);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-deliver-'));
  writeFileSync(join(folder, 'a.ts'), `${lines.join('\n')}\n`);
  engine = openEngine({
    root: folder,
    settings: { store: join(folder, 's.sqlite'), 'embedder.kind': 'none' },
    environment: {},
  });
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

function item(startLine: number, endLine: number): ContextItem {
  return {
    id: `a.ts:${startLine}`,
    source: 'code',
    entityType: 'variable',
    name: `lines ${startLine}`,
    content: lines.slice(startLine - 1, endLine).join('\n'),
    location: { path: 'a.ts', startLine, endLine },
    relevance: 1,
    reasons: [],
    metadata: { source: 'code' },
  };
}

const give = (...items: readonly ContextItem[]) =>
  deliver(
    engine,
    { operation: 'query', query: 'values', session: 's1', items },
    assembleOptionsSchema.parse({ maxTokens: 2000 }),
    0,
  );

it('what a session has is named by each id once, also where it comes in other parts', async () => {
  const first = await give(item(1, 20));
  const citation = first.items[0]?.citation;
  const again = await give(item(1, 5), item(6, 12), item(11, 20));
  expect(again.context).toBe(`Already sent in this session: [${citation}]`);
  expect(again.excluded.map(({ reason }) => reason)).toEqual([
    'already-sent',
    'already-sent',
    'already-sent',
  ]);
});
