import type { Readable } from 'node:stream';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type McpParts } from './create-mcp-server.ts';

/** The largest message accepted on standard input; a longer one ends the connection. */
const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;

/** Serves one client over stdio until it hangs up or `signal` fires. */
export async function serveMcp(
  parts: McpParts,
  options: {
    readonly signal: AbortSignal;
    /** What the client says, if some of it was read from standard input already. */
    readonly input?: Readable;
    /** Requests in it that were answered before; they are not answered again. */
    readonly answered?: Set<unknown>;
  },
): Promise<void> {
  let hungUp = false;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const transport = new StdioServerTransport(options.input ?? process.stdin, process.stdout, {
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
  // The transport closes itself if the client hangs up or sends an invalid message.
  const close = transport.close.bind(transport);
  transport.close = async () => {
    hungUp = true;
    await close();
    end();
  };
  const send = transport.send.bind(transport);
  transport.send = async (message) => {
    if ('result' in message && options.answered?.delete(message.id)) return;
    await send(message);
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
