import type { SearchOptions } from '../core/query.ts';
import type { IndexStore } from '../core/store.ts';
import { matchesGlobs } from '../core/text/glob.ts';

/** Limits that leave no file to search are sooner mistyped than meant, so the reply names them. */
export async function filterWarnings(
  index: IndexStore,
  { languages, paths }: Pick<SearchOptions, 'languages' | 'paths'>,
): Promise<readonly string[]> {
  if (languages.length === 0 && paths.length === 0) return [];
  const files = await index.files();
  const known = [...new Set(files.map(({ language }) => language))].sort();
  const warnings: string[] = [];
  if (languages.length > 0 && !languages.some((language) => known.includes(language))) {
    warnings.push(`No file in ${languages.join(' or ')} is indexed; there are ${known.join(', ')}.`);
  }
  if (paths.length > 0 && !files.some(({ path }) => matchesGlobs(path, paths))) {
    warnings.push(
      `No indexed file matches ${paths.join(', ')}; "dossier files" lists them, relative to the root.`,
    );
  }
  return warnings;
}
