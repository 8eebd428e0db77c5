import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  endMemory,
  MAX_MEMORY_LENGTH,
  MAX_TAGS,
  memoryInputSchema,
  memorySchema,
  mergeMemories,
  newMemory,
  supersedeMemory,
  updateMemory,
} from './memory.ts';

const NOW = 1_700_000_000_000;
const MENTION = { path: 'src/deploy.ts', name: 'ship', contentHash: 'h' };
const input = (content: string, more: object = {}) => memoryInputSchema.parse({ content, ...more });

describe('what a memory may be', () => {
  it('has a category, half importance and no tags unless told', () => {
    expect(input('Deploys run from main')).toMatchObject({ category: 'fact', importance: 0.5, tags: [] });
  });

  it.each([
    ['an importance above 1', { importance: 1.01 }],
    ['an importance below 0', { importance: -0.1 }],
    ['an importance that is no number', { importance: Number.NaN }],
    ['an unknown category', { category: 'rumour' }],
    ['more than 20 tags', { tags: Array.from({ length: MAX_TAGS + 1 }, (_, index) => `t${index}`) }],
  ])('refuses %s', (_fact, more) => {
    expect(memoryInputSchema.safeParse({ content: 'x', ...more }).success).toBe(false);
  });

  it('refuses blank text and text over 10,000 characters', () => {
    expect(memoryInputSchema.safeParse({ content: ' \n' }).success).toBe(false);
    expect(memoryInputSchema.safeParse({ content: 'x'.repeat(MAX_MEMORY_LENGTH + 1) }).success).toBe(false);
    expect(memoryInputSchema.safeParse({ content: 'x'.repeat(MAX_MEMORY_LENGTH) }).success).toBe(true);
  });
});

describe('how a memory changes', () => {
  const first = newMemory(input('Use port 5432', { tags: ['DB', 'db '], importance: 0.4 }), { now: NOW });

  it('tags are lower case and said once', () => {
    expect(first.tags).toEqual(['db']);
  });

  it('the same said again keeps the wording without filler, the greater importance, all tags and the other wording', () => {
    const again = newMemory(input('Please use port 5432.', { tags: ['postgres'], importance: 0.2 }), {
      now: NOW + 1,
      commit: 'abc',
    });
    expect(mergeMemories(first, again)).toMatchObject({
      content: 'Use port 5432',
      importance: 0.4,
      tags: ['db', 'postgres'],
      commit: 'abc',
      history: [{ content: 'Please use port 5432.', why: 'merged' }],
    });
    expect(mergeMemories(first, first).history).toEqual([]);
  });

  it('the same said again in fewer words loses nothing that was said', () => {
    const whole = 'Deploys go out on Tuesdays before 14:00, through the ship-it bot, never by hand';
    const brief = 'Deploys go out on Tuesdays before 14:00 through ship-it';
    const one = newMemory(input(whole), { now: NOW, code: [MENTION] });
    const other = newMemory(input(brief), { now: NOW + 1 });
    expect(mergeMemories(one, other)).toMatchObject({
      content: whole,
      code: [MENTION],
      history: [{ content: brief }],
    });
    expect(mergeMemories(other, one)).toMatchObject({
      content: whole,
      code: [MENTION],
      history: [{ content: brief }],
    });
  });

  it('an update keeps what was said before', () => {
    const changed = updateMemory(first, { content: 'Use port 5433' }, NOW + 5);
    expect(changed.history).toEqual([{ content: 'Use port 5432', at: NOW + 5, why: 'updated' }]);
    expect(updateMemory(first, { importance: 1 }, NOW).history).toEqual([]);
  });

  it('superseding and ending close the validity and lose nothing', () => {
    expect(supersedeMemory(first, 'mem-2', NOW + 9)).toMatchObject({
      status: 'superseded',
      supersededBy: 'mem-2',
      validUntil: NOW + 9,
      content: 'Use port 5432',
    });
    const ended = endMemory(first, NOW + 3);
    expect(ended).toMatchObject({ status: 'ended', validUntil: NOW + 3 });
    expect(endMemory(ended, NOW + 99)).toEqual(ended);
  });

  it('never loses a wording, never leaves the limits, whatever the order of changes', () => {
    const wording = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== '');
    const tags = fc.array(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: MAX_TAGS });
    const steps = fc.array(fc.tuple(fc.boolean(), wording, fc.double({ min: 0, max: 1, noNaN: true }), tags));
    fc.assert(
      fc.property(steps, (changes) => {
        let memory = first;
        const said = new Set([first.content]);
        for (const [merge, content, importance, added] of changes) {
          said.add(content);
          memory = merge
            ? mergeMemories(memory, newMemory(input(content, { importance, tags: added }), { now: NOW }))
            : updateMemory(memory, { content, importance, tags: added }, NOW);
        }
        const kept = new Set([memory.content, ...memory.history.map((earlier) => earlier.content)]);
        expect([...said].every((text) => kept.has(text))).toBe(true);
        expect(memorySchema.safeParse(memory).success).toBe(true);
      }),
    );
  });
});
