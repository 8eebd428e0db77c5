import { ALIASES, LANGUAGES, languageNamed } from '../../../src/core/languages.ts';

const USUAL = '//';

/** Languages, by their names, whose comments do not open as in most; nothing opens one in prose and data. */
export const OPENINGS: Readonly<Record<string, string>> = Object.fromEntries(
  [...LANGUAGES.map(({ name }) => name), ...Object.keys(ALIASES)]
    .map((name): [string, string] => [name.toLowerCase(), openingOf(name)])
    .filter(([, open]) => open !== USUAL),
);

function openingOf(name: string): string {
  const open = languageNamed(name)?.comment[0].trim() ?? USUAL;
  if (open === '/*') return USUAL;
  return open === '[' ? '' : open;
}
