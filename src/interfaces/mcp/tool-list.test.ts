import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { openEngine } from '../../open-engine.ts';
import { operations } from '../../operations/registry.ts';
import { createMcpServer } from './create-mcp-server.ts';
import { createProjectSet } from './project-set.ts';
import { toolsOf } from './tool-schema.ts';

const MAX_TOKENS = 2000;
const declared = toolsOf(operations);

async function listedTools() {
  const server = createMcpServer({
    version: '0',
    operations,
    projects: createProjectSet({
      folder: '/p',
      openProject: (folder) => openEngine({ root: folder, environment: {} }),
    }),
    clock: () => 0,
    report: () => undefined,
    followRoots: true,
    shared: false,
  });
  const client = new Client({ name: 'test', version: '0' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  const { tools } = await client.listTools();
  await client.close();
  return tools;
}

describe('the list of tools', () => {
  it('has every tool that an operation declares, each with all the fields it names', async () => {
    const tools = await listedTools();
    expect(tools.map((tool) => tool.name)).toEqual(declared.map(({ name }) => name));
    for (const [index, { name, fields }] of declared.entries()) {
      const shown = Object.keys(tools[index]?.inputSchema.properties ?? {});
      expect([name, ...shown]).toEqual(expect.arrayContaining([name, ...fields]));
    }
  });

  it(`costs at most ${MAX_TOKENS} tokens, counted with o200k_base as sent`, async () => {
    const counter = await openEngine({ root: '/p', environment: {} }).counter('o200k_base');
    const tokens = counter.count(JSON.stringify({ tools: await listedTools() }));
    expect(tokens).toBeLessThanOrEqual(MAX_TOKENS);
  });

  it('has a sentence or two on each tool', () => {
    for (const { description } of declared) {
      expect(description.match(/\.(?:\s|$)/g)?.length ?? 0).toBeLessThanOrEqual(2);
      expect(description.length).toBeLessThanOrEqual(260);
    }
  });
});
