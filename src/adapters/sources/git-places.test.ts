import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { branchOf } from './git-places.ts';

test.each([
  ['a branch', 'ref: refs/heads/feature/a\n', 'feature/a'],
  ['a commit', 'e494ae82912c36833343824193a1ea98246a2e13\n', undefined],
  ['a reftable, which keeps the name itself', 'ref: refs/heads/.invalid\n', undefined],
])('the branch of %s', (_name, head, branch) => {
  const root = mkdtempSync(join(tmpdir(), 'dossier-branch-'));
  mkdirSync(join(root, '.git'));
  writeFileSync(join(root, '.git/HEAD'), head);
  expect(branchOf(root)).toBe(branch);
  rmSync(root, { recursive: true, force: true });
});
