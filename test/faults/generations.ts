import type { IndexedFile, IndexStore } from '../../src/core/store.ts';
import { chunkId, sampleFile } from '../contracts/store-samples.ts';

export const SCOPE = { owner: 'ada', project: 'engine' };
const FILES = 12;
const FUNCTIONS = 8;

/** Files that all say which generation they are of; one transaction writes a whole generation. */
export function filesOfGeneration(generation: number): IndexedFile[] {
  return Array.from({ length: FILES }, (_, file) =>
    sampleFile(
      `src/file-${file}.ts`,
      Array.from({ length: FUNCTIONS }, (_function, index) => ({
        name: `common${index}`,
        body: `shared words of generation${generation}`,
      })),
    ),
  );
}

/** The generation everything is of; throws when a reader sees parts of two, or parts missing. */
export async function generationOf(index: IndexStore): Promise<number> {
  const ids = Array.from({ length: FILES }, (_, file) => chunkId(`src/file-${file}.ts`, 'common0'));
  const chunks = await index.chunks(ids);
  const generations = new Set(chunks.map(({ text }) => /generation(\d+)/.exec(text)?.[1]));
  if (chunks.length !== FILES || generations.size !== 1) {
    throw new Error(`${chunks.length} chunks of generations ${[...generations].join(', ')}`);
  }
  const [generation] = generations;
  const fields = { name: 1, path: 1, doc: 1, body: 1 };
  const found = await index.matchTerms([{ term: 'common0', weight: 1 }], { limit: 1000, fields });
  if (found.length !== FILES) throw new Error(`${found.length} chunks have a word that ${FILES} have`);
  return Number(generation);
}
