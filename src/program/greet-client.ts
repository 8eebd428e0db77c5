import { PassThrough, type Readable, type Writable } from 'node:stream';

/** What the server answers first, by protocol version; the build asks it once and keeps this. */
export type Greetings = Readonly<Record<string, { readonly initialize: object; readonly tools: object }>>;

/** Where the server goes on. */
export interface Opening {
  /** Everything the client sent, from the start. */
  readonly input: Readable;
  /** Requests that were answered already; the server's own answers to them are not sent. */
  readonly answered: Set<unknown>;
}

/** Loading the server blocks, so the client gets this long to ask what can be answered without it. */
const PAUSE_MS = 100;

/**
 * Answers a client's first requests, `initialize` and the list of tools, before the server is loaded: on a busy
 * machine an agent otherwise starts without its tools. Ends with the first message it cannot answer.
 */
export function greetClient(
  { stdin, stdout }: { readonly stdin: Readable; readonly stdout: Writable },
  greetings: Greetings,
): Promise<Opening> {
  const chunks: Buffer[] = [];
  const answered = new Set<unknown>();
  let greeting: Greetings[string] | undefined;
  let line = '';

  /** Whether there is more to wait for. */
  const answer = (message: Message): boolean => {
    const { id, method, params = {} } = message;
    if (method === 'notifications/initialized') return true;
    let result: object | undefined;
    if (method === 'initialize' && greeting === undefined) {
      greeting = Object.hasOwn(greetings, `${params.protocolVersion}`)
        ? greetings[`${params.protocolVersion}`]
        : undefined;
      result = greeting?.initialize;
    }
    const lists = method === 'tools/list' && params.cursor === undefined;
    if (lists) result = greeting?.tools;
    if (result === undefined || (typeof id !== 'number' && typeof id !== 'string')) return false;
    answered.add(id);
    stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
    return !lists;
  };

  return new Promise((resolve) => {
    let timer = setTimeout(done, PAUSE_MS);
    function done() {
      clearTimeout(timer);
      stdin.off('data', onData).off('end', done).pause();
      const input = new PassThrough();
      for (const chunk of chunks) input.write(chunk);
      if (stdin.readableEnded) input.end();
      else stdin.pipe(input);
      resolve({ input, answered });
    }
    function onData(chunk: Buffer) {
      chunks.push(chunk);
      const lines = (line + chunk.toString('latin1')).split('\n');
      line = lines.pop() ?? '';
      for (const each of lines) if (!answer(parsed(each))) return done();
      if (lines.length === 0) return;
      clearTimeout(timer);
      timer = setTimeout(done, PAUSE_MS);
    }
    stdin.on('data', onData).on('end', done);
  });
}

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly protocolVersion?: unknown; readonly cursor?: unknown };
}

/** Anything that is not a message is left to the server. */
function parsed(line: string): Message {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
