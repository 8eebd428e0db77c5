import type { Engine } from '../../core/engine.ts';
import { DossierError } from '../../core/errors.ts';
import { memoryInputSchema } from '../memories/memory.ts';
import { memories } from '../memories/memory-records.ts';
import { remember } from '../memories/remember.ts';
import { FOREIGN_FORMATS, FOREIGN_NAMES, type ForeignName } from './formats.ts';

interface ImportReport {
  readonly imported: number;
  readonly unchanged: number;
  readonly skipped: readonly { readonly line: number; readonly reason: string }[];
  readonly warnings: readonly string[];
}

/**
 * Imports the memories of another program; undefined if no format matches. Duplicates are merged, so importing twice
 * adds nothing.
 */
export async function importForeign(
  engine: Engine,
  text: string,
  options: { readonly format?: ForeignName | undefined; readonly now: number },
): Promise<ImportReport | undefined> {
  const names = options.format === undefined ? FOREIGN_NAMES : [options.format];
  for (const name of names) {
    const found = FOREIGN_FORMATS[name].read(text);
    if (found === undefined) continue;
    const warnings = new Set<string>();
    let imported = 0;
    for (const { input, at } of found.memories) {
      const { action, warnings: told } = await remember(engine, memoryInputSchema.parse(input), {
        now: Math.min(at ?? options.now, options.now),
      });
      for (const warning of told) warnings.add(warning);
      if (action === 'added') imported++;
    }
    const unchanged = found.memories.length - imported;
    return { imported, unchanged, skipped: found.skipped, warnings: [...warnings] };
  }
  if (options.format === undefined) return undefined;
  throw new DossierError(
    'invalid-input',
    `The text is not what ${options.format} writes. Leave --as out to have the format detected.`,
  );
}

/** Current memories in another program's format, oldest first. */
export async function exportForeign(
  engine: Engine,
  format: ForeignName,
  now: number,
): Promise<{ readonly text: string; readonly records: number }> {
  const found = [];
  for (let offset = 0; ; offset += PAGE) {
    const page = await memories.list(engine, { where: { status: 'current' }, limit: PAGE, offset });
    found.push(...page);
    if (page.length < PAGE) break;
  }
  return { text: FOREIGN_FORMATS[format].write(found.reverse(), now), records: found.length };
}
const PAGE = 500;
