// Packs the tokenizers' vocabularies from the development dependencies into vocabularies/, which the
// package ships. Run by `npm run build` and before the tests; files newer than this script and what they are made from are kept.
import { copyFileSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const script = fileURLToPath(import.meta.url);
const packer = join(root, 'src/adapters/tokenizers/vocabulary.ts');
const target = join(root, 'vocabularies');

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Some ranks have no token: the array has holes. The dozen tokens that begin with a byte order mark are
 * left out because the library never finds them: who counts with it must not get more than we do.
 */
const gpt = (name) => async () => {
  const { default: tokens } = await import(`gpt-tokenizer/bpeRanks/${name}`);
  return Array.from(tokens, (token) => {
    const bytes = token === undefined ? undefined : Buffer.from(token);
    return BYTE_ORDER_MARK.every((byte, at) => bytes?.[at] === byte) ? undefined : bytes;
  });
};

const VOCABULARIES = {
  o200k_base: gpt('o200k_base'),
  cl100k_base: gpt('cl100k_base'),
  llama3: async () => {
    const { default: tokenizer } = await import('llama3-tokenizer-js');
    const byteOf = new Map(byteLetters().map((letter, byte) => [letter, byte]));
    return tokenizer.vocabById
      .slice(0, LLAMA3_TOKENS)
      .map((token) => Uint8Array.from(token, (letter) => byteOf.get(letter)));
  },
};

/** After these come the control tokens, which no text contains. */
const LLAMA3_TOKENS = 128_000;

/** The printable character that stands for each byte in vocabularies written as text. */
function byteLetters() {
  const isPrintable = (byte) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(isPrintable(byte) ? byte : next++));
}

/** Named as vitest's global set-up wants it. */
export async function setup() {
  const changed = Math.max(
    ...[script, packer, join(root, 'package.json')].map((file) => statSync(file).mtimeMs),
  );
  const names = Object.keys(VOCABULARIES).filter((name) => {
    const file = join(target, `${name}.bin`);
    return !existsSync(file) || statSync(file).mtimeMs < changed;
  });
  if (names.length === 0) return;
  mkdirSync(target, { recursive: true });
  for (const licence of ['gpt-tokenizer/LICENSE', 'llama3-tokenizer-js/LICENSE.md']) {
    copyFileSync(join(root, 'node_modules', licence), join(target, `LICENSE.${dirname(licence)}`));
  }
  const { module } = await runnerImport(packer);
  for (const name of names) {
    writeFileSync(
      join(target, `${name}.bin`),
      Buffer.from(module.packVocabulary(await VOCABULARIES[name]())),
    );
  }
}

if (process.argv[1] === script) await setup();
