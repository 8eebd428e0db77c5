// Packs words/ideas.txt into vocabularies/, which the package ships: the ideas with the packaged embedding model, and what
// words mean by the ideas they are said of. Run by `npm run build` and before the tests; what is newer than its sources is kept.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const script = fileURLToPath(import.meta.url);
const source = join(root, 'words/ideas.txt');
const packer = join(root, 'src/search/pack-ideas.ts');
const embedder = join(root, 'src/adapters/embedders/static.ts');
const model = join(root, 'src/adapters/embedders/model-file.ts');
const meanings = join(root, 'src/knowledge/pack-word-meanings.ts');
const concepts = join(root, 'src/knowledge/trade-words.ts');
const target = join(root, 'vocabularies');

/** Named as vitest's global set-up wants it. */
export async function setup() {
  const changed = Math.max(
    ...[script, source, packer, embedder, model, meanings, concepts].map((file) => statSync(file).mtimeMs),
  );
  const [index, signs] = [join(target, 'ideas.json'), join(target, 'ideas.bin')];
  const [words, wordVectors] = [join(target, 'words.json'), join(target, 'words.bin')];
  const made = [index, signs, words, wordVectors];
  if (made.every((file) => existsSync(file) && statSync(file).mtimeMs >= changed)) return;
  mkdirSync(target, { recursive: true });
  const [packing, embedding, packingWords, trade] = await Promise.all(
    [packer, embedder, meanings, concepts].map(async (file) => (await runnerImport(file)).module),
  );
  const ideas = readFileSync(source, 'utf8');
  const packed = await packing.packIdeas(ideas, await embedding.createStaticEmbedder());
  writeFileSync(index, JSON.stringify({ ...packed, signs: undefined }));
  writeFileSync(signs, packed.signs);
  const packedWords = packingWords.packWordMeanings([
    ...ideas
      .split('\n')
      .filter((line) => line.includes(' < ') && !line.startsWith('#'))
      .map((line) => ({ text: line.replaceAll('-', ' '), weight: 1 })),
    // A line of concepts names one thing only, and holds most of its names.
    ...trade.conceptTexts().map((text) => ({ text, weight: 3 })),
  ]);
  writeFileSync(words, JSON.stringify({ ...packedWords, vectors: undefined }));
  writeFileSync(wordVectors, packedWords.vectors);
}

if (process.argv[1] === script) await setup();
