import fc from 'fast-check';
import type { Commit } from '../../src/core/ports.ts';
import type { IndexedFile, RelationRow } from '../../src/core/store.ts';
import { type ChunkTerms, countWords } from '../../src/core/text/chunk-words.ts';
import { hashText } from '../../src/core/text/hash.ts';
import { wordsOf } from '../../src/core/text/terms.ts';

export interface SampleFunction {
  readonly name: string;
  readonly body: string;
  readonly calls?: readonly string[];
}

/** A file as the indexer hands it over: one unit and one chunk per function. */
export function sampleFile(
  path: string,
  functions: readonly SampleFunction[],
  changes: Partial<IndexedFile['file']> = {},
): IndexedFile {
  const texts = functions.map(({ name, body }) => `function ${name}() {\n  ${body}\n}`);
  const lines = (index: number) => ({ startLine: index * 3 + 1, endLine: index * 3 + 3 });
  return {
    file: {
      path,
      language: 'typescript',
      contentHash: hashText(texts.join('\n')),
      size: texts.join('\n').length,
      modifiedAt: 1_700_000_000_000,
      lineCount: functions.length * 3,
      role: 'source',
      ...changes,
    },
    units: functions.map(({ name }, index) => ({
      id: unitId(path, name),
      path,
      entityType: 'function',
      name,
      qualifiedName: name,
      ...lines(index),
      signatureEndLine: lines(index).startLine,
      signature: `function ${name}()`,
      exported: true,
      contentHash: hashText(texts[index]!),
    })),
    chunks: functions.map(({ name }, index) => ({
      id: chunkId(path, name),
      path,
      unitId: unitId(path, name),
      ...lines(index),
      text: texts[index]!,
      contentHash: hashText(texts[index]!),
    })),
    words: countWords(functions.map((each) => sampleTerms(path, each))),
    relations: functions.flatMap(({ name, calls = [] }) =>
      calls.map(
        (target): RelationRow => ({
          kind: 'calls',
          fromPath: path,
          fromUnitId: unitId(path, name),
          toName: target,
          weight: 1,
        }),
      ),
    ),
  };
}

export function sampleTerms(path: string, { name, body }: SampleFunction): ChunkTerms {
  return { name: wordsOf(name), path: wordsOf(path), doc: [], body: wordsOf(body) };
}

export function unitId(path: string, name: string): string {
  return hashText(`unit ${path} ${name}`);
}

export function chunkId(path: string, name: string): string {
  return hashText(`chunk ${path} ${name}`);
}

export function sampleCommit(changes: Partial<Commit> & { readonly sha: string }): Commit {
  return {
    message: 'Change something',
    author: 'Ada',
    email: 'ada@example.org',
    time: 1_700_000_000_000,
    files: [],
    ...changes,
  };
}

/** Few paths, names and words, so that random sequences of writes meet each other often. */
const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'omega', 'parse', 'render', 'queue'];
export const filesArbitrary = fc
  .record({
    path: fc.constantFrom('a.ts', 'lib/a.ts', 'lib/b.ts', 'docs/c.ts'),
    functions: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom('parseAlpha', 'renderBeta', 'queue', 'omegaGamma'),
        body: fc
          .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 })
          .map((words) => words.join(' ')),
      }),
      { selector: ({ name }) => name, maxLength: 4 },
    ),
  })
  .map(({ path, functions }) => sampleFile(path, functions));

export const SAMPLE_TERMS = [
  ...new Set([...WORDS, 'parseAlpha', 'renderBeta', 'omegaGamma', 'lib'].flatMap(wordsOf)),
];

export const FIELDS = { name: 5, path: 2, doc: 1.5, body: 1 };

export function words(...terms: readonly string[]): { term: string; weight: number }[] {
  return terms.map((term) => ({ term, weight: 1 }));
}

/** A vector of unit length along one axis. */
export function unit(axis: number): Float32Array {
  const vector = new Float32Array(8);
  vector[axis] = 1;
  return vector;
}
