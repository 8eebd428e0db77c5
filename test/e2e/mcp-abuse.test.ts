import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from './run-binary.ts';

const main = join(dirname(fileURLToPath(import.meta.url)), '../../dist/main.cjs');
const children: ChildProcessWithoutNullStreams[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

interface Reply {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number };
}

/** The server as bytes in and bytes out; every line it prints must be one JSON-RPC message. */
function start(flags: readonly string[] = []) {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'dossier.config.json'), '{}');
  writeFileSync(join(cwd, 'a.ts'), 'export const a = 1;\n');
  const child = spawn(process.execPath, [...flags, main, 'mcp'], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', XDG_CACHE_HOME: `${cwd}-cache` },
  });
  children.push(child);
  const replies: Reply[] = [];
  let rest = '';
  const waiting = new Map<number, (reply: Reply) => void>();
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const reply: Reply & { jsonrpc?: string } = JSON.parse(line);
      expect(reply.jsonrpc).toBe('2.0');
      replies.push(reply);
      if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
    }
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let id = 0;
  const write = (text: string) => child.stdin.write(text);
  const request = (method: string, params: Record<string, unknown> = {}) => {
    const own = ++id;
    const answer = new Promise<Reply>((resolve) => waiting.set(own, resolve));
    write(`${JSON.stringify({ jsonrpc: '2.0', id: own, method, params })}\n`);
    return answer;
  };
  const initialise = async () => {
    await request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'abuse', version: '0' },
    });
    write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  };
  const status = () => request('tools/call', { name: 'status', arguments: {} });
  return { child, replies, exited, write, request, initialise, status };
}

const residentBytes = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

describe('the server survives', () => {
  it('a client that hangs up amid its calls, without a word', async () => {
    const server = start();
    let said = '';
    server.child.stderr.setEncoding('utf8').on('data', (part: string) => {
      said += part;
    });
    await server.initialise();
    await server.status();
    for (const name of ['context_query', 'assemble_context', 'premortem', 'context_query']) {
      void server.request('tools/call', { name, arguments: { query: 'what is a', task: 'change a' } });
    }
    setTimeout(() => server.child.stdin.end(), 20);
    expect(await server.exited).toBe(0);
    expect(said).toBe('');
  });

  it('lines that are not JSON, not JSON-RPC, or of the wrong types', async () => {
    const server = start();
    await server.initialise();
    for (const line of [
      'nonsense',
      '{"jsonrpc":"2.0","id":',
      '[]',
      '[1,2]',
      'null',
      '{"id":7}',
      '{"jsonrpc":"1.0","id":8,"method":"ping"}',
      '{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}',
      '{"jsonrpc":"2.0","method":42}',
      '\u0000\u0001\u2028',
      '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":"text"}',
      '{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":["status"]}}',
      '{"jsonrpc":"2.0","id":11,"method":"tools/call","params":{"name":"read_source","arguments":[1]}}',
      '{"jsonrpc":"2.0","id":99,"result":{}}',
    ]) {
      server.write(`${line}\n`);
    }
    server.write(Buffer.from([0xff, 0xfe, 0x0a]).toString('latin1'));
    const { result } = await server.status();
    expect(result?.['isError'] ?? false).toBe(false);
  });

  it('unknown methods, unknown tools and calls before it was initialised', async () => {
    const server = start();
    const early = await server.request('tools/list');
    expect(early.result !== undefined || early.error !== undefined).toBe(true);
    await server.initialise();
    expect((await server.request('no/such/method')).error?.code).toBe(-32601);
    expect((await server.request('tools/call', { name: 'nothing' })).error?.code).toBe(-32602);
    expect((await server.request('resources/read', { uri: 'file:///etc/passwd' })).error).toBeDefined();
    expect((await server.request('prompts/get', { name: 'nothing' })).error).toBeDefined();
    expect((await server.status()).result).toBeDefined();
  });

  it('a message of several megabytes, in pieces', async () => {
    const server = start();
    await server.initialise();
    const query = 'x'.repeat(4_000_000);
    const reply = await server.request('tools/call', { name: 'recall', arguments: { query } });
    expect(reply.result ?? reply.error).toBeDefined();
    expect((await server.status()).result).toBeDefined();
  });

  it('a message without an end by hanging up instead of eating memory', async () => {
    const server = start();
    await server.initialise();
    // The server no longer reads once it hung up.
    server.child.stdin.on('error', () => undefined);
    const piece = 'x'.repeat(1_000_000);
    for (let sent = 0; sent < 40; sent++) server.write(piece);
    await server.exited;
  });

  it('one hundred calls at once', async () => {
    const server = start();
    await server.initialise();
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        index % 2 === 0
          ? server.status()
          : server.request('tools/call', { name: 'read_source', arguments: { path: 'a.ts' } }),
      ),
    );
    expect(
      replies.filter((reply) => reply.result?.['isError'] !== true && reply.result !== undefined),
    ).toHaveLength(100);
  });

  it('a client that dies in the middle of a call, by ending itself', async () => {
    const server = start();
    await server.initialise();
    server.write(
      '{"jsonrpc":"2.0","id":500,"method":"tools/call","params":{"name":"context_query","arguments":{"query":"a"}}}\n',
    );
    server.child.stdin.end();
    server.child.stdout.destroy();
    await server.exited;
  });

  it('ten thousand calls without growing', async () => {
    // With little room the collector runs often, so that what stays is what is kept.
    const server = start(['--max-old-space-size=96']);
    await server.initialise();
    const many = async (calls: number) => {
      for (let done = 0; done < calls; done += 20) {
        await Promise.all(
          Array.from({ length: 20 }, () =>
            server.request('tools/call', { name: 'read_source', arguments: { path: 'a.ts' } }),
          ),
        );
      }
    };
    await many(3000);
    const before = residentBytes(server.child.pid);
    await many(7000);
    const after = residentBytes(server.child.pid);
    expect(after - before).toBeLessThan(40_000_000);
  });
});
