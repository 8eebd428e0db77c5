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
import { z } from 'zod';
import { type Finished, runBinary, temporaryFolder } from './run-binary.ts';

const PATIENT = { timeout: 100_000 };
const QUESTION = 'Where does sum refuse negative numbers?';
let root = '';
let alone: Record<string, string> = {};
/** Every project counts as large. */
let helped: Record<string, string> = {};

beforeAll(async () => {
  root = temporaryFolder();
  mkdirSync(join(root, '.git'));
  mkdirSync(join(root, 'src'));
  // Short: the path of a socket may have 103 bytes.
  const both = { XDG_CACHE_HOME: join(root, 'c'), XDG_DATA_HOME: join(root, 'd'), DOSSIER_HOOK_MS: '100000' };
  alone = { ...both, DOSSIER_HELPER_SECONDS: '0' };
  helped = { ...both, DOSSIER_HELPER_SECONDS: '60', DOSSIER_HELPER_CHUNKS: '1' };
  writeFileSync(join(root, '.dossierignore'), 'c/\nd/\n');
  writeFileSync(
    join(root, 'src/sum.js'),
    "/** Adds two numbers. */\nexport function sum(a, b) {\n  if (a < 0) throw new TypeError('negative is not allowed');\n  return a + b;\n}\n",
  );
  writeFileSync(
    join(root, 'src/mean.js'),
    "import { sum } from './sum.js';\n\nexport const mean = (a, b) => sum(a, b) / 2;\n",
  );
  await runBinary(['index'], { cwd: root, environment: alone });
  await runBinary(['remember', 'Sums are rounded by the caller'], { cwd: root, environment: alone });
});

beforeEach(() => writeFileSync(join(root, 'c/dossier/hooks.log'), ''));
afterEach(async () => {
  // One that was started may not have come far enough to be found.
  await vi.waitFor(() => expect(filesOf('.started').filter((name) => !isUp(name))).toEqual([]), PATIENT);
  const pids = leases().map(pidOf);
  for (const pid of pids) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), PATIENT);
  rmSync(sockets(), { recursive: true, force: true });
  for (const file of leases()) rmSync(file);
});

const state = () => join(root, 'c/dossier');
const sockets = () => join(state(), 'hooks');
const filesOf = (ending: string) =>
  existsSync(sockets()) ? readdirSync(sockets()).filter((name) => name.endsWith(ending)) : [];
const isUp = (note: string) => existsSync(join(sockets(), note.replace('.started', '')));
const leases = () =>
  readdirSync(state())
    .filter((name) => name.includes('.helper-') && name.endsWith('.lock'))
    .map((name) => join(state(), name));
const pidOf = (lease: string) =>
  z.object({ pid: z.int() }).parse(JSON.parse(readFileSync(lease, 'utf8'))).pid;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that has ended but was not waited for has no memory.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

interface Call {
  readonly args: readonly string[];
  readonly stdin?: string;
  readonly folder?: string;
}

const run = ({ args, stdin, folder = '.' }: Call, environment: Record<string, string>): Promise<Finished> =>
  runBinary(args, { cwd: join(root, folder), environment, ...(stdin === undefined ? {} : { stdin }) });

/** Runs a call and says which code it loaded: a process that was answered loads only what asks. */
async function runAndWatch(call: Call, environment: Record<string, string>) {
  const compiled = join(state(), 'compiled');
  rmSync(compiled, { recursive: true, force: true });
  const { status, stdout, stderr } = await run(call, environment);
  const purposes = existsSync(compiled) ? readdirSync(compiled).map((name) => name.split('-').at(-1)) : [];
  return {
    status,
    stdout: withoutTimes(stdout),
    stderr,
    wasHelped: purposes.every((name) => name === 'ask'),
  };
}

/** What two runs of one process would not have in common. */
const withoutTimes = (text: string) =>
  text.replaceAll(/"(?:millisecondsPerStage|milliseconds)": (?:\{[^}]*\}|[\d.]+)/g, '"times": 0');

async function startHelper(environment = helped): Promise<number> {
  await run({ args: ['search', QUESTION] }, environment);
  await vi.waitFor(() => expect(filesOf('.sock').length).toBe(1), PATIENT);
  return onlyHelper();
}

function onlyHelper(): number {
  const pids = leases().map(pidOf);
  expect(pids.length).toBe(1);
  return pids[0] ?? 0;
}

const ended = (pid: number) => vi.waitFor(() => expect(isRunning(pid)).toBe(false), PATIENT);

/** Answered by the helper. */
const ANSWERED: readonly Call[] = [
  { args: ['search', QUESTION] },
  { args: ['search', QUESTION, '--json'] },
  { args: ['search', QUESTION, '--explain', '--limit', '2'] },
  { args: ['query', QUESTION] },
  { args: ['query', QUESTION, '--json'] },
  { args: ['query', QUESTION, '--format', 'xml', '--max-tokens', '300', '--explain'] },
  { args: ['--quiet', 'query', 'how are sums rounded'] },
  { args: ['query'], stdin: QUESTION },
  { args: ['query', '--json'], stdin: 'TypeError: negative is not allowed\n    at sum (src/sum.js:3:20)\n' },
  { args: ['query'], stdin: '' },
  { args: ['search', 'sum', '--paths', '../src'], folder: 'src' },
  { args: ['search', 'sum', '--root', '..'], folder: 'src' },
  { args: ['graph', 'sum'] },
  { args: ['graph', 'nothing_of_this_name'] },
  { args: ['assemble', QUESTION] },
  { args: ['premortem', 'round the sums'] },
  { args: ['query', QUESTION, '--max-tokens', 'many'] },
  { args: ['query', QUESTION, '--max-tokens', '0'] },
  { args: ['search', QUESTION, '--no-such-flag'] },
  { args: ['search', 'one', 'two'] },
  { args: ['search', ''] },
];

/** Left to the process itself. */
const LEFT: readonly Call[] = [
  { args: ['search', 'quagga crossing'] },
  { args: ['query', 'a password = "hunter2-hunter2-hunter2" that leaks'] },
  { args: ['search', QUESTION, '--root', 'no-such-folder'] },
  { args: ['search', QUESTION, '--config', 'no-such-file.json'] },
  { args: ['search', QUESTION, '--also', 'src'] },
  { args: ['search', '--help'] },
  { args: ['status', '--json', '--no-such-flag'] },
];

describe.skipIf(process.platform !== 'linux')('a helper process', () => {
  it('never changes an answer', { timeout: 300_000 }, async () => {
    await startHelper();
    for (const call of [...ANSWERED, ...LEFT]) {
      const { wasHelped: _, ...own } = await runAndWatch(call, alone);
      const { wasHelped, ...given } = await runAndWatch(call, helped);
      expect(given, call.args.join(' ')).toEqual(own);
      expect([call.args.join(' '), wasHelped]).toEqual([call.args.join(' '), ANSWERED.includes(call)]);
    }
  });

  it('gives a session each item once, whoever answers', async () => {
    await startHelper();
    const turn = (session: string, environment: Record<string, string>) =>
      runAndWatch({ args: ['query', QUESTION, '--session', session] }, environment);
    const first = await turn('one', alone);
    const then = await turn('one', alone);
    expect(then.stdout).not.toBe(first.stdout);
    expect((await turn('two', helped)).stdout).toBe(first.stdout);
    expect(await turn('two', helped)).toEqual({ ...then, wasHelped: true });
    expect((await turn('one', helped)).stdout).toBe(then.stdout);
  });

  it('answers from what a file says now, and leaves indexing to the process that waits for it', async () => {
    await startHelper();
    writeFileSync(join(root, 'src/zebra.js'), 'export const zebraCrossing = 1;\n');
    const found = await runAndWatch({ args: ['search', 'zebraCrossing'] }, helped);
    expect(found).toMatchObject({ status: 0, wasHelped: false });
    expect(found.stdout).toContain('src/zebra.js');
    expect(await runAndWatch({ args: ['search', 'zebraCrossing'] }, helped)).toEqual({
      ...found,
      stderr: '',
      wasHelped: true,
    });
  });

  it('answers the hooks, with the same text', async () => {
    const event = JSON.stringify({ hook_event_name: 'UserPromptSubmit', cwd: root, prompt: QUESTION });
    const call = { args: ['hook', 'UserPromptSubmit'], stdin: event };
    const own = await run(call, alone);
    expect(own.stdout).toContain('negative is not allowed');
    expect((await run(call, helped)).stdout).toBe(own.stdout);
    // The hook has started it.
    await vi.waitFor(() => expect(filesOf('.sock').length).toBe(1), PATIENT);
    expect((await run(call, helped)).stdout).toBe(own.stdout);
    expect(readFileSync(join(state(), 'hooks.log'), 'utf8')).toContain(`(by server ${onlyHelper()})`);
  });

  it('is told of, and can be used by its user alone', async () => {
    expect((await run({ args: ['status'] }, helped)).stdout).not.toContain('helper process');
    const pid = await startHelper();
    expect((await run({ args: ['status'] }, helped)).stdout).toContain('a helper process answers');
    expect((await run({ args: ['doctor'] }, helped)).stdout).toContain(`Helper process ${pid} answers`);
    const [socket = ''] = filesOf('.sock');
    expect(statSync(sockets()).mode & 0o777).toBe(0o700);
    expect(statSync(join(sockets(), socket)).mode & 0o777).toBe(0o600);
    chmodSync(sockets(), 0o755);
    expect((await runAndWatch({ args: ['search', QUESTION] }, helped)).wasHelped).toBe(false);
    chmodSync(sockets(), 0o700);
    expect((await runAndWatch({ args: ['search', QUESTION] }, helped)).wasHelped).toBe(true);
  });

  it('is not asked with other settings or another store, and the project has no second', async () => {
    const pid = await startHelper();
    const search = { args: ['search', QUESTION] };
    expect((await runAndWatch(search, { ...helped, DOSSIER_FORMAT: 'xml' })).wasHelped).toBe(false);
    const elsewhere = { args: [...search.args, '--store', join(root, 'c/other.sqlite')] };
    expect((await runAndWatch(elsewhere, helped)).wasHelped).toBe(false);
    expect(onlyHelper()).toBe(pid);
    expect(filesOf('.started').length).toBe(1);
  });

  it('is not asked by another owner, who gets one of their own', async () => {
    await startHelper();
    await run({ args: ['remember', 'Sums overflow', '--owner', 'other'] }, helped);
    const asked = { args: ['query', 'when do sums overflow', '--owner', 'other'] };
    const own = await runAndWatch(asked, helped);
    expect(own.wasHelped).toBe(false);
    await vi.waitFor(() => expect(filesOf('.sock').length).toBe(2), PATIENT);
    expect(await runAndWatch(asked, helped)).toEqual({ ...own, stderr: '', wasHelped: true });
    expect(own.stdout).toContain('Sums overflow');
    expect((await run({ args: ['query', 'when do sums overflow'] }, helped)).stdout).not.toContain(
      'Sums overflow',
    );
    expect(new Set(leases().map(pidOf)).size).toBe(2);
  });

  it('is not started in a small project, nor where it is turned off', async () => {
    const { DOSSIER_HELPER_CHUNKS: _, ...usual } = helped;
    await run({ args: ['search', QUESTION] }, usual);
    await run({ args: ['search', QUESTION] }, alone);
    writeFileSync(join(root, 'dossier.config.json'), '{"helper": {"seconds": 0, "chunks": 1}}');
    const { DOSSIER_HELPER_SECONDS: _seconds, ...unset } = usual;
    await run({ args: ['search', QUESTION] }, unset);
    rmSync(join(root, 'dossier.config.json'));
    expect(existsSync(sockets())).toBe(false);
    expect(leases()).toEqual([]);
  });

  it('ends when no question came for a while, and leaves nothing behind', async () => {
    const pid = await startHelper({ ...helped, DOSSIER_HELPER_SECONDS: '1' });
    await ended(pid);
    expect(readdirSync(sockets())).toEqual([]);
    expect(leases()).toEqual([]);
  });

  it('ends when the settings change', async () => {
    const pid = await startHelper();
    writeFileSync(join(root, 'dossier.config.json'), '{"maxTokens": 900}');
    await ended(pid);
    rmSync(join(root, 'dossier.config.json'));
  });

  it('ends when it loses its lease, as when the cache folder is deleted', async () => {
    const pid = await startHelper();
    for (const file of leases()) rmSync(file);
    await ended(pid);
  });

  it('can be killed or stopped at any time: questions answer themselves', async () => {
    const { stdout } = await run({ args: ['search', QUESTION] }, alone);
    const pid = await startHelper();
    process.kill(pid, 'SIGSTOP');
    expect((await run({ args: ['search', QUESTION] }, helped)).stdout).toBe(stdout);
    process.kill(pid, 'SIGKILL');
    await ended(pid);
    expect((await run({ args: ['search', QUESTION] }, helped)).stdout).toBe(stdout);
  });
});
