import type { z } from 'zod';

const LONGEST_ENTRY = 60;

/** What is wrong with an input, field by field. `raw` is the input before it was parsed. */
export function describeProblems(error: z.ZodError, raw: unknown): string {
  return error.issues
    .map((issue) => {
      const field = fieldOf(issue.path, raw);
      // Our own message is a whole sentence, or a predicate such as "must not be blank".
      const isSentence = field === '' || (issue.code === 'custom' && /^[A-Z]/.test(issue.message));
      return isSentence ? issue.message : `${field} ${problemOf(issue, raw)}`;
    })
    .join('; ');
}

/** `"limit"`, or `"foo" in "strategies"`: a reader knows the entry by its text, not by its place. */
function fieldOf(path: readonly PropertyKey[], raw: unknown): string {
  if (path.length === 0) return '';
  const entry = typeof path.at(-1) === 'number' ? valueAt(raw, path) : undefined;
  const isShort = typeof entry === 'string' && entry.length <= LONGEST_ENTRY;
  return isShort ? `"${entry}" in "${path.slice(0, -1).join('.')}"` : `"${path.join('.')}"`;
}

/** Frequent mistakes in plain words; the rest in zod's. */
function problemOf(issue: z.core.$ZodIssue, raw: unknown): string {
  const isMissing = valueAt(raw, issue.path) === undefined;
  if (issue.code === 'invalid_value')
    return `${isMissing ? 'is missing; it ' : ''}must be ${listOf(issue.values)}`;
  if (issue.code === 'invalid_type' && isMissing) return 'is missing';
  if (issue.code === 'invalid_type') return `must be ${article(issue.expected)}`;
  if (issue.code === 'custom') return issue.message;
  if (issue.code !== 'too_small' && issue.code !== 'too_big')
    return `is not valid: ${issue.message.replace(/^Invalid input: /, '')}`;
  const unit = issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' entries' : '';
  const verb = unit === '' ? 'be' : 'have';
  if (issue.code === 'too_big') return `must ${verb} at most ${issue.maximum}${unit}`;
  return unit !== '' && issue.minimum === 1
    ? 'must not be empty'
    : `must ${verb} at least ${issue.minimum}${unit}`;
}

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    raw,
  );
}

function listOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`;
}
