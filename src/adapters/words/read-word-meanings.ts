import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { PackedWords } from '../../core/ports.ts';
import { packageFolder } from '../package-folder.ts';

/** Entries are not checked one by one: the package's own build wrote them. */
const packedSchema = z.object({
  dimensions: z.int().positive(),
  terms: z.custom<PackedWords['terms']>(Array.isArray),
  weights: z.custom<PackedWords['weights']>(Array.isArray),
});

/** The packaged meanings of words, as `npm run build` packs them; undefined where they were not built. */
export function readWordMeanings(): PackedWords | undefined {
  const folder = join(packageFolder(), 'vocabularies');
  const path = join(folder, 'words.json');
  if (!existsSync(path)) return undefined;
  const packed = packedSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const { buffer, byteOffset, byteLength } = readFileSync(join(folder, 'words.bin'));
  return { ...packed, vectors: new Int8Array(buffer, byteOffset, byteLength) };
}
