// Packs words/ideas.txt with the packaged embedding model into vocabularies/, which the package ships. Run by `npm run build`
// and before the tests; packed ideas newer than what they are made from are kept.
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
const target = join(root, 'vocabularies');

/** Named as vitest's global set-up wants it. */
export async function setup() {
  const changed = Math.max(
    ...[script, source, packer, embedder, model].map((file) => statSync(file).mtimeMs),
  );
  const [texts, numbers] = [join(target, 'ideas.txt'), join(target, 'ideas.bin')];
  if (existsSync(texts) && existsSync(numbers) && statSync(numbers).mtimeMs >= changed) return;
  mkdirSync(target, { recursive: true });
  const [{ module: packing }, { module: embedding }] = await Promise.all([
    runnerImport(packer),
    runnerImport(embedder),
  ]);
  const packed = await packing.packIdeas(
    readFileSync(source, 'utf8'),
    await embedding.createStaticEmbedder(),
  );
  const { model: name, dimensions, names, terms, starts, signs } = packed;
  const head = JSON.stringify({ model: name, dimensions, ideas: starts.length - 1 });
  const text = [head, names, terms].join('\n');
  // A byte a character is read ten times as fast.
  if (Buffer.from(text, 'latin1').toString('latin1') !== text)
    throw new Error('ideas.txt has a character that Latin-1 lacks.');
  writeFileSync(texts, text, 'latin1');
  writeFileSync(numbers, Buffer.concat([Buffer.from(starts.buffer), signs]));
}

if (process.argv[1] === script) await setup();
