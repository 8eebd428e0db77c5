import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const campaign = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['scripts/campaign.mjs', ...args], { encoding: 'utf8' });

test('--help tells how to start the campaign, and its parts', () => {
  const { status, stdout } = campaign('--help');
  expect(status).toBe(0);
  expect(stdout).toMatch(/--only <part>[\s\S]*Parts: budget; .*attacks/);
});

test.each([
  [['much'], /"much" is no share/],
  [['--only', 'nothing'], /No part is called "nothing". There are: budget/],
  [['--unknown'], /Unknown option '--unknown'[\s\S]*--only <part>/],
])('a mistake is told before anything runs: %s', (args, sentence) => {
  const { status, stderr } = campaign(...args);
  expect(status).toBe(2);
  expect(stderr).toMatch(sentence);
});
