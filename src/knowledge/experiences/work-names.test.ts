import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { APPROACHES, DOMAINS, ROOT_CAUSES } from '../../core/vocabulary.ts';
import { type WorkField, withWorkNames, workNameOf } from './work-names.ts';

const LISTS = { domain: DOMAINS, strategy: APPROACHES, rootCause: ROOT_CAUSES };
const field = fc.constantFrom<WorkField>('domain', 'strategy', 'rootCause');

describe('words for kinds of work', () => {
  it('known names stay as they are, without a note', () => {
    for (const of of ['domain', 'strategy', 'rootCause'] as const)
      for (const name of LISTS[of]) expect(workNameOf(of, name)).toEqual({ name });
  });

  it.each([
    ['strategy', 'bisect', 'divide-and-conquer'],
    ['strategy', 'Root cause analysis', 'root-cause-analysis'],
    ['strategy', 'rootCauseAnalysis', 'root-cause-analysis'],
    ['strategy', 'read_the_error', 'read-the-error'],
    ['domain', 'Bug Fix', 'debugging'],
    ['domain', 'debuging', 'debugging'],
    ['domain', 'perf', 'performance'],
    ['rootCause', 'race condition', 'timing-issue'],
  ] as const)('%s %s is %s', (of, word, name) => {
    expect(workNameOf(of, word).name).toBe(name);
  });

  it('a word that means no known name is kept, and the reply says which there are', () => {
    expect(workNameOf('domain', 'Data migration')).toEqual({
      name: 'data-migration',
      typed: 'Data migration',
      note: `Domain "Data migration" counts as itself: it is none of ${DOMAINS.join(', ')}.`,
    });
  });

  it('the word as typed becomes a tag where another name is kept', () => {
    const { value, tags, notes } = withWorkNames({ domain: 'testing', strategy: 'git bisect', goal: 'x' });
    expect(value).toEqual({ domain: 'testing', strategy: 'divide-and-conquer', goal: 'x' });
    expect(tags).toEqual(['git bisect']);
    expect(notes).toEqual(['Strategy "git bisect" counts as divide-and-conquer.']);
  });

  it('a secret in the place of a word is repeated nowhere', () => {
    const token = `ghp_${'k3Jf9sQ2LmX7vB1nZr8T'.repeat(2).slice(0, 36)}`;
    expect(JSON.stringify(workNameOf('domain', token))).not.toContain(token);
  });

  it('no word is ever refused or lost, and a kept name always means itself', () => {
    const word = fc
      .string({ minLength: 1, maxLength: 60, unit: 'grapheme' })
      .filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(field, word, (of, text) => {
        const { name, typed } = workNameOf(of, text);
        expect(name).not.toBe('');
        expect(workNameOf(of, name).name).toBe(name);
        const known: readonly string[] = LISTS[of];
        if (!known.includes(name)) expect(typed).toBeDefined();
      }),
      { examples: [['domain', 'A𝐀']] },
    );
  });
});
