import { splitPath, wordsOf } from './names.ts';

export interface ExampleFile {
  readonly path: string;
  readonly role: string;
  readonly commitCount: number;
  readonly lineCount: number;
}

const SMALLEST_LINES = 20;

/**
 * Questions a user could ask about this project, made from the files that change most: one per folder, so that they
 * differ.
 */
export function exampleQuestions(files: readonly ExampleFile[], count = 4): readonly string[] {
  const telling = files
    .filter(
      ({ path, role, lineCount }) => role === 'source' && lineCount >= SMALLEST_LINES && isDistinctive(path),
    )
    .sort((a, b) => b.commitCount - a.commitCount || a.path.localeCompare(b.path));
  const folders = new Set<string>();
  const chosen = telling.filter(({ path }) => {
    const { folder } = splitPath(path);
    if (folders.has(folder)) return false;
    folders.add(folder);
    return true;
  });
  return chosen.slice(0, count).map(({ path }, index) => question(path, index));
}

/** A name of two or more words says what the file is about. */
function isDistinctive(path: string): boolean {
  return wordsOf(splitPath(path).file).split(' ').length >= 2;
}

function question(path: string, index: number): string {
  const subject = wordsOf(splitPath(path).file);
  const forms = [`how does ${subject} work`, `where is ${subject} used`, `what depends on ${path}`];
  return forms[index % forms.length] ?? subject;
}
