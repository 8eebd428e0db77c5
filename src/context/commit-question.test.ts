import { expect, it } from 'vitest';
import { commitQuestion } from './commit-question.ts';

const ask = (message: string, files = 1) =>
  commitQuestion({
    sha: 'a',
    author: '',
    email: '',
    time: 0,
    message,
    files: Array.from({ length: files }, (_, index) => ({ path: `${index}`, insertions: 1, deletions: 0 })),
  });

it('a message is asked without trailers and issue numbers', () => {
  expect(ask('Close idle sessions sooner (#12)\n\nSigned-off-by: Ann <a@b.c>')).toBe(
    'Close idle sessions sooner',
  );
});
it.each([
  ['a merge', 'Merge branch main into work', 1],
  ['a version bump', 'Bump lodash from 1 to 2', 1],
  ['a message of two words', 'Fix typo', 1],
  ['a commit of very many files', 'Format the whole source tree', 50],
  ['an empty commit', 'Start the build again please', 0],
])('%s asks nothing', (_, message, files) => expect(ask(message, files)).toBeUndefined());
