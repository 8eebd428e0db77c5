import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeProblems } from './describe-problems.ts';

const schema = z.strictObject({
  text: z.string().min(1).max(3).default('x'),
  many: z.array(z.int()).min(2).default([1, 2]),
  kind: z.enum(['a', 'b']).default('a'),
  one: z.literal(true).default(true),
  needed: z.string(),
  choice: z.enum(['c', 'd']),
  blank: z
    .string()
    .refine((text) => text !== ' ', 'must not be blank')
    .refine((text) => text !== '', 'Say something')
    .default('x'),
});
const problems = (changes: object) => {
  const raw = { needed: 'x', choice: 'c', ...changes };
  const parsed = schema.safeParse(raw);
  return parsed.success ? '' : describeProblems(parsed.error, raw);
};

describe('describeProblems', () => {
  it.each([
    [{}, ''],
    [{ needed: undefined }, '"needed" is missing'],
    [{ choice: undefined }, '"choice" is missing; it must be one of c, d'],
    [{ text: '' }, '"text" must not be empty'],
    [{ text: 'long' }, '"text" must have at most 3 characters'],
    [{ many: [1] }, '"many" must have at least 2 entries'],
    [{ many: [1, 'x'] }, '"x" in "many" must be a number'],
    [{ kind: 'z' }, '"kind" must be one of a, b'],
    [{ one: false }, '"one" must be true'],
    [{ blank: ' ' }, '"blank" must not be blank'],
    [{ blank: '' }, 'Say something'],
    [{ other: 1 }, 'Unrecognized key: "other"'],
  ])('of %j it says %j', (changes, expected) => {
    expect(problems(changes)).toBe(expected);
  });
});
