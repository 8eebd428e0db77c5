import type { ReadFailure, SourceFile } from '../core/ports.ts';
import { endLineOf, type Passage } from './passage.ts';

/**
 * Gives each passage the import statements of its file that bring in a name it uses: those the index
 * knows of, else those found by the look of the lines.
 */
export function addImports(
  passages: readonly Passage[],
  files: ReadonlyMap<string, SourceFile | ReadFailure>,
): Passage[] {
  const known = new Map<string, readonly Statement[]>();
  return passages.map((passage) => {
    const { item } = passage;
    const stored = item.metadata?.source === 'code' ? item.metadata.imports : undefined;
    if (stored !== undefined) return { ...passage, imports: stored };
    const file = files.get(item.location?.path ?? '');
    if (file === undefined || typeof file === 'string' || passage.startLine === undefined) return passage;
    const statements = known.get(file.path) ?? importStatements(file.lines);
    known.set(file.path, statements);
    const words = new Set(passage.lines.join('\n').match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []);
    const shown = (line: number) => line >= passage.startLine! && line <= endLineOf(passage)!;
    return {
      ...passage,
      imports: statements
        .filter((statement) => !shown(statement.line) && statement.names.some((name) => words.has(name)))
        .map((statement) => statement.text),
    };
  });
}

interface Statement {
  readonly line: number;
  readonly text: string;
  /** Identifiers in the statement; using one of them means depending on it. */
  readonly names: readonly string[];
}

const STARTS =
  /^\s*(?:import\b|from\s+\S+\s+import\b|use\s+\w|using\s+\w|#include\b|require\b|(?:const|let|var)\s.+=\s*require\()/;
/** Words of the statements themselves, which name nothing. */
const KEYWORDS = new Set(
  'import from as type use using include require const let var static pub crate self super'.split(' '),
);
const LONGEST_STATEMENT = 30;

function importStatements(lines: readonly string[]): Statement[] {
  const statements: Statement[] = [];
  for (let index = 0; index < lines.length; index++) {
    if (!STARTS.test(lines[index] ?? '')) continue;
    const start = index;
    let text = (lines[index] ?? '').trim();
    while (isOpen(text) && index - start < LONGEST_STATEMENT && index + 1 < lines.length) {
      text += ` ${(lines[++index] ?? '').trim()}`;
    }
    const names = (text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []).filter((name) => !KEYWORDS.has(name));
    statements.push({ line: start + 1, text, names });
  }
  return statements;
}

function isOpen(text: string): boolean {
  const opened = text.match(/[({]/g)?.length ?? 0;
  return opened > (text.match(/[)}]/g)?.length ?? 0);
}
