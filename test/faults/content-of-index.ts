import type { IndexStore } from '../../src/core/store.ts';

/** Everything a user can see of an index, in an order that does not depend on how it was made. */
export async function contentOfIndex(index: IndexStore, word: string) {
  const files = [...(await index.files())].sort((a, b) => (a.path < b.path ? -1 : 1));
  const paths = files.map(({ path }) => path);
  const { version: _version, indexedAt: _indexedAt, ...state } = await index.state();
  const chunkIds = (await index.chunksOfFiles(paths)).map(({ id }) => id).sort();
  const fields = { name: 3, path: 1, doc: 1, body: 1 };
  const found = await index.matchTerms([{ term: word, weight: 1 }], { limit: 10_000, fields });
  return {
    state,
    files,
    chunks: byId(await index.chunks(chunkIds)),
    units: await Promise.all(paths.map((path) => index.unitsOfFile(path))),
    relations: await Promise.all(paths.map((path) => index.relationsFrom([path]))),
    importance: [...(await index.importanceOf(paths))].sort(),
    commits: (await index.commits({ limit: 100 })).map(({ sha }) => sha),
    search: byId(found.map(({ chunk, score }) => ({ id: chunk.id, score: score.toFixed(6) }))),
  };
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  return [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
}
