import { describe, expect, it } from 'vitest';
import { speakerOf, speakersNamed, tellingFactor } from './speakers.ts';

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

describe('a turn of a conversation', () => {
  const ada = new Set(['ada']);

  it('counts less when it asks, unless it is long enough to tell something first', () => {
    expect(tellingFactor('Ada: what did you paint?', ada)).toBeLessThan(1);
    expect(tellingFactor('Ada: I painted a lake.', ada)).toBe(1);
    expect(tellingFactor(`Ada: ${'I painted a lake. '.repeat(30)}Do you like it?`, ada)).toBe(1);
  });

  it('counts less when another than the one asked about says it', () => {
    expect(tellingFactor('Bob: I painted a lake.', ada)).toBeLessThan(1);
    expect(tellingFactor('Bob: I painted a lake.', new Set())).toBe(1);
    expect(tellingFactor('A lake was painted.', ada)).toBe(1);
  });
});
