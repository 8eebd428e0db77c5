import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Client, createClient } from '../../src/interfaces/http/client.ts';
import { randomFrom } from '../http/random-requests.ts';
import { binary, temporaryFolder } from './run-binary.ts';

/** An hour of one busy user is some 20,000 requests: `DOSSIER_SOAK_REQUESTS=20000` sends as many at full speed. */
const REQUESTS = Number(process.env['DOSSIER_SOAK_REQUESTS'] ?? 200);
const MEMORY = Number(process.env['DOSSIER_SOAK_MEMORY'] ?? 512);
const SAMPLES = 20;
const SIDE_BY_SIDE = 4;

const random = randomFrom(1);
const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)]!;

/** What a user of the server does, and how often in a hundred times. */
function requestsOf(client: Client, root: string, paths: readonly string[]) {
  const words = [...new Set(paths.flatMap((path) => textOf(path).match(/[A-Za-z]{4,20}/g) ?? []))];
  const ask = () => Array.from({ length: 2 + Math.floor(random() * 5) }, () => pick(words)).join(' ');
  function textOf(path: string) {
    return readFileSync(join(root, path), 'utf8');
  }
  const kinds: readonly (readonly [share: number, send: () => Promise<unknown>])[] = [
    [30, () => client.query({ query: ask(), session: `session ${Math.floor(random() * 50)}` })],
    [30, () => client.search({ query: ask() })],
    [20, () => client.read({ path: pick(paths) })],
    [8, () => client.prime({ message: ask() })],
    [5, () => client.remember({ content: `The ${ask()} is ${ask()}` })],
    [5, () => client.recall({ query: ask() })],
    [
      2,
      () => {
        appendFileSync(join(root, pick(paths)), `\n// ${ask()}\n`);
        return client.index({});
      },
    ],
  ];
  return kinds.flatMap(([share, send]) => Array.from({ length: share }, () => send));
}

test('an hour of requests leaves the server below its bound', async () => {
  const root = temporaryFolder();
  cpSync(fileURLToPath(new URL('../../src', import.meta.url)), join(root, 'src'), { recursive: true });
  const flags = ['--port', '0', '--rate-limit', '0', '--no-token', '--log-level', 'error'];
  const child = spawn(
    process.execPath,
    [binary, 'serve', '--root', root, '--store', `${root}.sqlite`, '--memory', String(MEMORY), ...flags],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const [line] = await once(child.stdout, 'data');
    const client = createClient({ url: String(line).trim() });
    await client.index({});
    const { files } = await client.files({ limit: 1000 });
    const sends = requestsOf(
      client,
      root,
      files.map(({ path }) => path),
    );
    const resident: number[] = [];
    let sent = 0;
    const user = async () => {
      while (sent < REQUESTS) {
        if (++sent % Math.ceil(REQUESTS / SAMPLES) === 0) resident.push(residentMegabytes(child.pid));
        await pick(sends)();
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, user));
    process.stdout.write(`${REQUESTS} requests, resident megabytes: ${resident.join(' ')}\n`);
    expect(Math.max(...resident)).toBeLessThan(MEMORY);
  } finally {
    child.kill('SIGKILL');
  }
}, 86_400_000);

function residentMegabytes(pid: number | undefined): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
