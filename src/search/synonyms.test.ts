import { expect, it } from 'vitest';
import { initialsIn, synonymsIn } from './synonyms.ts';

it('finds the names programs use for what a question says', () => {
  const names = synonymsIn('how does it decide what to leave out');
  expect(names.get('exclude')).toBe('leave out');
  expect(names.get('skip')).toBe('leave out');
  expect(names.has('login')).toBe(false);
  expect(synonymsIn('when are old rows cleaned up').has('prune')).toBe(true);
});
it('a name finds its neighbours', () => {
  expect(synonymsIn('ttl of a session').has('expire')).toBe(true);
});
it('finds whole words only', () => {
  expect(synonymsIn('blogging inward').has('login')).toBe(false);
});
it('words that every question has find no neighbours', () => {
  expect(synonymsIn('how does assembly work on all files at night').size).toBe(0);
});
it('takes the initials of three or four telling words in a row', () => {
  const initials = initialsIn('how are server-sent events sent?');
  expect(initials.get('sse')).toBe('server sent events');
  expect(initials.get('sses')).toBe('server sent events sent');
  expect(initialsIn('a b c d').size).toBe(0);
  expect(initialsIn('where are the events sent').size).toBe(0);
});
