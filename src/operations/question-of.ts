import type { Operation } from './operation.ts';

/** The question of a call that can be answered before the index is finished. */
export function questionOf(
  { question: field }: Operation,
  input: Readonly<Record<string, unknown>>,
): string | undefined {
  const question = field === undefined ? undefined : input[field];
  return typeof question === 'string' && question.trim() !== '' ? question : undefined;
}
