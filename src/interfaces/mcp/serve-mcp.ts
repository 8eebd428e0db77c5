import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createMcpHandler, isInitializeRequest, type McpHttpHandler } from '@modelcontextprotocol/server';
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

/**
 * The same server for streamable HTTP: mount `fetch` behind Host and Origin checks. A client that initializes is
 * given a session id and sends it with every later request; the process keeps nothing, so any worker can answer.
 */
export function createMcpFetch(parts: McpParts): Pick<McpHttpHandler, 'fetch'> {
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const session = requestInfo?.headers.get(SESSION_HEADER) ?? '';
      return createMcpServer(SESSION_ID.test(session) ? { ...parts, session: async () => session } : parts);
    },
    { onerror: (error) => parts.report(error.message) },
  );
  return {
    fetch: async (request, options) => {
      const initializes = await isInitialize(request);
      const response = await handler.fetch(request, options);
      if (!initializes || !response.ok) return response;
      const headers = new Headers(response.headers);
      headers.set(SESSION_HEADER, randomUUID());
      return new Response(response.body, { status: response.status, headers });
    },
  };
}

const SESSION_HEADER = 'mcp-session-id';
const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether the request opens a connection. Every later one names the protocol's version or the session. */
async function isInitialize(request: Request): Promise<boolean> {
  const { method, headers } = request;
  if (method !== 'POST' || headers.has(SESSION_HEADER) || headers.has('mcp-protocol-version')) return false;
  // A body that is not JSON is refused by the handler.
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined);
  return isInitializeRequest(body);
}
