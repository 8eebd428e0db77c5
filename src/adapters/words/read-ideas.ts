import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { PackedIdeas } from '../../core/ports.ts';
import { packageFolder } from '../package-folder.ts';

/** Entries are not checked one by one: the package's own build wrote them, and that would take five times as long. */
const packedSchema = z.object({
  model: z.string(),
  dimensions: z.int().positive(),
  names: z.custom<PackedIdeas['names']>(Array.isArray),
  terms: z.string(),
  descriptions: z.custom<PackedIdeas['descriptions']>(Array.isArray),
});

/** The packaged ideas, as `npm run build` packs them; undefined where they were not built. */
export function readIdeas(): PackedIdeas | undefined {
  const folder = join(packageFolder(), 'vocabularies');
  const path = join(folder, 'ideas.json');
  if (!existsSync(path)) return undefined;
  const packed = packedSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  return { ...packed, signs: readFileSync(join(folder, 'ideas.bin')) };
}
