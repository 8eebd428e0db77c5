import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { binary, temporaryFolder } from './run-binary.ts';

/** The server's messages to a client that greets it, asks for the tools and says it is alive. */
async function conversation(args: readonly string[], protocolVersion: string): Promise<readonly object[]> {
  const root = temporaryFolder();
  const child = spawn(process.execPath, [binary, 'mcp', ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', XDG_CACHE_HOME: `${root}-cache` },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const say = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'e2e', version: '0' };
  say({ id: 1, method: 'initialize', params: { protocolVersion, capabilities: {}, clientInfo } });
  const messages: object[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const message: { id?: number } = JSON.parse(line);
    messages.push(message);
    if (message.id === 1) {
      say({ method: 'notifications/initialized' });
      say({ id: 2, method: 'tools/list' });
    }
    // Only the loaded server answers this one.
    if (message.id === 2) say({ id: 3, method: 'ping' });
    if (message.id === 3) child.stdin.end();
  }
  return messages;
}

it.each([...SUPPORTED_PROTOCOL_VERSIONS, '2031-01-01'])(
  'a client of %s is told the same, once, before and after the server is loaded',
  async (version) => {
    const greeted = await conversation([], version);
    // With an option the command line is loaded first.
    expect(greeted).toEqual(await conversation(['--memory', '512'], version));
    expect(greeted).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }]);
  },
);
