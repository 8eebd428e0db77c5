import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conceptsIn, termsOfConcept } from './trade-words.ts';

const share = (one: string, other: string) => {
  const ofOther = conceptsIn(other);
  return [...conceptsIn(one).keys()].some((concept) => ofOther.has(concept));
};

describe('concepts of the trade', () => {
  it.each([
    ['prepare the changelog', 'Release notes are written by Marit.'],
    ['where is the db password', 'Secrets come from the vault.'],
    ['umlauts are garbled', 'The header claims UTF-8, decode it.'],
    ['start everything on my laptop', 'Local stack: docker compose up'],
    ['add a column to books', 'Migrations run on first launch.'],
  ])('"%s" and "%s" share one', (question, note) => {
    expect(share(question, note)).toBe(true);
  });

  it.each([
    ['sign the installer', 'Users log in with the company account.'],
    ['thanks, that is all', 'The database primary is in Frankfurt.'],
  ])('"%s" and "%s" share none', (question, note) => {
    expect(share(question, note)).toBe(false);
  });

  it('finds a phrase only as a whole', () => {
    const names = (text: string) => [...conceptsIn(text).values()];
    expect(names('roll it back')).not.toContain('roll back');
    expect(names('please roll back')).toContain('roll back');
  });

  it('names every concept by something that is in the text, whatever the text', () => {
    const words = [
      'roll',
      'back',
      'sign',
      'in',
      'out',
      'of',
      'memory',
      'pull',
      'request',
      'on',
      'call',
      'pods',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 12 }), (chosen) => {
        const text = chosen.join(' ');
        for (const [concept, name] of conceptsIn(text)) {
          expect(text).toContain(name);
          expect(termsOfConcept(concept).length).toBeGreaterThan(0);
        }
      }),
    );
  });
});
