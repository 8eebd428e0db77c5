import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type McpParts } from './create-mcp-server.ts';

/** The largest message accepted on standard input; a longer one ends the connection. */
const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;

/** Serves one client over stdio until it hangs up or `signal` fires. */
export async function serveMcp(parts: McpParts, options: { readonly signal: AbortSignal }): Promise<void> {
  let hungUp = false;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const transport = new StdioServerTransport(process.stdin, process.stdout, {
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
  // The transport closes itself if the client hangs up or sends an invalid message.
  const close = transport.close.bind(transport);
  transport.close = async () => {
    hungUp = true;
    await close();
    end();
  };
  options.signal.addEventListener('abort', () => void transport.close(), { once: true });
  // A call cut off by the end fails, and nobody is left to tell.
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
