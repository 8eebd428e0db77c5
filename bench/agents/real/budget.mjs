// What of an answer reaches the model: `node bench/agents/real/budget.mjs <folder> [agent …] [--save]`.
// Each agent asks `context_query` with a budget and `status`; counted are the tokens (o200k_base) of the tool's
// result as it stands in the next request to the model. The folder and DOSSIER_MAIN are those of run.mjs.
// `--save` writes the results, as each agent wraps them, to test/fixtures/agents.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { AGENTS } from './agents.mjs';
import { runAgent } from './run-agent.mjs';

const [folder, ...rest] = process.argv.slice(2);
const main = resolve(process.env.DOSSIER_MAIN ?? 'dist/main.js');
const BUDGET = 2000;
const QUERY = 'How does the assembly fit items into the token budget?';

const turns = () => [
  { tool: /context_query/, input: { query: QUERY, maxTokens: BUDGET } },
  { tool: /dossier.*status$/, input: {} },
  { text: 'It drops the last.' },
];

/** The results of tools in a request, in each vendor's format, as the model reads them. */
function resultsOf(body) {
  const messages = [...(body.messages ?? []), ...(body.input ?? []), ...(body.contents ?? [])];
  return messages.flatMap((message) => {
    if (message.type === 'function_call_output') return [textOf(message.output)];
    const parts = Array.isArray(message.content) ? message.content : (message.parts ?? []);
    return parts.flatMap((part) => {
      if (part.type === 'tool_result') return [textOf(part.content)];
      return part.functionResponse ? [textOf(part.functionResponse.response)] : [];
    });
  });
}

function textOf(value) {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  if (typeof value.text === 'string') return value.text;
  return typeof value.output === 'string' ? value.output : JSON.stringify(value);
}

const named = rest.filter((argument) => argument in AGENTS);
console.log(`budget ${BUDGET} tokens, ${main}`);
for (const [name, agent] of Object.entries(AGENTS)) {
  if ((named.length > 0 && !named.includes(name)) || !existsSync(join(folder, agent.program))) continue;
  const { messages: _, ...once } = agent;
  const asking = agent.messages === undefined ? agent : { ...once, messages: agent.messages.slice(0, 1) };
  const { version, requests, sample } = await runAgent(name, asking, {
    folder,
    main,
    turns,
    source: resolve('src/assembly'),
  });
  const bodies = requests.map(({ text }) => JSON.parse(text));
  const results = resultsOf(bodies.findLast((body) => resultsOf(body).length > 0) ?? {});
  const [answer = '', status = ''] = results;
  console.log(
    `${name} ${version}: answer ${countTokens(answer)} tokens, status ${countTokens(status)} tokens` +
      ` (${requests.length} requests, tools in the first: ${requests.find(({ names }) => names.length > 0)?.names.some((tool) => tool.endsWith('context_query'))})`,
  );
  console.log(`  answer: ${JSON.stringify(answer.slice(0, 160))}`);
  console.log(`  status: ${JSON.stringify(status.slice(0, 160))}`);
  if (rest.includes('--save') && answer !== '') {
    mkdirSync('test/fixtures/agents', { recursive: true });
    const neutral = (text) => text.replaceAll(sample.root, '/project').replaceAll(sample.home, '/home/u');
    const kept = { agent: name, version, budget: BUDGET, answer: neutral(answer), status: neutral(status) };
    writeFileSync(`test/fixtures/agents/${name}.json`, `${JSON.stringify(kept, null, 2)}\n`);
  }
  if (!process.env.KEEP) rmSync(sample.home, { recursive: true, force: true });
}
