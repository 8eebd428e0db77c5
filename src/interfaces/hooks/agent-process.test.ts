import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { agentProcess } from './agent-process.ts';

describe('the process of the agent', () => {
  it('is the parent, when that is no shell or not to be found', () => {
    expect(agentProcess(process.pid)).toBe(process.pid);
    expect(agentProcess(2 ** 30)).toBe(2 ** 30);
  });

  it.runIf(process.platform === 'linux')('is found above the shells that it starts a hook with', async () => {
    // The inner shell waits for the pipe to close, the outer one for the inner one.
    const shells = spawn('sh', ['-c', `sh -c 'echo $$; read line; exit 0'; exit 0`]);
    const [inner] = await once(shells.stdout, 'data');
    expect(Number(inner)).not.toBe(shells.pid);
    expect(agentProcess(Number(inner))).toBe(process.pid);
    shells.stdin.end();
    await once(shells, 'close');
  });
});
