import { describe, expect, it } from 'vitest';
import { speakerFactor, speakerOf, speakersNamed } from './speakers.ts';

describe('who says it', () => {
  it('is the name before the first colon', () => {
    expect(speakerOf('Ada: it works again')).toBe('ada');
    expect(speakerOf('Ada Lovelace: it works again')).toBe('ada lovelace');
  });

  it('is nobody where no name stands before a colon', () => {
    expect(speakerOf('It works again')).toBeUndefined();
    expect(speakerOf('https://example.org is down')).toBeUndefined();
    expect(speakerOf('What I learnt from this week: nothing')).toBeUndefined();
  });

  it('is asked about when the question has a word of the name', () => {
    const texts = ['Ada Lovelace: hello', 'Bob: hello', 'no one'];
    expect([...speakersNamed('What did Ada paint?', texts)]).toEqual(['ada lovelace']);
    expect([...speakersNamed('What was painted?', texts)]).toEqual([]);
  });
});

describe('speakerFactor', () => {
  it('lowers what another than the one asked about says, and nothing else', () => {
    const ada = new Set(['ada']);
    expect(speakerFactor('Bob: I painted a lake.', ada)).toBeLessThan(1);
    expect(speakerFactor('Ada: I painted a lake.', ada)).toBe(1);
    expect(speakerFactor('Bob: I painted a lake.', new Set())).toBe(1);
    expect(speakerFactor('A lake was painted.', ada)).toBe(1);
  });
});
