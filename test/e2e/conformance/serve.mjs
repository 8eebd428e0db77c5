// A server with the tools the official conformance suite asks for by name, made by the same interface
// as the product's. Start it with `node test/e2e/conformance/serve.mjs <port>` after `npm run build`.
import { serve } from '@hono/node-server';
import { hostHeaderValidationResponse, localhostAllowedHostnames } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { createProjectSet } from '../../../dist/interfaces/mcp/project-set.js';
import { createMcpFetch } from '../../../dist/interfaces/mcp/serve-mcp.js';
import { openEngine } from '../../../dist/open-engine.js';

const operation = (name, run) => ({
  name,
  summary: name,
  input: z.object({}),
  output: z.object({ text: z.string() }),
  effect: 'read',
  usesIndex: name.includes('logging'),
  mcp: { name, title: name, description: name, fields: [] },
  examples: [],
  run,
  print: ({ text }) => text,
});
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const operations = [
  operation('test_simple_text', async () => ({ text: 'This is a simple text response for testing.' })),
  operation('test_tool_with_logging', async () => ({ text: 'Logged.' })),
  operation('test_logging_tool', async () => ({ text: 'Logged.' })),
  operation('test_error_handling', async () => {
    throw new Error('This tool intentionally returns an error for testing');
  }),
  operation('test_tool_with_progress', async (_engine, _input, { progress }) => {
    for (const done of [0, 50, 100]) {
      progress({ phase: 'test', done, total: 100 });
      await pause(50);
    }
    return { text: 'Done.' };
  }),
];

const handler = createMcpFetch({
  version: '0',
  operations,
  projects: {
    ...createProjectSet({
      folder: process.cwd(),
      openProject: (folder) => openEngine({ root: folder }),
    }),
    // Notes are also logged, which is what the suite's logging scenario counts.
    notesOn: async () => ['Tool execution started', 'Tool processing data', 'Tool execution completed'],
  },
  clock: Date.now,
  report: (sentence) => process.stderr.write(`${sentence}\n`),
  followRoots: false,
  shared: true,
});
serve(
  {
    port: Number(process.argv[2] ?? 4892),
    hostname: '127.0.0.1',
    fetch: (request) =>
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ?? handler.fetch(request),
  },
  ({ port }) => process.stdout.write(`http://127.0.0.1:${port}/mcp\n`),
);
