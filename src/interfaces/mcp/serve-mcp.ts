import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type McpParts } from './create-mcp-server.ts';

/** The largest message taken from standard input; anything longer ends the connection. */
const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;

/** Serves one client on standard input and output until it hangs up or `signal` fires. */
export async function serveMcp(parts: McpParts, options: { readonly signal: AbortSignal }): Promise<void> {
  let hungUp = false;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const transport = new StdioServerTransport(process.stdin, process.stdout, {
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
  // The transport closes itself when the client hangs up or sends what cannot be a message.
  const close = transport.close.bind(transport);
  transport.close = async () => {
    hungUp = true;
    await close();
    end();
  };
  options.signal.addEventListener('abort', () => void transport.close(), { once: true });
  // A call that the end cuts off fails somewhere, and nobody is left who asked for it.
  const report = (sentence: string) => {
    if (!hungUp) parts.report(sentence);
  };
  const handle = serveStdio(() => createMcpServer({ ...parts, report }), {
    transport,
    onerror: (error) => report(error.message),
  });
  await ended;
  await handle.close();
  await parts.projects.close();
}

/** The same server for streamable HTTP: mount `fetch` behind Host and Origin checks. */
export function createMcpFetch(parts: McpParts): McpHttpHandler {
  return createMcpHandler(() => createMcpServer(parts), { onerror: (error) => parts.report(error.message) });
}
