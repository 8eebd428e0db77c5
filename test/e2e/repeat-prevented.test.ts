import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { INSTALLED, warnOfMissing } from './agents/agents.ts';
import { runAgent, shellTurn } from './agents/run-agent.ts';
import { makeSample } from './agents/sample-project.ts';
import { binary, runBinary, temporaryFolder } from './run-binary.ts';

const fixtures = join(dirname(fileURLToPath(import.meta.url)), '../fixtures/hooks');

/** Payloads as the agents send them, for another project, session and transcript. */
const payload = (name: string, changes: object) =>
  JSON.stringify({ ...JSON.parse(readFileSync(join(fixtures, name), 'utf8')), ...changes });

/** Claude Code's transcript: a command fails, a change is made, the command passes. */
function claudeTranscript(root: string): string {
  const said = (type: 'user' | 'assistant', content: unknown) =>
    JSON.stringify({
      type,
      isSidechain: false,
      cwd: root,
      sessionId: 's1',
      message: { role: type, content },
    });
  const use = (id: string, name: string, input: object) =>
    said('assistant', [{ type: 'tool_use', id, name, input }]);
  const result = (id: string, is_error: boolean, content: string) =>
    said('user', [{ type: 'tool_result', tool_use_id: id, is_error, content }]);
  return [
    said('user', 'the invoice totals test fails, please fix it'),
    use('t1', 'Bash', { command: 'npm test -- invoice' }),
    result('t1', true, 'Exit code 1\nError: connect ECONNREFUSED 127.0.0.1:6379 (redis)\nTests failed: 1'),
    said('assistant', [{ type: 'text', text: 'The invoice tests need redis; I start it first.' }]),
    use('t2', 'Bash', { command: 'docker compose up -d redis && npm test -- invoice' }),
    result('t2', false, 'Tests passed: 14'),
    said('assistant', [
      { type: 'text', text: 'The invoice tests pass once redis runs: they connect to port 6379.' },
    ]),
  ].join('\n');
}

/** The same of Codex, with its call and output items. */
function codexTranscript(): string {
  const item = (body: object) => JSON.stringify({ type: 'response_item', payload: body });
  const call = (call_id: string, command: string) =>
    item({
      type: 'function_call',
      name: 'shell',
      call_id,
      arguments: JSON.stringify({ command: ['bash', '-lc', command] }),
    });
  const output = (call_id: string, exit_code: number, text: string) =>
    item({
      type: 'function_call_output',
      call_id,
      output: JSON.stringify({ output: text, metadata: { exit_code } }),
    });
  const message = (role: string, text: string) =>
    item({ type: 'message', role, content: [{ type: 'input_text', text }] });
  return [
    message('user', 'the invoice totals test fails, please fix it'),
    call('c1', 'npm test -- invoice'),
    output('c1', 1, 'Error: connect ECONNREFUSED 127.0.0.1:6379 (redis)\nTests failed: 1'),
    call('c2', 'docker compose up -d redis && npm test -- invoice'),
    output('c2', 0, 'Tests passed: 14'),
    message('assistant', 'The invoice tests pass once redis runs: they connect to port 6379.'),
  ].join('\n');
}

it.each([
  ['claude', claudeTranscript],
  ['codex', codexTranscript],
] as const)(
  'a repeat is prevented: what failed in a session of %s is drafted, accepted, and named in the next task of that kind',
  async (agent, transcriptOf) => {
    const root = temporaryFolder();
    writeFileSync(join(root, 'dossier.config.json'), '{}');
    mkdirSync(join(root, 'src'));
    writeFileSync(
      join(root, 'src/invoice.js'),
      'export function invoiceTotal(lines) { return lines.length; }\n',
    );
    const environment = { XDG_CACHE_HOME: join(temporaryFolder(), 'cache') };
    const dossier = (...args: string[]) => runBinary(args, { cwd: root, environment });
    const hook = async (name: string, changes: object) => {
      const { status, stdout, stderr } = await runBinary(['hook'], {
        cwd: root,
        environment,
        stdin: payload(`${agent}/${name}`, { cwd: root, ...changes }),
      });
      expect([status, stderr]).toEqual([0, '']);
      return stdout === '' ? '' : String(JSON.parse(stdout).hookSpecificOutput?.additionalContext);
    };
    await dossier('index');
    const transcript_path = join(temporaryFolder(), 'session.jsonl');
    writeFileSync(transcript_path, transcriptOf(root));
    const task = { prompt: 'run the tests of the invoice totals and fix what fails', session_id: 's2' };

    // Before: nothing is known. The session ends, and what it taught waits in the inbox.
    expect(await hook('prompt.json', task)).not.toContain('redis');
    expect(await hook('session-end.json', { session_id: 's1', transcript_path })).toBe('');
    expect(await hook('session-start.json', { session_id: 's2' })).toContain('1 draft');
    expect(await hook('prompt.json', task)).not.toContain('redis');
    const { drafts } = JSON.parse((await dossier('inbox', 'list', '--json')).stdout);
    expect(drafts).toMatchObject([{ status: 'open', session: 's1' }]);
    expect(drafts[0].text).toContain('docker compose up -d redis');

    // Accepted, the next task of that kind is told; ending the same session again drafts nothing.
    await dossier('inbox', 'accept', drafts[0].id);
    expect(await hook('prompt.json', { ...task, session_id: 's3' })).toContain('docker compose up -d redis');
    await hook('session-end.json', { session_id: 's1', transcript_path });
    expect(JSON.parse((await dossier('inbox', 'list', '--json')).stdout).drafts).toEqual([]);
  },
);

it('nothing is captured where the project or the user turned it off', async () => {
  const root = temporaryFolder();
  writeFileSync(join(root, 'dossier.config.json'), '{"capture": false}');
  const environment = { XDG_CACHE_HOME: join(temporaryFolder(), 'cache') };
  const transcript_path = join(temporaryFolder(), 'session.jsonl');
  writeFileSync(transcript_path, claudeTranscript(root));
  await runBinary(['index'], { cwd: root, environment });
  await runBinary(['hook'], {
    cwd: root,
    environment,
    stdin: payload('claude/session-end.json', { cwd: root, transcript_path }),
  });
  const { stdout } = await runBinary(['inbox', 'list', '--json'], { cwd: root, environment });
  expect(JSON.parse(stdout).drafts).toEqual([]);
});

/** The same through the agents themselves, where they are installed. */
const CAPTURED = ['claude', 'codex'];
warnOfMissing(CAPTURED);

/** Tests that need a service, and the script that starts it. */
const FILES = {
  'package.json': '{ "type": "module", "scripts": { "test": "node check.js" } }\n',
  'check.js': `import { existsSync } from 'node:fs';

if (!existsSync('.redis-runs')) {
  console.error('Error: connect ECONNREFUSED 127.0.0.1:6379 (redis)\\nTests failed: 1');
  process.exit(1);
}
console.log('Tests passed: 14');
`,
  'start-services.sh': 'touch .redis-runs\n',
  'src/invoice.js': 'export function invoiceTotal(lines) { return lines.length; }\n',
};
const TASK = 'run the tests of the invoice totals and fix what fails';
const WORKED = 'sh start-services.sh && npm test -- invoice';

const agents = INSTALLED.filter(({ name }) => CAPTURED.includes(name));
if (agents.length > 0) {
  describe.each(agents)('$name', (agent) => {
    it('is told on the next task of that kind what failed in an earlier session, once the draft is accepted', async () => {
      const sample = makeSample(binary, FILES);
      sample.run('dossier', 'init', '--agents', agent.name, '--yes');
      await runAgent(agent, sample, {
        say: ['the invoice totals test fails, please fix it'],
        turns: [
          shellTurn(agent, 'npm test -- invoice'),
          shellTurn(agent, WORKED),
          { text: 'The invoice tests pass once redis runs: they connect to port 6379.' },
        ],
      });
      const { drafts } = JSON.parse(sample.run('dossier', 'inbox', 'list', '--json'));
      expect(drafts).toMatchObject([{ status: 'open', text: expect.stringContaining(WORKED) }]);

      const nextTask = async () => {
        const { requests } = await runAgent(agent, sample, { say: [TASK], turns: [{ text: 'As told.' }] });
        return requests.find(({ tools }) => tools.length > 0)?.text ?? '';
      };
      const before = await nextTask();
      expect(before).toContain('1 draft');
      expect(before).not.toContain(WORKED);

      sample.run('dossier', 'inbox', 'accept', drafts[0].id);
      expect(await nextTask()).toContain(WORKED);
      rmSync(sample.home, { recursive: true, force: true });
    });
  });
}
