import type { Tree } from 'web-tree-sitter';
import { languageOfPath } from '../../../core/languages.ts';
import type { ParsedFile, Parser } from '../../../core/parser.ts';
import { parseText } from '../text/parse-text.ts';
import { collectUnits } from './collect-units.ts';
import { createGrammarLoader, grammarMemory, type LoadedLanguage } from './grammars.ts';
import { ALL_LANGUAGES } from './languages/all-languages.ts';
import { scriptOf } from './script-of.ts';

/** A parser with a grammar for each language of ALL_LANGUAGES; every other text is read by its lines. */
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
        // A grammar that runs out of memory or meets a bug leaves this file to its lines: `approximate` says so.
      }
      return parseText(language, text);
    },
  };
}

/** A file above this takes seconds and hundreds of megabytes as a tree, and is data rather than code. */
const MAX_TEXT = 2_000_000;
/** No person writes such lines; minified code as a tree is slow and its units mean nothing. */
const MAX_LINE = 20_000;
/**
 * Some grammars are lost in code they do not know, and take seconds or gigabytes: such a file is read by its lines. Work
 * is counted, not time, so that an index is the same on a busy machine. The parser reports after every hundred steps:
 * code of the languages here takes 4 to 16 reports for a thousand characters, and two megabytes of it take 40 MB.
 */
const REPORTS_PER_CHARACTER = 0.1;
const LEAST_REPORTS = 2000;
const MOST_MEMORY = 128_000_000;
/** For what neither measure catches. */
const MOST_MILLISECONDS = 30_000;

function parseWith(language: LoadedLanguage, text: string): ParsedFile | undefined {
  let reports = LEAST_REPORTS + text.length * REPORTS_PER_CHARACTER;
  const memory = grammarMemory.buffer.byteLength + MOST_MEMORY;
  const deadline = performance.now() + MOST_MILLISECONDS;
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

/** A `.h` file belongs to C or C++; only its text tells. */
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
