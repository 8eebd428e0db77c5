import { createServer, type ServerResponse } from 'node:http';

/** What the model does next: says a text, or calls a tool: the offered one that matches, or one it knows by name. */
export type Turn =
  | { readonly text: string }
  | {
      readonly tool: RegExp | string;
      readonly input: Readonly<Record<string, unknown>>;
      /** Tokens it says the request took; an agent with a limit compacts. */
      readonly used?: number;
    };

export interface Request {
  /** Tools the agent offered. */
  readonly tools: readonly string[];
  readonly text: string;
  readonly body: Body;
}

export interface ScriptedModel {
  readonly url: string;
  readonly requests: readonly Request[];
  readonly stop: () => void;
}

/**
 * A model server that answers by a script and keeps every request, in the formats of Anthropic, OpenAI (both) and
 * Google. `turns` answer, in order, the requests that offer tools; when they are used up, and to requests without
 * tools (titles, summaries), it says a sentence.
 */
export async function startScriptedModel(turns: readonly Turn[]): Promise<ScriptedModel> {
  const requests: Request[] = [];
  const left = [...turns];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const body: Body = text.startsWith('{') ? JSON.parse(text) : {};
    const [path = ''] = (request.url ?? '').split('?');
    const wire = WIRES.find((candidate) => candidate.path.test(path));
    if (request.method !== 'POST' || wire === undefined) return send(response, [{ data: [] }], false);
    const tools = wire.toolsOf(body);
    requests.push({ tools, text, body });
    const turn = (tools.length > 0 ? left.shift() : undefined) ?? { text: 'Done. The tests say it all.' };
    const answer = answerOf(turn, tools, `${requests.length}`);
    return send(response, wire.events(answer, body), wire.streams(path, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, requests, stop };
}

/** The results of tools in a request, as the model reads them. */
export function toolResults(body: Body): readonly string[] {
  const messages = [...(body.messages ?? []), ...(body.input ?? []), ...(body.contents ?? [])];
  return messages.flatMap((message) => {
    if (message.type === 'function_call_output') return [textOf(message.output)];
    if (message.role === 'tool') return [textOf(message.content)];
    const parts = Array.isArray(message.content) ? message.content : (message.parts ?? []);
    return parts.flatMap((part) => {
      if (part.type === 'tool_result') return [textOf(part.content)];
      return part.functionResponse === undefined ? [] : [textOf(part.functionResponse.response)];
    });
  });
}

function textOf(value: Content | undefined): string {
  if (value === undefined || typeof value === 'string') return value ?? '';
  if (isList(value)) return value.map(textOf).join('\n');
  return value.text ?? value.output ?? JSON.stringify(value);
}

function isList(value: readonly Part[] | Part): value is readonly Part[] {
  return Array.isArray(value);
}

type Content = string | readonly Part[] | Part;
interface Part {
  readonly type?: string;
  readonly text?: string;
  readonly output?: string;
  readonly content?: Content;
  readonly functionResponse?: { readonly response: Part };
}
interface Message extends Omit<Part, 'output'> {
  readonly role?: string;
  readonly output?: Content;
  readonly parts?: readonly Part[];
}
interface Tool {
  readonly type?: string;
  readonly name?: string;
  readonly function?: { readonly name: string };
  readonly tools?: readonly { readonly name: string }[];
  readonly functionDeclarations?: readonly { readonly name: string }[];
}
interface Body {
  readonly model?: string;
  readonly stream?: boolean;
  readonly tools?: readonly Tool[];
  readonly messages?: readonly Message[];
  readonly input?: readonly Message[];
  readonly contents?: readonly Message[];
}

interface Answer {
  readonly id: string;
  readonly used: number;
  readonly text: string;
  readonly call?: { readonly name: string; readonly input: Readonly<Record<string, unknown>> };
}

function answerOf(turn: Turn, tools: readonly string[], id: string): Answer {
  if ('text' in turn) return { id, used: 100, text: turn.text };
  const { tool } = turn;
  const name = typeof tool === 'string' ? tool : tools.find((candidate) => tool.test(candidate));
  const used = turn.used ?? 100;
  if (name === undefined) return { id, used, text: `No tool matches ${tool} among ${tools.join(', ')}.` };
  return { id, used, text: '', call: { name, input: turn.input } };
}

type Event = Readonly<Record<string, unknown>>;
interface Wire {
  readonly path: RegExp;
  readonly streams: (path: string, body: Body) => boolean;
  readonly toolsOf: (body: Body) => readonly string[];
  /** The events of a stream; without a stream the last is the answer. */
  readonly events: (answer: Answer, body: Body) => readonly Event[];
}

function send(response: ServerResponse, events: readonly Event[], streamed: boolean): void {
  response.writeHead(200, { 'content-type': streamed ? 'text/event-stream' : 'application/json' });
  if (!streamed) {
    response.end(JSON.stringify(events.at(-1)));
    return;
  }
  for (const event of events) {
    const type = event['type'];
    response.write(`${typeof type === 'string' ? `event: ${type}\n` : ''}data: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

const anthropic: Wire = {
  path: /\/messages$/,
  streams: (_path, body) => body.stream === true,
  toolsOf: (body) => (body.tools ?? []).map((tool) => tool.name ?? ''),
  events({ id, text, call, used }, body) {
    const usage = { input_tokens: used, output_tokens: 10 };
    const block = call
      ? { type: 'tool_use', id: `toolu_${id}`, name: call.name, input: call.input }
      : { type: 'text', text };
    const stop_reason = call ? 'tool_use' : 'end_turn';
    const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model: body.model, usage };
    const started = call ? { ...block, input: {} } : { ...block, text: '' };
    const delta = call
      ? { type: 'input_json_delta', partial_json: JSON.stringify(call.input) }
      : { type: 'text_delta', text };
    return [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: started },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
      { type: 'message_stop', ...(body.stream ? {} : { ...message, content: [block], stop_reason }) },
    ];
  },
};

const openaiResponses: Wire = {
  path: /\/responses$/,
  streams: () => true,
  toolsOf: (body) =>
    (body.tools ?? []).flatMap((tool) =>
      tool.type === 'namespace'
        ? (tool.tools ?? []).map((inner) => `${tool.name}${inner.name}`)
        : [tool.name ?? tool.type ?? ''],
    ),
  events({ id, text, call, used }, body) {
    const space = (body.tools ?? []).find(
      (tool) => tool.type === 'namespace' && call?.name.startsWith(tool.name ?? ''),
    )?.name;
    const item = call
      ? {
          type: 'function_call',
          id: `fc_${id}`,
          call_id: `call_${id}`,
          name: call.name.slice(space?.length ?? 0),
          ...(space === undefined ? {} : { namespace: space }),
          arguments: JSON.stringify(call.input),
          status: 'completed',
        }
      : {
          type: 'message',
          id: `msg_${id}`,
          role: 'assistant',
          content: [{ type: 'output_text', text, annotations: [] }],
          status: 'completed',
        };
    const usage = {
      input_tokens: used,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 10,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: used + 10,
    };
    const response = { id: `resp_${id}`, object: 'response', model: body.model };
    return [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { ...response, status: 'completed', output: [item], usage } },
    ];
  },
};

const openaiChat: Wire = {
  path: /\/chat\/completions$/,
  streams: (_path, body) => body.stream === true,
  toolsOf: (body) => (body.tools ?? []).map((tool) => tool.function?.name ?? ''),
  events({ id, text, call, used }, body) {
    const said = call
      ? {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              index: 0,
              id: `call_${id}`,
              type: 'function',
              function: { name: call.name, arguments: JSON.stringify(call.input) },
            },
          ],
        }
      : { role: 'assistant', content: text };
    const chunk = { id: `chat_${id}`, created: 1, model: body.model };
    const finish_reason = call ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: used, completion_tokens: 10, total_tokens: used + 10 };
    if (body.stream !== true) {
      return [
        { ...chunk, object: 'chat.completion', choices: [{ index: 0, message: said, finish_reason }], usage },
      ];
    }
    const object = 'chat.completion.chunk';
    return [
      { ...chunk, object, choices: [{ index: 0, delta: said, finish_reason: null }] },
      { ...chunk, object, choices: [{ index: 0, delta: {}, finish_reason }] },
      { ...chunk, object, choices: [], usage },
    ];
  },
};

const gemini: Wire = {
  path: /:(?:stream)?generateContent$/i,
  streams: (path) => path.endsWith(':streamGenerateContent'),
  toolsOf: (body) =>
    (body.tools ?? []).flatMap((tool) => (tool.functionDeclarations ?? []).map(({ name }) => name)),
  events({ text, call, used }) {
    const part = call ? { functionCall: { name: call.name, args: call.input } } : { text };
    return [
      {
        candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts: [part] } }],
        usageMetadata: { promptTokenCount: used, candidatesTokenCount: 10, totalTokenCount: used + 10 },
      },
    ];
  },
};

const WIRES = [anthropic, openaiResponses, openaiChat, gemini];
