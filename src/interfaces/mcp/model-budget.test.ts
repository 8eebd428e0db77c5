import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import { indexProject } from '../../indexing/index-project.ts';
import { openEngine } from '../../open-engine.ts';
import { operations } from '../../operations/registry.ts';
import { createMcpServer } from './create-mcp-server.ts';
import { createProjectSet } from './project-set.ts';

interface Result {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
}
const text = ({ content }: Result) =>
  Array.isArray(content) ? content.map((part) => part.text ?? '').join('\n') : '';
const structured = ({ structuredContent }: Result) =>
  structuredContent === undefined ? '' : JSON.stringify(structuredContent);

/** What each agent gives its model of a tool's result, as recorded from the agents themselves (test/e2e/agents). */
const SHAPES: Readonly<Record<string, (result: Result) => string>> = {
  'Claude Code': (result) => structured(result) || text(result),
  Codex: (result) => `Wall time: 0.1 seconds\nOutput:\n${structured(result) || text(result)}`,
  'Copilot CLI': (result) => [text(result), structured(result)].join('\n'),
  'Gemini CLI': (result) => `<untrusted_context>\n${text(result)}\n</untrusted_context>`,
  opencode: text,
};
/** What the agents themselves put around an answer. */
const WRAPPING = 20;
const recorded = new URL('../../../test/fixtures/agents/', import.meta.url);

let engine: Engine;
let client: Client;
let count: (text: string) => number;
beforeAll(async () => {
  const store = join(mkdtempSync(join(tmpdir(), 'dossier-budget-')), 'store.db');
  engine = openEngine({
    root: 'src/assembly',
    environment: {},
    settings: { store, 'embedder.kind': 'none' },
  });
  await indexProject(engine, { now: 0, signal: new AbortController().signal, progress: () => undefined });
  const counter = await engine.counter('o200k_base');
  count = (given) => counter.count(given);
  const server = createMcpServer({
    version: '0',
    operations,
    projects: createProjectSet({
      folder: engine.root,
      openProject: () => engine,
      keepIndexed: () => ({
        ready: async () => [
          'Note: the index is being brought up to date; very recent changes may be missing.',
        ],
        leads: () => true,
        stop: async () => undefined,
      }),
    }),
    clock: () => 0,
    report: () => undefined,
    followRoots: true,
    shared: false,
  });
  client = new Client({ name: 'test', version: '0' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
});
afterAll(async () => {
  await client.close();
  await engine.close();
});
describe.each(Object.entries(SHAPES))('%s gives its model', (_agent, shape) => {
  it.each([
    ['context_query', { query: 'how does fitting to the token budget work', fresh: true }, 500],
    ['context_query', { query: 'how does fitting to the token budget work', fresh: true }, 2000],
    ['assemble_context', { query: 'token budget', fresh: true }, 1000],
    ['premortem', { task: 'change the rounding of token budgets' }, 800],
    ['read_source', { path: 'fit-to-budget.ts' }, 600],
  ])('of %s no more than the budget', async (name, given, maxTokens) => {
    const result = await client.callTool({ name, arguments: { ...given, maxTokens } });
    expect(result.isError ?? false).toBe(false);
    expect(count(shape(result))).toBeLessThanOrEqual(maxTokens + WRAPPING);
  });

  it('the note on the index and the whole status', async () => {
    const asked = await client.callTool({ name: 'context_query', arguments: { query: 'token budget' } });
    expect(shape(asked)).toContain('Note: the index is being brought up to date');
    const status = await client.callTool({ name: 'status', arguments: {} });
    for (const part of ['files', 'units', 'languages', 'commits']) expect(shape(status)).toContain(part);
  });
});

describe.each([1, 2, 5, 10, 20, 33, 50, 80])('with a budget of %d', (maxTokens) => {
  it.each([
    ['context_query', { query: 'how does fitting to the token budget work' }],
    ['context_query', { query: 'kubernetes operator for volcano telemetry' }],
    ['assemble_context', { query: 'token budget' }],
    ['assemble_context', { query: 'volcano', types: ['memories'] }],
    ['premortem', { task: 'change the rounding of token budgets' }],
    ['read_source', { path: 'fit-to-budget.ts' }],
  ])(
    '%s of %j keeps it, and does not say that nothing is known of what does not fit',
    async (name, given) => {
      const result = await client.callTool({ name, arguments: { ...given, fresh: true, maxTokens } });
      expect(result.isError ?? false).toBe(false);
      expect(count(text(result))).toBeLessThanOrEqual(maxTokens);
      expect(text(result)).not.toMatch(/Nothing is known[\s\S]*Nothing fits/);
    },
  );
});

it('what does not fit is said where there is room for the sentence', async () => {
  const given = { query: 'token budget', types: ['code'], maxTokens: 30 };
  expect(text(await client.callTool({ name: 'assemble_context', arguments: given }))).toMatch(
    /^Nothing fits in \d+ tokens: the first item needs \d+/,
  );
});

it.each(readdirSync(recorded))('%s: what the agent gave its model kept the budget', (file) => {
  const { budget, answer, status } = JSON.parse(readFileSync(new URL(file, recorded), 'utf8'));
  expect(answer).toContain('[cod-');
  expect(count(answer)).toBeLessThanOrEqual(budget + WRAPPING);
  expect(status).toContain('languages');
});
