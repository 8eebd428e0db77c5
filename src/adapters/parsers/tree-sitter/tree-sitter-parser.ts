import type { Tree } from 'web-tree-sitter';
import { languageOfPath } from '../../../core/languages.ts';
import type { ParsedFile, Parser } from '../../../core/parser.ts';
import { parseText } from '../text/parse-text.ts';
import { collectUnits } from './collect-units.ts';
import { createGrammarLoader, grammarMemory, type LoadedLanguage } from './grammars.ts';
import { ALL_LANGUAGES } from './languages/all-languages.ts';
import { scriptOf } from './script-of.ts';

/** Creates a parser with a grammar for each of ALL_LANGUAGES; any other text is parsed line by line. */
export function createTreeSitterParser(): Parser {
  const load = createGrammarLoader();
  return {
    languageOf,
    async parse(path, text) {
      const language = isCppHeader(path, text) ? 'cpp' : (languageOf(path) ?? 'text');
      const script = scriptOf(language, text);
      const table = TABLE_BY_NAME.get(script?.language ?? language);
      if (table === undefined || text.length > MAX_TEXT || hasLongLine(text))
        return parseText(language, text);
      try {
        const parsed = parseWith(await load(table), script?.text ?? text);
        if (parsed !== undefined) return { ...parsed, language };
      } catch {
        // A grammar that runs out of memory or hits a bug: fall back to lines, which `approximate` reports.
      }
      return parseText(language, text);
    },
  };
}

/** Parsing a larger file takes seconds and hundreds of megabytes, and it is data rather than code. */
const MAX_TEXT = 2_000_000;
/** Nobody writes such lines; minified code parses slowly into meaningless units. */
const MAX_LINE = 20_000;
/**
 * Some grammars get lost in unfamiliar code and take seconds or gigabytes: such a file is parsed line by line. Work
 * is counted, not time, so that an index is the same on a busy machine. The parser reports every hundred steps: code
 * in these languages takes 4 to 16 reports per thousand characters, and two megabytes of it take 40 MB.
 */
const REPORTS_PER_CHARACTER = 0.1;
const MIN_REPORTS = 2000;
const MAX_MEMORY = 128_000_000;
/** A backstop for what neither limit catches. */
const MAX_MILLISECONDS = 30_000;

function parseWith(language: LoadedLanguage, text: string): ParsedFile | undefined {
  let reports = MIN_REPORTS + text.length * REPORTS_PER_CHARACTER;
  const memory = grammarMemory.buffer.byteLength + MAX_MEMORY;
  const deadline = performance.now() + MAX_MILLISECONDS;
  const isLost = () =>
    --reports < 0 || grammarMemory.buffer.byteLength > memory || performance.now() > deadline;
  let tree: Tree | null = null;
  try {
    tree = language.parser.parse(text, null, { progressCallback: isLost });
    return tree === null ? undefined : collectUnits(tree, text, language.table, language.query);
  } finally {
    if (tree === null) language.parser.reset();
    tree?.delete();
  }
}

const TABLE_BY_NAME = new Map(ALL_LANGUAGES.map((table) => [table.name, table]));

function languageOf(path: string): string | undefined {
  return languageOfPath(path)?.name;
}

/** A `.h` file may be C or C++; only its text tells. */
function isCppHeader(path: string, text: string): boolean {
  return path.endsWith('.h') && CPP_ONLY.test(text);
}

const CPP_ONLY =
  /^\s*(?:class\s+\w|namespace\s+[\w:]*\s*\{|template\s*<|(?:public|private|protected)\s*:|using\s+\w)|\bstd::/m;

function hasLongLine(text: string): boolean {
  let start = 0;
  while (text.length - start > MAX_LINE) {
    const end = text.lastIndexOf('\n', start + MAX_LINE);
    if (end < start) return true;
    start = end + 1;
  }
  return false;
}
