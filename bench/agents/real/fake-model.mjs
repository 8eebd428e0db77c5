// A model on loopback that answers what it was told to, in the wire formats of three vendors: Anthropic's
// Messages, OpenAI's Responses and Gemini's generateContent. With it a real agent can be run without an account.
import { createServer } from 'node:http';

/**
 * `turns` are the answers to the requests that offer tools, in order: `{ text }` or `{ tool, input }`, where
 * `tool` is a pattern of the tool's name. Every request is kept, so that one can see what the agent told it.
 * When they are used up, and to requests without tools (titles, summaries), it answers with a sentence.
 */
export async function startFakeModel(turns) {
  const requests = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const body = text.startsWith('{') ? JSON.parse(text) : {};
    const [path] = request.url.split('?');
    const wire = WIRES.find((candidate) => candidate.path.test(path));
    if (request.method !== 'POST' || wire === undefined) return send(response, [{ data: [] }], false);
    const names = wire.toolsOf(body);
    requests.push({ names, text });
    const turn = (names.length > 0 && turns.shift()) || { text: 'Done. The tests say it all.' };
    const name = turn.tool && names.find((candidate) => turn.tool.test(candidate));
    if (turn.tool && name === undefined)
      turn.text = `No tool matches ${turn.tool} among ${names.join(', ')}.`;
    const used = turn.used ?? 100;
    const id = `${requests.length}`;
    send(
      response,
      wire.answer({ id, text: turn.text, name, input: turn.input, used, body }),
      wire.streams(path, body),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, requests, stop: () => server.close() };
}

function send(response, events, streamed) {
  response.writeHead(200, { 'content-type': streamed ? 'text/event-stream' : 'application/json' });
  if (!streamed) return response.end(JSON.stringify(events.at(-1)));
  for (const event of events) {
    response.write(`${event.type ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

const anthropic = {
  path: /\/messages$/,
  streams: (_path, body) => body.stream === true,
  toolsOf: (body) => (body.tools ?? []).map((tool) => tool.name),
  answer({ id, text, name, input, used, body }) {
    const usage = { input_tokens: used, output_tokens: 10 };
    const block = name ? { type: 'tool_use', id: `toolu_${id}`, name, input } : { type: 'text', text };
    const stop_reason = name ? 'tool_use' : 'end_turn';
    const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model: body.model, usage };
    return [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      {
        type: 'content_block_start',
        index: 0,
        content_block: name ? { ...block, input: {} } : { ...block, text: '' },
      },
      {
        type: 'content_block_delta',
        index: 0,
        delta: name
          ? { type: 'input_json_delta', partial_json: JSON.stringify(input) }
          : { type: 'text_delta', text },
      },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
      { type: 'message_stop', ...(body.stream ? {} : { ...message, content: [block], stop_reason }) },
    ];
  },
};

const openai = {
  path: /\/responses$/,
  streams: () => true,
  toolsOf: (body) =>
    (body.tools ?? []).flatMap((tool) =>
      tool.type === 'namespace'
        ? tool.tools.map((inner) => `${tool.name}${inner.name}`)
        : [tool.name ?? tool.type],
    ),
  answer({ id, text, name, input, used, body }) {
    const tool = (body.tools ?? []).find((candidate) => name?.startsWith(candidate.name));
    const call = {
      type: 'function_call',
      id: `fc_${id}`,
      call_id: `call_${id}`,
      name: tool?.type === 'namespace' ? name.slice(tool.name.length) : name,
      ...(tool?.type === 'namespace' ? { namespace: tool.name } : {}),
      arguments: JSON.stringify(input),
    };
    const message = {
      type: 'message',
      id: `msg_${id}`,
      role: 'assistant',
      content: [{ type: 'output_text', text, annotations: [] }],
    };
    const item = { ...(name ? call : message), status: 'completed' };
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

const gemini = {
  path: /:(?:stream)?generateContent$/i,
  streams: (path) => path.endsWith(':streamGenerateContent'),
  toolsOf: (body) =>
    (body.tools ?? []).flatMap((tool) => (tool.functionDeclarations ?? []).map(({ name }) => name)),
  answer({ text, name, input, used }) {
    const part = name ? { functionCall: { name, args: input } } : { text };
    return [
      {
        candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts: [part] } }],
        usageMetadata: { promptTokenCount: used, candidatesTokenCount: 10, totalTokenCount: used + 10 },
      },
    ];
  },
};

const WIRES = [anthropic, openai, gemini];
