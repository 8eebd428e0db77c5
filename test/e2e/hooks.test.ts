import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { runBinary, temporaryFolder } from './run-binary.ts';

const fixtures = join(dirname(fileURLToPath(import.meta.url)), '../fixtures/hooks');
const names = readdirSync(fixtures).flatMap((agent) =>
  readdirSync(join(fixtures, agent)).map((file) => `${agent}/${file}`),
);

let root = '';
/** On a busy machine a hook takes longer than an agent should wait. */
let environment: Record<string, string> = {};
beforeAll(async () => {
  root = temporaryFolder();
  environment = { XDG_CACHE_HOME: join(root, '.cache-of-test'), DOSSIER_HOOK_MS: '100000' };
  writeFileSync(join(root, 'dossier.config.json'), '{"index": {"exclude": [".cache-of-test/**"]}}');
  mkdirSync(join(root, 'src'));
  writeFileSync(
    join(root, 'src/sum.js'),
    "/** Adds two numbers; a negative first number is refused. */\nexport function sum(a, b) {\n  if (a < 0) throw new TypeError('negative is not allowed');\n  return a - b;\n}\n",
  );
  await runBinary(['index'], { cwd: root });
  await runBinary(['remember', 'Sums are never negative', '--category', 'decision'], { cwd: root });
});

interface Payload {
  readonly [field: string]: unknown;
}
const payloadOf = (name: string, changes: Payload = {}): Payload => {
  const payload: Payload = JSON.parse(readFileSync(join(fixtures, name), 'utf8'));
  const place = 'workspace_roots' in payload ? { workspace_roots: [root], cwd: root } : { cwd: root };
  return { ...payload, ...place, ...changes };
};
const hook = (payload: Payload | string, args: readonly string[] = []) =>
  runBinary(['hook', ...args], {
    cwd: temporaryFolder(),
    stdin: typeof payload === 'string' ? payload : JSON.stringify(payload),
    environment,
  });
const added = (stdout: string): string =>
  stdout === ''
    ? ''
    : (JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? JSON.parse(stdout).additional_context);

describe('a hook', () => {
  it.each(names)('ends well for %s and prints nothing but one JSON document', async (name) => {
    const { status, stdout, stderr } = await hook(payloadOf(name));
    expect([status, stderr]).toEqual([0, '']);
    if (stdout !== '') expect(typeof added(stdout)).toBe('string');
  });

  it('tells a new session what is decided', async () => {
    const { stdout } = await hook(payloadOf('claude/session-start.json'));
    expect(added(stdout)).toContain('Sums are never negative');
  });

  it('takes the flags of every command, before and after its name', async () => {
    const store = join(temporaryFolder(), 'other.sqlite');
    await runBinary(['--store', store, 'remember', 'Only the other store knows this', '--importance', '1'], {
      cwd: root,
    });
    const options = {
      cwd: temporaryFolder(),
      stdin: JSON.stringify(payloadOf('claude/session-start.json')),
      environment,
    };
    for (const args of [
      ['--store', store, 'hook'],
      ['hook', `--store=${store}`],
    ]) {
      const { stdout } = await runBinary(args, options);
      expect(added(stdout)).toContain('Only the other store knows this');
      expect(added(stdout)).not.toContain('Sums are never negative');
    }
  });

  it('adds the code a prompt is about, once in a session, and nothing to small talk', async () => {
    const asked = payloadOf('claude/prompt.json', {
      prompt: 'Where is sum refusing negative numbers?',
      session_id: 'p1',
    });
    expect(added((await hook(asked)).stdout)).toContain('negative is not allowed');
    expect(added((await hook(asked)).stdout)).not.toContain('throw new TypeError');
    const talk = payloadOf('claude/prompt.json', {
      prompt: 'Thank you, that was wonderful, see you tomorrow',
    });
    expect((await hook(talk)).stdout).toBe('');
  });

  it.each(['claude', 'codex', 'gemini', 'cursor', 'vscode'])(
    'shows the lines of a failure once, in the shape of %s',
    async (agent) => {
      const failed = payloadOf(`${agent}/tool-failure.json`, { session_id: `f-${agent}` });
      expect(added((await hook(failed)).stdout)).toContain("throw new TypeError('negative is not allowed')");
      expect((await hook(failed)).stdout).toBe('');
    },
  );

  it('tells after a compaction what the session had asked', async () => {
    const session = { session_id: 'compacted' };
    await hook(
      payloadOf('claude/prompt.json', { prompt: 'Where is sum refusing negative numbers?', ...session }),
    );
    expect((await hook(payloadOf('claude/pre-compact.json', session))).stdout).toBe('');
    const { stdout } = await hook(payloadOf('claude/session-start-compact.json', session));
    expect(added(stdout)).toContain('Where is sum refusing negative numbers?');
  });

  it('leaves no log of writes beside the store when the session ends', async () => {
    const session = { session_id: 'ended' };
    await hook(payloadOf('claude/session-start.json', session));
    await hook(payloadOf('claude/prompt.json', { prompt: 'Where is sum refusing negative?', ...session }));
    await hook(payloadOf('claude/session-end.json', session));
    const cache = join(root, '.cache-of-test/dossier');
    const logs = readdirSync(cache).filter((file) => file.endsWith('-wal'));
    expect(logs.map((file) => statSync(join(cache, file)).size)).toEqual(logs.map(() => 0));
  });

  it('says that the store is damaged instead of nothing', async () => {
    const store = join(temporaryFolder(), 'damaged.sqlite');
    await runBinary(['--store', store, 'index'], { cwd: root });
    const file = readFileSync(store);
    writeFileSync(store, file.subarray(0, file.length - 8192));
    const asked = payloadOf('claude/prompt.json', { prompt: 'Where is sum refusing negative numbers?' });
    const { status, stdout } = await hook(asked, ['--store', store]);
    expect(status).toBe(0);
    expect(added(stdout)).toMatch(/damaged.*dossier index --rebuild/);
  });

  it.each(['', 'nonsense', '[]', '{"hook_event_name":"UserPromptSubmit"}', '{"hook_event_name":"Future"}'])(
    'is silent and ends well on %j',
    async (input) => {
      expect(await hook(input)).toMatchObject({ status: 0, stdout: '' });
    },
  );

  it('writes what went wrong to a log that the user can read', async () => {
    await hook(
      payloadOf('claude/prompt.json', { cwd: '/nowhere/at/all', prompt: 'A question about nothing here' }),
    );
    await hook('nonsense', ['UserPromptSubmit']);
    const { stdout } = await runBinary(['hooks', 'log'], { cwd: root });
    expect(stdout).toMatch(/UserPromptSubmit error \d+ ms: .*JSON/);
    expect(stdout).toMatch(/UserPromptSubmit ok \d+ ms, \d+ characters/);
  });
});

describe('setting up', () => {
  it('writes what an agent needs, and takes it back', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'dossier.config.json'), '{}');
    writeFileSync(join(cwd, 'CLAUDE.md'), '# Rules');
    const refused = await runBinary(['init', '--agents', 'claude'], { cwd });
    expect(refused.stdout).toContain('--yes');
    await runBinary(['init', '--agents', 'claude', '--yes'], { cwd });
    expect(JSON.parse(readFileSync(join(cwd, '.mcp.json'), 'utf8')).mcpServers.dossier.args.at(-1)).toBe(
      'mcp',
    );
    await runBinary(['init', '--undo'], { cwd });
    expect(readFileSync(join(cwd, 'CLAUDE.md'), 'utf8')).toBe('# Rules');
    expect(readdirSync(cwd).sort()).toEqual(['.cache-of-test', 'CLAUDE.md', 'dossier.config.json']);
  });

  it('doctor checks everything and ends well on a sound project', async () => {
    const { status, stdout } = await runBinary(['doctor'], { cwd: root });
    expect(stdout).toContain('The store is sound');
    expect(stdout).toMatch(/\d+ files and \d+ chunks indexed/);
    expect(status).toBe(0);
  });

  it('doctor says how to mend broken settings', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'dossier.config.json'), '{"maxTokens": "many"}');
    const { status, stdout } = await runBinary(['doctor'], { cwd });
    expect(stdout).toContain('maxTokens');
    expect(status).not.toBe(0);
  });
});
