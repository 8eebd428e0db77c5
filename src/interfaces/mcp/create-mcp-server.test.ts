import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, InMemoryTransport, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Engine } from '../../core/engine.ts';
import { DossierError } from '../../core/errors.ts';
import { indexProject } from '../../indexing/index-project.ts';
import { openEngine } from '../../open-engine.ts';
import { premortem } from '../../operations/assemble.ts';
import { defineOperation, type McpTool, type Operation } from '../../operations/operation.ts';
import { createMcpServer, type McpParts } from './create-mcp-server.ts';
import { createProjectSet } from './project-set.ts';

const toolNamed = (name: string): McpTool => ({ name, title: name, description: name, fields: [] });
const steps = { ...toolNamed('steps'), fields: ['text'] };

const echo = defineOperation({
  name: 'echo',
  summary: 'Echo',
  topic: 'Ask',
  http: { notServed: 'only a test' },
  usesIndex: true,
  mcp: { ...toolNamed('echo'), fields: ['text', 'times'] },
  input: z.object({
    text: z.string().describe('What to say'),
    times: z.int().min(1).max(9).default(1),
    maxTokens: z.int().default(8000),
    session: z.string().optional(),
    hidden: z.string().optional(),
  }),
  output: z.object({
    said: z.string(),
    maxTokens: z.number(),
    session: z.string().optional(),
    root: z.string(),
  }),
  effect: 'read',
  examples: [],
  run: async (engine, { text, times, maxTokens, session, hidden }) => ({
    said: text.repeat(times) + (hidden ?? ''),
    maxTokens,
    session,
    root: engine.root,
  }),
  print: ({ said }) => said,
});

const slow = defineOperation({
  name: 'slow',
  summary: 'Slow',
  topic: 'Ask',
  http: { notServed: 'only a test' },
  mcp: toolNamed('slow'),
  input: z.object({}),
  output: z.object({ done: z.boolean() }),
  effect: 'write',
  examples: [],
  async run(_engine, _input, { progress, signal }) {
    for (let done = 1; done <= 3; done++) progress({ phase: 'read', done, total: 3 });
    for (let done = 1; done <= 2; done++) progress({ phase: 'write', done, total: 2 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (signal.aborted) aborted.push('seen');
    return { done: true };
  },
  print: () => 'done',
});
const forever = defineOperation({
  ...slow,
  name: 'forever',
  mcp: toolNamed('forever'),
  run: () => new Promise<never>(() => undefined),
});
const failing = defineOperation({
  ...slow,
  name: 'failing',
  mcp: toolNamed('failing'),
  run: async () => {
    throw new DossierError('not-found', 'Nothing there. Try another.');
  },
});
const broken = defineOperation({
  ...slow,
  name: 'broken',
  mcp: toolNamed('broken'),
  run: async () => {
    throw new RangeError('boom');
  },
});
const aborted: string[] = [];

const { mcp: _mcp, ...withoutTool } = { ...slow, name: 'no tool' };
const operations: readonly Operation[] = [
  echo,
  slow,
  forever,
  failing,
  broken,
  { ...echo, name: 'say', mcp: { ...steps, step: 'say' } },
  { ...slow, name: 'wait', mcp: { ...steps, step: 'wait' } },
  withoutTool,
];
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function connect(options: {
  readonly parts?: Partial<McpParts>;
  readonly roots?: readonly string[];
  readonly modern?: boolean;
}) {
  const reported: string[] = [];
  const projects = createProjectSet({
    folder: '/started/here',
    openProject: (folder): Engine => ({ ...openEngine({ root: folder, environment: {} }), root: folder }),
  });
  const server = createMcpServer({
    version: '1.2.3',
    operations,
    projects,
    clock: () => 0,
    report: (sentence) => reported.push(sentence),
    followRoots: true,
    shared: false,
    ...options.parts,
  });
  const client = new Client(
    { name: 'test', version: '0' },
    { capabilities: options.roots === undefined ? {} : { roots: { listChanged: true } } },
  );
  const roots = [...(options.roots ?? [])];
  if (options.roots !== undefined) {
    client.setRequestHandler('roots/list', () => ({ roots: roots.map((uri) => ({ uri })) }));
  }
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  closing.push(() => client.close());
  return { client, reported, roots };
}

describe('the tool list', () => {
  it('shows the chosen fields with the schemas of the operation and leaves out operations without a tool', async () => {
    const { client } = await connect({});
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(['echo', 'slow', 'forever', 'failing', 'broken', 'steps']);
    expect(tools[0]?.inputSchema).toEqual({
      type: 'object',
      properties: {
        text: { type: 'string', description: 'What to say' },
        times: { type: 'integer', default: 1 },
        project: { type: 'string', description: 'Another open project' },
      },
      required: ['text'],
    });
    // With a schema every answer would have to be sent twice.
    expect(tools.filter((tool) => tool.outputSchema !== undefined)).toEqual([]);
    expect(tools[0]?.annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true });
    expect(tools[1]?.annotations).toEqual({ destructiveHint: false, openWorldHint: false });
  });
});

describe('a call', () => {
  it('answers with one text, and with the whole reply when asked for it', async () => {
    const { client } = await connect({});
    const result = await client.callTool({ name: 'echo', arguments: { text: 'a', times: 3 } });
    expect(result).toEqual({ content: [{ type: 'text', text: 'aaa' }] });
    const whole = await client.callTool({ name: 'echo', arguments: { text: 'a', structured: true } });
    expect(whole).toEqual({
      content: [{ type: 'text', text: 'a' }],
      structuredContent: { said: 'a', maxTokens: 8000, root: '/started/here', notes: [] },
    });
  });

  it('accepts fields of the operation that the list does not show', async () => {
    const { client } = await connect({});
    const result = await client.callTool({ name: 'echo', arguments: { text: 'a', hidden: 'b' } });
    expect(result.content).toEqual([{ type: 'text', text: 'ab' }]);
  });

  it('says which fields the operation does not know, and answers', async () => {
    const { client } = await connect({});
    const result = await client.callTool({ name: 'echo', arguments: { text: 'a', token_limit: 5 } });
    expect(result.content).toEqual([
      { type: 'text', text: 'echo has no option token_limit; it was ignored.\n\na' },
    ]);
  });

  it('knows an option by its letters, as models spell it', async () => {
    const { client } = await connect({});
    const replyTo = async (given: Record<string, unknown>) =>
      (await client.callTool({ name: 'echo', arguments: { text: 'a', structured: true, ...given } }))
        .structuredContent;
    expect(await replyTo({ max_tokens: 50 })).toMatchObject({ maxTokens: 50, notes: [] });
    expect(await replyTo({ max_tokens: 50, maxTokens: 70 })).toMatchObject({ maxTokens: 70, notes: [] });
  });

  it('leaves settings to the operation instead of filling the default of the schema', async () => {
    const projects = createProjectSet({
      folder: '/p',
      openProject: (folder) => openEngine({ root: folder, environment: {}, settings: { maxTokens: 1234 } }),
    });
    const { client } = await connect({ parts: { projects } });
    const result = await client.callTool({ name: 'echo', arguments: { text: 'a', structured: true } });
    expect(result.structuredContent).toMatchObject({ maxTokens: 1234 });
  });

  it('passes the session of the connection unless the call names one', async () => {
    const { client } = await connect({ parts: { session: async () => 'of-connection' } });
    const asking = { text: 'a', structured: true };
    const without = await client.callTool({ name: 'echo', arguments: asking });
    const named = await client.callTool({ name: 'echo', arguments: { ...asking, session: 'mine' } });
    expect(without.structuredContent).toMatchObject({ session: 'of-connection' });
    expect(named.structuredContent).toMatchObject({ session: 'mine' });
  });

  it('chooses the operation by its step', async () => {
    const { client } = await connect({});
    const said = await client.callTool({ name: 'steps', arguments: { step: 'say', text: 'x' } });
    expect(said.content).toEqual([{ type: 'text', text: 'x' }]);
    const unknown = await client.callTool({ name: 'steps', arguments: { step: 'fly' } });
    expect(unknown.isError).toBe(true);
    expect(unknown.content).toEqual([
      { type: 'text', text: 'invalid-input: steps: "step" must be one of say, wait.' },
    ]);
  });

  it('names the parameter that is wrong and those there are, never the help of the command line', async () => {
    const { client } = await connect({});
    const result = await client.callTool({ name: 'echo', arguments: { text: 'a', times: 0 } });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: 'invalid-input: "times" must be at least 1. Parameters: text, times.' }],
    });
    const misspelt = await client.callTool({ name: 'echo', arguments: { txet: 'a' } });
    expect(misspelt.content).toEqual([
      { type: 'text', text: 'invalid-input: "text" is missing. Parameters: text, times; there is no txet.' },
    ]);
  });

  it('gives an error the model can act on, and reports only what is not its fault', async () => {
    const { client, reported } = await connect({});
    const missing = await client.callTool({ name: 'failing', arguments: {} });
    expect(missing).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'not-found: Nothing there. Try another.' }],
    });
    const invalid = await client.callTool({ name: 'echo', arguments: { times: 99 } });
    expect(invalid.isError).toBe(true);
    expect(reported).toEqual([]);
    const internal = await client.callTool({ name: 'broken', arguments: {} });
    expect(internal).toMatchObject({ isError: true, content: [{ type: 'text', text: 'internal: boom' }] });
    expect(reported).toHaveLength(1);
    const shared = await connect({ parts: { shared: true } });
    const told = await shared.client.callTool({ name: 'broken', arguments: {} });
    expect(JSON.stringify(told)).not.toContain('boom');
    expect(shared.reported).toEqual([expect.stringContaining('boom')]);
  });

  it('answers an unknown tool with a protocol error', async () => {
    const { client } = await connect({});
    await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toThrow(/nope/);
  });

  it('sends every step of progress before the result, always growing', async () => {
    const { client } = await connect({});
    const seen: { progress: number; total?: number | undefined }[] = [];
    await client.callTool({ name: 'slow', arguments: {} }, { onprogress: (progress) => seen.push(progress) });
    expect(seen.map(({ progress, total }) => [progress, total])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
      [4, 5],
      [5, 5],
    ]);
  });

  it('ends at once when the client cancels', async () => {
    const { client } = await connect({});
    const cancel = new AbortController();
    const call = client.callTool({ name: 'forever', arguments: {} }, { signal: cancel.signal });
    cancel.abort('no longer wanted');
    await expect(call).rejects.toThrow();
    const after = await client.callTool({ name: 'echo', arguments: { text: 'still here' } });
    expect(after.content).toEqual([{ type: 'text', text: 'still here' }]);
  });

  it('says before the answer what must be known of the index', async () => {
    const projects = createProjectSet({
      folder: '/p',
      openProject: (folder) => openEngine({ root: folder, environment: {} }),
      keepIndexed: () => ({
        ready: async () => ['Indexing has begun.'],
        leads: () => true,
        stop: async () => undefined,
      }),
    });
    const { client } = await connect({ parts: { projects } });
    const result = await client.callTool({ name: 'echo', arguments: { text: 'a' } });
    expect(result.content).toEqual([{ type: 'text', text: 'Indexing has begun.\n\na' }]);
  });
});

describe('projects', () => {
  const rootOf = async (client: Client, project?: string) =>
    (
      await client.callTool({
        name: 'echo',
        arguments: { text: 'a', structured: true, ...(project && { project }) },
      })
    ).structuredContent;

  it('is the folder of the start when the client has no roots', async () => {
    const { client } = await connect({});
    expect(await rootOf(client)).toMatchObject({ root: '/started/here' });
  });

  it('is the first root of the client, and any other by name or folder', async () => {
    const { client } = await connect({ roots: ['file:///one', 'file:///two'] });
    expect(await rootOf(client)).toMatchObject({ root: '/one' });
    expect(await rootOf(client, 'two')).toMatchObject({ root: '/two' });
    expect(await rootOf(client, '/two')).toMatchObject({ root: '/two' });
  });

  it('never is a folder the client did not name', async () => {
    const { client } = await connect({ roots: ['file:///one'] });
    const result = await client.callTool({ name: 'echo', arguments: { text: 'a', project: '/etc' } });
    expect(result.isError).toBe(true);
  });

  it('follows the roots when they change', async () => {
    const { client, roots } = await connect({ roots: ['file:///one'] });
    expect(await rootOf(client)).toMatchObject({ root: '/one' });
    roots.splice(0, 1, 'file:///three');
    await client.sendRootsListChanged();
    expect(await rootOf(client)).toMatchObject({ root: '/three' });
  });
});

describe('resources and prompts', () => {
  it('lists every file, page by page, and completes an argument that has a choice', async () => {
    const root = mkdtempSync(join(tmpdir(), 'dossier-pages-'));
    for (let file = 0; file < 250; file++) writeFileSync(join(root, `f${file}.md`), `# ${file}\n`);
    const settings = { store: join(root, 'store.db'), 'embedder.kind': 'none' };
    const engine = openEngine({ root, environment: {}, settings });
    await indexProject(engine, { now: 0, signal: new AbortController().signal, progress: () => undefined });
    const projects = createProjectSet({ folder: root, openProject: () => engine });
    const { client } = await connect({ parts: { projects, operations: [premortem] } });
    // The client follows the cursors.
    const { resources } = await client.listResources();
    expect(resources.filter(({ name }) => name.endsWith('.md'))).toHaveLength(250);
    await expect(client.listResources({ cursor: 'x' })).rejects.toMatchObject({
      code: ProtocolErrorCode.InvalidParams,
      message: expect.stringContaining('not a cursor'),
    });
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'premortem' },
      argument: { name: 'domain', value: 'de' },
    });
    expect(completion.values).toEqual(['debugging']);
    await engine.close();
    rmSync(root, { recursive: true });
  });
});
