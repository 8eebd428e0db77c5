// Asks the MCP server what it answers first, in every protocol version, and keeps it in dist/cli/greetings.json: a
// process answers from there before it has loaded the server (src/program/greet-client.ts).
import { writeFileSync } from 'node:fs';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { createMcpServer } from '../dist/interfaces/mcp/create-mcp-server.js';
import { createProjectSet } from '../dist/interfaces/mcp/project-set.js';
import { operations } from '../dist/operations/registry.js';
import { packageVersion } from '../dist/program/package-version.js';

export async function makeGreetings() {
  const greetings = {};
  for (const version of SUPPORTED_PROTOCOL_VERSIONS) greetings[version] = await greetingOf(version);
  writeFileSync('dist/cli/greetings.json', JSON.stringify(greetings));
}

async function greetingOf(protocolVersion) {
  const server = createMcpServer({
    version: packageVersion(),
    operations,
    projects: createProjectSet({ folder: '.' }),
    clock: Date.now,
    report: (sentence) => process.stderr.write(`${sentence}\n`),
    followRoots: true,
    shared: false,
  });
  const waiting = new Map();
  const transport = {
    start: async () => undefined,
    close: async () => undefined,
    send: async (message) => waiting.get(message.id)?.(message),
  };
  await server.connect(transport);
  const ask = async (id, method, params) => {
    const reply = new Promise((resolve) => waiting.set(id, resolve));
    transport.onmessage({ jsonrpc: '2.0', id, method, params });
    const { result, error } = await reply;
    if (error !== undefined) throw new Error(`${method} of ${protocolVersion}: ${error.message}`);
    return result;
  };
  const clientInfo = { name: 'build', version: '0' };
  const initialize = await ask(1, 'initialize', { protocolVersion, capabilities: {}, clientInfo });
  const tools = await ask(2, 'tools/list', {});
  await server.close();
  return { initialize, tools };
}
