import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { platform } from 'node:process';
import { expect, test } from 'vitest';
import { watchForStuck } from './stuck-process.ts';

const run = (script: string) => spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
const watched = async (script: string, limits?: Parameters<typeof watchForStuck>[2]) => {
  const child = run(script);
  const unwatch = watchForStuck(child.pid ?? 0, () => child.kill('SIGKILL'), limits);
  const [, signal] = await once(child, 'exit');
  unwatch();
  return signal;
};

// Only Linux tells what a process does.
test.runIf(platform === 'linux')('a process that only waits is stopped', async () => {
  expect(await watched('process.stdin.resume(); setInterval(() => {}, 1e9)', { waitLimit: 300 })).toBe(
    'SIGKILL',
  );
});

test.runIf(platform === 'linux')('a process that holds too much memory is stopped', async () => {
  const script = 'const kept = []; setInterval(() => kept.push(Buffer.alloc(1e6, 1)), 1)';
  expect(await watched(script, { memoryLimit: 200_000_000 })).toBe('SIGKILL');
});

test('a process that is woken now and then goes on to its end', async () => {
  expect(
    await watched('let left = 60; setInterval(() => --left || process.exit(), 50)', { waitLimit: 1000 }),
  ).toBe(null);
});
