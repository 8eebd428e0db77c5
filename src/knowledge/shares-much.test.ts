import { expect, it } from 'vitest';
import { sharesMuch } from './shares-much.ts';

const ROLLOUT =
  'Deployments by Argo CD: merge deploy/env/prod/values.yaml, production needs a click in the UI.';

it.each([
  ['promote the hotfix to production', ROLLOUT],
  ['delete the merged local branches', 'Branches: <initials>/<ticket>-name. Rebase, no merge commits.'],
])('%s', (prompt, text) => {
  expect(sharesMuch(prompt, text)).toBe(true);
});

it.each([
  ['go ahead', 'Go 1.23; the toolchain line in go.mod pins the patch version.'],
  ['merge it', ROLLOUT],
  ['use a table instead', 'Device identity is (tenant, serial). The uuid in the table devices is internal.'],
  ['', ROLLOUT],
])('one word in common is chance: %s', (prompt, text) => {
  expect(sharesMuch(prompt, text)).toBe(false);
});
