import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { PackedIdeas } from '../../core/ports.ts';
import { packageFolder } from '../package-folder.ts';

const headSchema = z.object({
  model: z.string(),
  dimensions: z.int().positive(),
  ideas: z.int().nonnegative(),
});

/**
 * The packaged ideas, as `npm run build` packs them; undefined where they were not built. Nothing of them is parsed but a line:
 * questions of a new process need a few of thousands.
 */
export function readIdeas(): PackedIdeas | undefined {
  const folder = join(packageFolder(), 'vocabularies');
  const path = join(folder, 'ideas.txt');
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'latin1');
  const head = text.indexOf('\n');
  const middle = text.indexOf('\n', head + 1);
  const { ideas, ...packed } = headSchema.parse(JSON.parse(text.slice(0, head)));
  const numbers = readFileSync(join(folder, 'ideas.bin'));
  const end = (ideas + 1) * Uint32Array.BYTES_PER_ELEMENT;
  return {
    ...packed,
    names: text.slice(head + 1, middle),
    terms: text.slice(middle + 1),
    starts: new Uint32Array(numbers.buffer.slice(numbers.byteOffset, numbers.byteOffset + end)),
    signs: numbers.subarray(end),
  };
}
