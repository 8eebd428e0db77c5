import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { type Client, createClient, ProblemError } from '../../src/interfaces/http/client.ts';
import { binary } from './run-binary.ts';

const running: ChildProcess[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'close');
  }
});

export interface Served {
  readonly child: ChildProcess;
  readonly client: Client;
  readonly url: string;
  readonly log: () => string;
}

/** Serve as a user would: with the token of this machine. */
export const LOCAL = 'local token';

export async function serve(cwd: string, flags: readonly string[] = [], store?: string): Promise<Served> {
  const args = [
    binary,
    'serve',
    '--port',
    '0',
    '--rate-limit',
    '0',
    '--store',
    store ?? join(cwd, 'store.sqlite'),
    ...(flags.includes('--require-token') || flags.includes(LOCAL) ? [] : ['--no-token']),
    ...flags.filter((flag) => flag !== LOCAL),
  ];
  const child = spawn(process.execPath, args, { cwd });
  running.push(child);
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    log += part;
  });
  child.stdout.setEncoding('utf8');
  const [line] = await once(child.stdout, 'data');
  const [url = '', token] = String(line).trim().split('/#token=');
  return {
    child,
    url,
    client: createClient({ url, ...(token === undefined ? {} : { token }) }),
    log: () => log,
  };
}

/** Writers that send numbered messages until told to stop; says which were acknowledged. */
export function keepWriting(client: Client, thread: string, writers: number) {
  const acknowledged = new Set<string>();
  const refused: unknown[] = [];
  let stopped = false;
  const done = Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let count = 0; !stopped; count++) {
        const key = `${writer}-${count}`;
        try {
          await client.threadMessage({ thread, content: `message ${key}`, key });
          acknowledged.add(key);
        } catch (error) {
          refused.push(error);
          if (!(error instanceof ProblemError)) return;
        }
      }
    }),
  );
  return {
    acknowledged,
    refused,
    stop: async () => {
      stopped = true;
      await done;
    },
  };
}

export async function keysOf(client: Client, thread: string): Promise<readonly string[]> {
  const { messages } = await client.threadShow({ thread, limit: 1000 });
  return messages.map(({ key }) => key ?? '');
}
