import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DossierError } from '../../src/core/errors.ts';
import { openEngine } from '../../src/open-engine.ts';
import { indexOperation } from '../../src/operations/index-project.ts';
import { forget, memoryList, recall, remember } from '../../src/operations/memories.ts';
import { runOperation } from '../../src/operations/run-operation.ts';
import { search } from '../../src/operations/search.ts';
import { NOW, wordEmbedder } from '../knowledge/open-test-engine.ts';

const PAGE = 4096;
const SEEDS = Number(process.env['DOSSIER_CAMPAIGN'] ?? 1) * 50;
const SUBJECTS = ['invoice', 'parser', 'harbour', 'lantern', 'orchard', 'compass', 'violin', 'glacier'];

let folder = '';
let pristine: Buffer;
let expected: unknown;
let memory = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-damaged-'));
  for (const [number, subject] of Array.from({ length: 40 }, (_, at) => [at, SUBJECTS[at % 8]!] as const)) {
    const name = `${subject}${number}`;
    writeFileSync(
      join(folder, `${name}.ts`),
      `/** Reads one ${subject}. */\nexport function read_${name}(text: string) {\n  return text.split('${name}');\n}\n`,
    );
  }
  const engine = open('s.sqlite');
  await runOperation(engine, indexOperation, {}, context);
  for (const subject of SUBJECTS) {
    const content = `We always read the ${subject} twice.`;
    memory = (await runOperation(engine, remember, { content }, context)).id;
  }
  expected = await runOperation(engine, search, QUESTION, context);
  await engine.close();
  pristine = readFileSync(join(folder, 's.sqlite'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const context = { now: NOW, signal: new AbortController().signal, progress: () => undefined };
const QUESTION = { query: 'read harbour2' };
const open = (store: string) => ({
  ...openEngine({
    root: folder,
    settings: { store: join(folder, store), project: 'shop', exclude: ['*.sqlite*'] },
    environment: {},
  }),
  embedder: async () => wordEmbedder,
});

/** Numbers that look random and are the same for a seed. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

/** Ways to damage a file; each takes its place from the seed. The word stands in names and postings. */
const DAMAGES: readonly (readonly [string, (file: Buffer, random: (below: number) => number) => Buffer])[] = [
  ['a flipped bit', (file, random) => flip(file, random(file.length))],
  ['zeros over a sector', (file, random) => fill(file, random(file.length / 512) * 512, 512)],
  ['a page of zeros', (file, random) => fill(file, (1 + random(file.length / PAGE - 1)) * PAGE, PAGE)],
  ['a cut', (file, random) => file.subarray(0, PAGE + random(file.length - PAGE))],
  ['two pages swapped', (file, random) => swap(file, random)],
  ['noise', (file, random) => noise(file, random(file.length - 300), random)],
  ['a word gone', (file, random) => overwrite(file, 'harbour2', random)],
  [
    'words gone everywhere',
    (file) => Buffer.from(file.toString('latin1').replaceAll('harbour', 'hxrbour'), 'latin1'),
  ],
  ['postings gone', (file, random) => behind(file, 'harbour2', random)],
  ['the scope gone', (file, random) => overwrite(file, 'shop', random)],
];

const changed = (file: Buffer, change: (copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(file);
  change(copy);
  return copy;
};
const flip = (file: Buffer, at: number) =>
  changed(file, (copy) => {
    copy[at]! ^= 4;
  });
const fill = (file: Buffer, at: number, length: number) =>
  changed(file, (copy) => copy.fill(0, at, at + length));
const swap = (file: Buffer, random: (below: number) => number) =>
  changed(file, (copy) => {
    const pages = file.length / PAGE - 1;
    const first = 1 + random(pages);
    const second = 1 + ((first + random(pages - 1)) % pages);
    file.copy(copy, first * PAGE, second * PAGE, (second + 1) * PAGE);
    file.copy(copy, second * PAGE, first * PAGE, (first + 1) * PAGE);
  });
const noise = (file: Buffer, at: number, random: (below: number) => number) =>
  changed(file, (copy) => {
    for (let offset = 0; offset < 300; offset++) copy[at + offset] = random(256);
  });
const placesOf = (file: Buffer, word: string) => {
  const places: number[] = [];
  for (let at = file.indexOf(word); at >= 0; at = file.indexOf(word, at + 1)) places.push(at);
  return places;
};
const overwrite = (file: Buffer, word: string, random: (below: number) => number) => {
  const places = placesOf(file, word);
  return changed(file, (copy) => copy.write('x'.repeat(word.length), places[random(places.length)]!));
};
const behind = (file: Buffer, word: string, random: (below: number) => number) => {
  const places = placesOf(file, word);
  return fill(file, places[random(places.length)]! + word.length, 8);
};

async function answerOf(store: string): Promise<'refused' | 'nothing' | 'same' | 'different'> {
  const engine = open(store);
  try {
    const answer = await runOperation(engine, search, QUESTION, context);
    if (JSON.stringify(answer) === JSON.stringify(expected)) return 'same';
    return JSON.stringify(answer).includes('"nothing"') ? 'nothing' : 'different';
  } catch (error) {
    const said = error instanceof DossierError && ['store-corrupt', 'not-indexed'].includes(error.code);
    if (!said) throw error;
    return 'refused';
  } finally {
    await engine.close();
  }
}

type Ask = (engine: ReturnType<typeof open>) => Promise<number>;
const RECORD_QUESTIONS: readonly Ask[] = [
  async (engine) => {
    const { memories } = await runOperation(engine, recall, { query: 'invoice twice' }, context);
    return memories.length;
  },
  async (engine) => (await runOperation(engine, memoryList, {}, context)).memories.length,
  async (engine) => (await runOperation(engine, forget, { id: memory }, context)).id.length,
];

/** How many records the store tells of; undefined when it is refused as damaged. */
async function recordsIn(store: string, ask: Ask): Promise<number | undefined> {
  const engine = open(store);
  try {
    return await ask(engine);
  } catch (error) {
    if (error instanceof DossierError && error.code === 'store-corrupt') return undefined;
    if (error instanceof DossierError && error.code === 'not-found') return 0;
    throw error;
  } finally {
    await engine.close();
  }
}

/** What changes the structure of the file or its counts; the others change text inside rows, which nothing can tell. */
const STRUCTURAL = ['a page of zeros', 'a cut', 'two pages swapped'];

describe('a store that something else has damaged', () => {
  it.each(DAMAGES.filter(([name]) => STRUCTURAL.includes(name)))(
    'never answers "nothing" without a word: %s',
    async (_name, damage) => {
      for (let seed = 1; seed <= SEEDS / DAMAGES.length; seed++) {
        const name = `damaged-${seed}.sqlite`;
        writeFileSync(join(folder, name), damage(pristine, randomNumbers(seed)));
        expect(await answerOf(name)).not.toBe('nothing');
      }
    },
  );

  it('never says that a memory is not there, whichever page is gone', async () => {
    for (let page = 1; page < pristine.length / PAGE; page++) {
      writeFileSync(join(folder, 'records.sqlite'), fill(pristine, page * PAGE, PAGE));
      for (const ask of RECORD_QUESTIONS) expect(await recordsIn('records.sqlite', ask)).not.toBe(0);
    }
  });

  it('that is damaged in any way is refused, answers as before, or names other places', async () => {
    let nothing = 0;
    let runs = 0;
    for (const [, damage] of DAMAGES) {
      for (let seed = 1; seed <= SEEDS / DAMAGES.length; seed++) {
        const name = `any-${seed}.sqlite`;
        writeFileSync(join(folder, name), damage(pristine, randomNumbers(seed)));
        runs++;
        if ((await answerOf(name)) === 'nothing') nothing++;
      }
    }
    // Words overwritten inside rows look like a project without them.
    expect(nothing / runs).toBeLessThan(0.1);
  });

  it('answers when it was copied or put back from a backup', async () => {
    writeFileSync(join(folder, 'copy.sqlite'), pristine);
    expect(await answerOf('copy.sqlite')).toBe('same');
  });
});
