import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { runBinary, temporaryFolder } from './run-binary.ts';
import { keepWriting, keysOf, type Served, serve } from './served-binary.ts';

const TWO = ['--workers', '2'];

/** The processes that listen, by the log. */
function listening({ log }: Served): number[] {
  return log()
    .split('\n')
    .filter((line) => line.includes('"msg":"listening"'))
    .map((line) => Number(/"pid":(\d+)/.exec(line)?.[1]));
}

function answeringProcesses({ log }: Served): Set<string | undefined> {
  const lines = log()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'));
  return new Set(lines.map((line) => /"pid":(\d+)/.exec(line)?.[1]));
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await wait(5);
}

describe('dossier serve --workers', () => {
  it('answers from every worker on one port, and counts the requests of all', async () => {
    const served = await serve(temporaryFolder(), TWO);
    const ask = () => fetch(`${served.url}/health`, { headers: { connection: 'close' } });
    for (let count = 0; count < 20; count++) expect((await ask()).status).toBe(200);
    await until(() => answeringProcesses(served).size === 2);
    const metrics = await (await fetch(`${served.url}/metrics`)).text();
    expect(metrics).toContain(
      'dossier_http_request_seconds_count{method="GET",route="/health",status="200"} 20',
    );
  });

  it('loses no acknowledged write when a worker is killed, and replaces it', async () => {
    const served = await serve(temporaryFolder(), TWO);
    await until(() => listening(served).length === 2);
    const [first = Number.NaN] = listening(served);
    const { id } = await served.client.threadCreate({ title: 'Kill' });
    const writing = keepWriting(served.client, id, 8);
    await until(() => writing.acknowledged.size >= 50);
    process.kill(first, 'SIGKILL');
    await until(() => listening(served).length === 3);
    await writing.stop();
    const kept = await keysOf(served.client, id);
    expect([...writing.acknowledged].filter((key) => !kept.includes(key))).toEqual([]);
    expect(new Set(kept).size).toBe(kept.length);
    expect(served.log()).toContain('A worker ended (SIGKILL) and is started again.');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends all workers on %s with status 0', async (signal) => {
    const served = await serve(temporaryFolder(), TWO);
    await until(() => listening(served).length === 2);
    const workers = listening(served);
    const ended = once(served.child, 'close');
    served.child.kill(signal);
    expect((await ended)[0]).toBe(0);
    for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('leaves no worker behind when it is killed', async () => {
    const served = await serve(temporaryFolder(), TWO);
    await until(() => listening(served).length === 2);
    const workers = listening(served);
    served.child.kill('SIGKILL');
    const isAlive = (pid: number) => {
      try {
        // A process that has ended but was not collected still has a number.
        return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      } catch {
        return false;
      }
    };
    await until(() => !workers.some(isAlive));
  });

  it('indexes a project once and answers questions about it from every worker', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'tide.ts'), 'export function tidalForce() { return "moon"; }\n');
    const served = await serve(cwd, TWO);
    for (let count = 0; count < 6; count++) {
      const reply = await fetch(`${served.url}/context/query`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ query: 'where is tidalForce' }),
      });
      expect(await reply.text()).toContain('moon');
    }
    expect(answeringProcesses(served).size).toBe(2);
  });

  it('serves MCP whichever worker a call reaches', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'tide.ts'), 'export function tidalForce() { return "moon"; }\n');
    const served = await serve(cwd, TWO);
    const client = new Client({ name: 'test', version: '1' });
    const closing = (input: string | URL, init?: RequestInit) =>
      fetch(input, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init?.headers)), connection: 'close' },
      });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${served.url}/mcp`), { fetch: closing }));
    for (let count = 0; count < 4; count++)
      expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await client.close();
    expect(answeringProcesses(served).size).toBe(2);
  });

  it('refuses headers that never end', async () => {
    const served = await serve(temporaryFolder(), TWO);
    const { port } = new URL(served.url);
    const slow = createConnection(Number(port), '127.0.0.1').setEncoding('utf8');
    slow.write('GET /health HTTP/1.1\r\nHost: localhost\r\n');
    expect((await once(slow, 'data'))[0]).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('says once why it cannot listen', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const { status, stderr } = await runBinary(['serve', '--port', port, ...TWO], { cwd: temporaryFolder() });
    other.close();
    expect(status).not.toBe(0);
    expect(stderr.match(/is in use; choose another with --port/g)).toHaveLength(1);
  });
});
