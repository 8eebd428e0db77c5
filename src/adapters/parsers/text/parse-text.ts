import type { ParsedFile } from '../../../core/parser.ts';
import { splitLines } from '../../../core/text/lines.ts';
import { markdownHeadings, markedHeadings, underlinedHeadings } from './heading-starts.ts';
import { jsonKeys, tomlKeys, yamlKeys } from './key-starts.ts';
import { patternStarts } from './pattern-starts.ts';
import { type SectionStart, unitsOfSections } from './sections.ts';

/** Finds structure without a grammar: headings, top-level keys, or lines that open definitions. */
export function parseText(language: string, text: string): ParsedFile {
  const lines = splitLines(text);
  const [starts, separator] = startsOf(language, lines);
  return {
    language,
    units: unitsOfSections(starts.slice(0, MAX_SECTIONS), lines, separator),
    references: [],
    imports: [],
    approximate: true,
  };
}

/** A generated data file can have a million keys; nobody looks up the later ones by name. */
const MAX_SECTIONS = 5000;

function startsOf(language: string, lines: readonly string[]): [SectionStart[], string] {
  switch (language) {
    case 'markdown':
      return [markdownHeadings(lines), ' > '];
    case 'rst':
    case 'text':
      return [underlinedHeadings(lines), ' > '];
    case 'asciidoc':
      return [markedHeadings(lines, '='), ' > '];
    case 'org':
      return [markedHeadings(lines, '*'), ' > '];
    case 'json':
      return [jsonKeys(lines), '.'];
    case 'yaml':
      return [yamlKeys(lines), '.'];
    case 'toml':
    case 'ini':
      return [tomlKeys(lines), '.'];
    default:
      return [patternStarts(language, lines), '.'];
  }
}
