import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { binary, runBinary, temporaryFolder } from './run-binary.ts';

let root = '';
let environment: Record<string, string> = {};
const running: ChildProcess[] = [];

beforeAll(async () => {
  root = temporaryFolder();
  mkdirSync(join(root, '.git'));
  // Short: the path of a socket may have 103 bytes.
  environment = { XDG_CACHE_HOME: join(root, 'c'), DOSSIER_HOOK_MS: '100000' };
  writeFileSync(join(root, '.dossierignore'), 'c/\n');
  writeFileSync(
    join(root, 'sum.js'),
    "export function sum(a, b) {\n  if (a < 0) throw new TypeError('negative is not allowed');\n  return a + b;\n}\n",
  );
  await runBinary(['index'], { cwd: root, environment });
});

beforeEach(() => writeFileSync(log(), ''));
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
  rmSync(sockets(), { recursive: true, force: true });
});

const log = () => join(root, 'c/dossier/hooks.log');
const sockets = () => join(root, 'c/dossier/hooks');
const socketCount = () => (existsSync(sockets()) ? readdirSync(sockets()).length : 0);
const answeredBy = (server: ChildProcess) =>
  readFileSync(log(), 'utf8').includes(`(by server ${server.pid})`);

async function serve(): Promise<ChildProcess> {
  const server = spawn(process.execPath, [binary, 'mcp'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  running.push(server);
  await vi.waitFor(() => expect(socketCount()).toBe(1), { timeout: 100_000 });
  return server;
}

let session = 0;
async function ask(changes: Record<string, string> = {}, args: readonly string[] = []): Promise<string> {
  const { status, stdout, stderr } = await runBinary([...args, 'hook', 'UserPromptSubmit'], {
    cwd: root,
    environment: { ...environment, ...changes },
    stdin: JSON.stringify({
      hook_event_name: 'UserPromptSubmit',
      session_id: `s${session++}`,
      cwd: root,
      prompt: 'Where does sum refuse negative numbers?',
    }),
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

describe('a hook beside a running server', () => {
  it('is answered by it, with the same text, in folders and sockets of this user alone', async () => {
    const alone = await ask();
    expect(alone).toContain('negative is not allowed');
    const server = await serve();
    expect(await ask()).toBe(alone);
    expect(answeredBy(server)).toBe(true);
    expect(statSync(sockets()).mode & 0o777).toBe(0o700);
    const modes = readdirSync(sockets()).map((name) => statSync(join(sockets(), name)).mode & 0o777);
    expect(modes).toEqual([0o600]);
    server.stdin?.end();
    await once(server, 'exit');
    running.length = 0;
    expect(socketCount()).toBe(0);
  });

  it('answers itself after the server was killed, and the next server takes the place', async () => {
    const server = await serve();
    server.kill('SIGKILL');
    await once(server, 'exit');
    running.length = 0;
    expect(await ask()).toContain('negative is not allowed');
    const next = spawn(process.execPath, [binary, 'mcp'], {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    running.push(next);
    await vi.waitFor(
      async () => {
        expect(await ask()).toContain('negative is not allowed');
        expect(answeredBy(next)).toBe(true);
      },
      { timeout: 100_000 },
    );
  });

  it('answers itself with other settings or flags, or where others could use the socket', async () => {
    const server = await serve();
    await ask();
    expect(answeredBy(server)).toBe(true);
    writeFileSync(log(), '');
    await ask({ DOSSIER_OWNER: 'other' });
    await ask({}, ['--store', join(root, 'c/other.sqlite')]);
    writeFileSync(join(root, 'dossier.config.json'), '{"owner": "third"}');
    await ask();
    rmSync(join(root, 'dossier.config.json'));
    chmodSync(sockets(), 0o755);
    expect(await ask()).toContain('negative is not allowed');
    expect(answeredBy(server)).toBe(false);
    chmodSync(sockets(), 0o700);
    await ask();
    expect(answeredBy(server)).toBe(true);
  });
});
