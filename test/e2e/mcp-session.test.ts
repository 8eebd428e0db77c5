import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from './run-binary.ts';

const main = join(dirname(fileURLToPath(import.meta.url)), '../../dist/main.cjs');
const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function project(): string {
  const root = temporaryFolder();
  writeFileSync(join(root, 'dossier.config.json'), '{}');
  mkdirSync(join(root, 'src'));
  writeFileSync(
    join(root, 'src/invoice.ts'),
    `/** Adds value added tax to an amount in cents. */
export function addTax(cents: number, rate: number): number {
  return Math.round(cents * (1 + rate));
}
`,
  );
  for (let index = 0; index < 300; index++) {
    writeFileSync(
      join(root, `src/filler${index}.ts`),
      `export const filler${index} = ${index};\n`.repeat(30),
    );
  }
  return root;
}

const environment = (root: string) => ({
  PATH: process.env['PATH'] ?? '',
  XDG_CACHE_HOME: `${root}-cache`,
  // On a busy machine a hook takes longer than an agent would wait.
  DOSSIER_HOOK_MS: '100000',
});

async function overStdio(root: string, options: { modern?: boolean; roots?: boolean } = {}): Promise<Client> {
  const client = new Client(
    { name: 'e2e', version: '0' },
    {
      capabilities: options.roots === true ? { roots: {} } : {},
      ...(options.modern === true ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {}),
    },
  );
  if (options.roots === true) {
    client.setRequestHandler('roots/list', () => ({ roots: [{ uri: pathToFileURL(root).href }] }));
  }
  const cwd = options.roots === true ? temporaryFolder() : root;
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [main, 'mcp'], cwd, env: environment(root) }),
  );
  closing.push(() => client.close());
  return client;
}

async function overHttp(root: string, options: { modern?: boolean } = {}): Promise<Client> {
  const child = spawn(
    process.execPath,
    [main, 'serve', '--no-token', '--port', '0', '--log-level', 'silent'],
    {
      cwd: root,
      env: environment(root),
    },
  );
  closing.push(() => child.kill());
  const url = await new Promise<string>((resolve) =>
    child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim())),
  );
  const client = new Client(
    { name: 'e2e', version: '0' },
    options.modern === true ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  );
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)));
  closing.push(() => client.close());
  return client;
}

const textOf = (result: { content?: unknown }): string =>
  Array.isArray(result.content) ? result.content.map((part) => part.text ?? '').join('\n') : '';

async function untilIndexed(client: Client): Promise<void> {
  await expect
    .poll(
      async () =>
        (await client.callTool({ name: 'status', arguments: { structured: true } })).structuredContent,
      {
        interval: 200,
      },
    )
    .toMatchObject({ indexed: true });
}

/** Calls every tool once, with what it needs to succeed. */
async function callEachTool(client: Client): Promise<void> {
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: given });
    expect([name, result.isError ?? false, textOf(result)]).toEqual([name, false, expect.any(String)]);
    return result;
  };
  // Afresh: the call that began the indexing may have been answered by the index already.
  expect(textOf(await call('context_query', { query: 'addTax', fresh: true }))).toContain(
    'Math.round(cents * (1 + rate))',
  );
  expect(textOf(await call('assemble_context', { query: 'value added tax', fresh: true }))).toContain(
    'addTax',
  );
  await call('premortem', { domain: 'debugging', task: 'rounding of tax' });
  await call('remember', { content: 'Amounts are whole cents.', category: 'decision' });
  expect(textOf(await call('recall', { query: 'cents' }))).toContain('whole cents');
  expect(textOf(await call('inbox', { step: 'list' }))).toContain('The inbox is empty.');
  await call('experience', {
    step: 'start',
    domain: 'debugging',
    strategy: 'read-the-error',
    goal: 'Totals agree',
    hypothesis: 'Rounding happens twice',
    action: 'Round once at the end',
    prediction: 'The totals test passes',
  });
  await call('experience', { step: 'resolve', outcome: 'confirmed', result: 'The totals test passes' });
  expect(textOf(await call('read_source', { path: 'src/invoice.ts', startLine: 3, endLine: 3 }))).toContain(
    'cents',
  );
  await call('status');
}

describe('a session of standard streams without hooks', () => {
  it.each([false, true])('is named after the client (of the newest revision: %s)', async (modern) => {
    const root = project();
    const client = await overStdio(root, { modern });
    await client.callTool({ name: 'context_query', arguments: { query: 'addTax' } });
    await untilIndexed(client);
    await client.callTool({ name: 'context_query', arguments: { query: 'addTax', fresh: true } });
    const { stdout } = spawnSync(process.execPath, [main, 'session', 'list', '--json'], {
      cwd: root,
      env: environment(root),
      encoding: 'utf8',
    });
    const { deliveries } = JSON.parse(stdout) as { deliveries: { session: string }[] };
    expect(new Set(deliveries.map(({ session }) => session.replace(/-\d+-[0-9a-z]{8}$/, '')))).toEqual(
      new Set(['e2e']),
    );
  });
});

const NAMES = [
  'context_query',
  'assemble_context',
  'premortem',
  'remember',
  'recall',
  'inbox',
  'experience',
  'read_source',
  'status',
];

describe.each([
  ['standard streams', (root: string, modern: boolean) => overStdio(root, { modern })],
  ['HTTP', (root: string, modern: boolean) => overHttp(root, { modern })],
] as const)('a client over %s', (_way, connect) => {
  it.each([
    ['2025', false],
    ['2026-07-28', true],
  ])(
    'of revision %s lists, calls every tool, reads resources and gets prompts',
    async (_revision, modern) => {
      const client = await connect(project(), modern);
      const { tools } = await client.listTools();
      expect(tools.map((tool) => tool.name)).toEqual(NAMES);
      await client.callTool({ name: 'context_query', arguments: { query: 'addTax' } });
      await untilIndexed(client);
      await callEachTool(client);

      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map((template) => template.uriTemplate)).toEqual([
        'dossier://file/{+path}',
        'dossier://memory/{id}',
      ]);
      const file = await client.readResource({ uri: 'dossier://file/src/invoice.ts' });
      expect(JSON.stringify(file.contents)).toContain('addTax');
      const { resources } = await client.listResources();
      const memory = resources.find((resource) => resource.uri.startsWith('dossier://memory/'));
      expect(JSON.stringify(await client.readResource({ uri: memory?.uri ?? '' }))).toContain('whole cents');
      await expect(client.readResource({ uri: 'dossier://file/../../etc/passwd' })).rejects.toThrow();

      const { prompts } = await client.listPrompts();
      expect(prompts.map((prompt) => prompt.name)).toEqual(['premortem', 'explain']);
      const explained = await client.getPrompt({ name: 'explain', arguments: { subject: 'addTax' } });
      expect(JSON.stringify(explained.messages)).toContain('Math.round');
      const warned = await client.getPrompt({
        name: 'premortem',
        arguments: { task: 'change the tax' },
      });
      expect(warned.messages).toHaveLength(1);

      const wrong = await client.callTool({ name: 'context_query', arguments: { maxTokens: -1 } });
      expect(textOf(wrong)).toMatch(/^invalid-input: /);
      await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toThrow();
    },
  );

  it('is not sent twice what it already has, unless it asks afresh', async () => {
    const client = await connect(project(), false);
    await client.callTool({ name: 'context_query', arguments: { query: 'addTax' } });
    await untilIndexed(client);
    const ask = async (fresh: boolean) =>
      textOf(await client.callTool({ name: 'context_query', arguments: { query: 'addTax', fresh } }));
    const first = await ask(true);
    const second = await ask(false);
    expect(first).toContain('Math.round');
    expect(second).not.toContain('Math.round');
    expect(second).toContain('Already sent in this session');
    expect(await ask(true)).toContain('Math.round');
  });
});

describe('a client over standard streams', () => {
  it('gets its first answer from an unindexed project, with progress, and is told', async () => {
    const client = await overStdio(project());
    const seen: number[] = [];
    const result = await client.callTool(
      { name: 'context_query', arguments: { query: 'addTax' } },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    expect(result.isError ?? false).toBe(false);
    expect(seen.length > 0 || !textOf(result).includes('first time')).toBe(true);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  it('can cancel a call and go on', async () => {
    const client = await overStdio(project());
    const cancel = new AbortController();
    const call = client.callTool(
      { name: 'context_query', arguments: { query: 'addTax' } },
      { signal: cancel.signal },
    );
    setImmediate(() => cancel.abort());
    await expect(call).rejects.toThrow();
    expect(
      textOf(await client.callTool({ name: 'read_source', arguments: { path: 'src/invoice.ts' } })),
    ).toContain('tax');
  });

  it.each([false, true])('chooses the project by its roots (revision of 2026: %s)', async (modern) => {
    const root = project();
    const client = await overStdio(root, { roots: true, modern });
    const read = await client.callTool({ name: 'read_source', arguments: { path: 'src/invoice.ts' } });
    expect(textOf(read)).toContain('addTax');
  });

  it('is not sent what a hook of the same agent added, started through a shell as agents do', async () => {
    const root = project();
    const run = (args: readonly string[], input: string) =>
      spawnSync('sh', ['-c', '"$@"; exit $?', 'sh', process.execPath, main, ...args], {
        cwd: root,
        env: environment(root),
        input,
        encoding: 'utf8',
      }).stdout;
    const hook = (event: object) => run(['hook'], JSON.stringify({ session_id: 'one', cwd: root, ...event }));
    run(['index'], '');
    hook({ hook_event_name: 'SessionStart', source: 'startup' });
    const added = hook({
      hook_event_name: 'UserPromptSubmit',
      prompt: 'How does addTax add value added tax to an amount in cents?',
    });
    expect(added).toContain('Math.round');
    const client = await overStdio(root);
    const answer = textOf(await client.callTool({ name: 'context_query', arguments: { query: 'addTax' } }));
    expect(answer).not.toContain('Math.round');
    expect(answer).toContain('Already sent in this session');
  });
});
