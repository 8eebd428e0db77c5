import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../run-binary.ts';

it('the server for the conformance suite offers the tools the suite calls', async () => {
  const script = fileURLToPath(new URL('serve.mjs', import.meta.url));
  const root = temporaryFolder();
  const child = spawn(process.execPath, [script, '0'], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', XDG_CACHE_HOME: `${root}-cache` },
  });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
      child.once('exit', () => reject(new Error('The server ended before it listened.')));
    });
    const client = new Client({ name: 'e2e', version: '0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const { tools } = await client.listTools();
    for (const { name } of tools) {
      const { isError = false } = await client.callTool({ name, arguments: {} });
      expect([name, isError]).toEqual([name, name === 'test_error_handling']);
    }
    expect(tools).toHaveLength(5);
    await client.close();
  } finally {
    child.kill();
  }
});
