import { expect, test } from 'vitest';
import { whyGitEnded } from './why-git-ended.ts';

test('a partial clone is told to fetch, and nobody else is', () => {
  for (const complaints of [
    "fatal: transport 'file' not allowed\nfatal: could not fetch e494ae8 from promisor remote\n",
    'warning: lazy fetching disabled; some objects may not be available\nfatal: unable to read tree e494ae8\n',
  ]) {
    expect(whyGitEnded({ status: 128, complaints })).toMatch(/partial clone.*git fetch --refetch/);
  }
  expect(whyGitEnded({ status: 128, complaints: 'fatal: bad object e494ae8\n' })).toBe(
    'git could not read an object (bad object e494ae8); "git fsck" shows what is damaged',
  );
});

test('a git that was stopped has no damage to look for', () => {
  expect(whyGitEnded({ status: null, complaints: '' })).toMatch(/^git was stopped(?!.*fsck)/);
});
