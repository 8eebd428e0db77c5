import type { z } from 'zod';

/** What is wrong with an input, field by field. `raw` is what was checked. */
export function describeProblems(error: z.ZodError, raw: unknown): string {
  return error.issues
    .map((issue) => {
      const field = issue.path.join('.');
      return field === '' ? problemOf(issue, raw) : `${field}: ${problemOf(issue, raw)}`;
    })
    .join('; ');
}

/** The most frequent mistakes in plain words; the others as zod says them. */
function problemOf(issue: z.core.$ZodIssue, raw: unknown): string {
  const isMissing = valueAt(raw, issue.path) === undefined;
  if (issue.code === 'invalid_value') return `${isMissing ? 'missing, ' : ''}must be ${listOf(issue.values)}`;
  if (issue.code === 'invalid_type' && isMissing) return 'missing';
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return issue.message;
  const unit = issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' entries' : '';
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}${unit}`;
  return unit !== '' && issue.minimum === 1
    ? 'must not be empty'
    : `must be at least ${issue.minimum}${unit}`;
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
