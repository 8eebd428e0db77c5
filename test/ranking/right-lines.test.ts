import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queryContext } from '../../src/context/query-context.ts';
import { assembleOptionsSchema } from '../../src/core/context.ts';
import type { Engine } from '../../src/core/engine.ts';
import { SEARCH_DEFAULTS } from '../../src/core/query.ts';
import { indexProject } from '../../src/indexing/index-project.ts';
import { openEngine } from '../../src/open-engine.ts';

const SAID = [
  'A parcel gets its tracking number at the depot.',
  'The number is assigned once, and it stays.',
  'Whoever asks before that gets none.',
  'A parcel that is returned keeps its number.',
  'Carriers print the number on the label.',
  'Labels are in the language of the country.',
  'They have the weight, and a code that machines read.',
  'Older ones have no code.',
  'These are typed in by hand.',
  'Nobody scans a label twice in one depot.',
  'What was scanned last is where it was seen last.',
];
/** The same words, above a function and inside of one. */
const FILES: Readonly<Record<string, string>> = {
  'src/one.ts': `/**
${SAID.map((line) => ` * ${line}`).join('\n')}
 */
export function one(parcel: Parcel): string | undefined {
  return parcel.number;
}
`,
  'src/two.ts': `export function two(parcel: Parcel): string | undefined {
  if (!parcel.isPaid) return undefined;
${SAID.map((line) => `  // ${line}`).join('\n')}
  parcel.number ??= nextNumber();
  return parcel.number;
}
`,
};

let root: string;
let engine: Engine;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'dossier-lines-'));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  engine = openEngine({
    root,
    environment: {},
    settings: { store: `${root}.sqlite`, 'embedder.kind': 'none' },
  });
  await indexProject(engine, { now: 0, signal: new AbortController().signal, progress: () => undefined });
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
  rmSync(`${root}.sqlite`, { force: true });
});

it('code is printed before a doc comment that says as much of the question', async () => {
  const context = await queryContext(
    engine,
    'where is the tracking number of a parcel assigned',
    { ...SEARCH_DEFAULTS, ...assembleOptionsSchema.parse({ maxTokens: 2000 }), map: undefined },
    { now: 0 },
  );
  expect(context.items.map(({ location }) => location?.path)).toEqual(['src/two.ts', 'src/one.ts']);
});
