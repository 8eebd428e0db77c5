// Runs real agents against a fake model: `node bench/agents/real/run.mjs <folder> [agent …] [--save]`.
// The folder holds what `npm install --prefix <folder>/codex @openai/codex` and the like make (see agents.mjs).
// Dossier is set up by `dossier init`. Reported is what the agent told the model: whether each context of the
// hooks arrived, whether the MCP tools are offered, and what a call of one gave. `--save` writes the payloads
// that the hooks got to test/fixtures/hooks.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AGENTS } from './agents.mjs';
import { nameOf, neutral } from './payloads.mjs';
import { runAgent } from './run-agent.mjs';

const [folder, ...rest] = process.argv.slice(2);
const main = resolve(process.env.DOSSIER_MAIN ?? 'dist/main.js');

/** Answers of the model: three runs of tests, a tool that is no shell, a question to Dossier, a sentence. */
function turnsFor(agent, sample) {
  const shell = (command) => ({
    tool: new RegExp(`^${agent.shell}$`),
    input: { [agent.commandField ?? 'command']: command, description: 'Run the tests' },
  });
  return [
    shell('npx vitest run src/sum.test.js'),
    shell('npx vitest run src/sum.test.js || true'),
    shell('npx vitest run src/other.test.js'),
    ...(agent.other ? [agent.other(sample)] : []),
    // So much is used that an agent with a limit compacts.
    { tool: /context_query/, input: { query: 'Where is sum refusing negative numbers?' }, used: 60_000 },
    { text: 'It subtracts.' },
  ];
}

function report({ name, version, status, sample, requests }) {
  // Side questions of the agent, for a title or a summary, offer no tools.
  const said = requests.filter(({ names }) => names.length > 0).map(({ text }) => text);
  const [first = '', second = ''] = said;
  const all = said.join('\n');
  const tool = requests
    .flatMap(({ names }) => names)
    .find((candidate) => candidate.endsWith('context_query'));
  const asked = 'Where is sum refusing negative numbers?';
  const answer = requests.find(({ text }) => text.includes(asked))?.text.split(asked)[1] ?? '';
  console.log(`\n${name} ${version}, ended with ${status}`);
  console.log(`hook events: ${[...new Set(sample.payloads().map(nameOf))].join(', ') || 'none'}`);
  for (const [what, yes] of [
    ['instructions', first.includes('This project is indexed by Dossier')],
    ['context at session start', first.includes('Sums are never negative')],
    ['context of the prompt', first.includes('`src/sum.js:1-5` sum (function)')],
    ['context of a failing test', second.includes('src/sum.js:1-5\\n/** Adds')],
    ['context after compaction', all.includes('Before the context was compacted')],
    [`tool ${tool ?? ''}`, tool !== undefined],
    ['answer of the tool', /\[(?:cod|doc)-\w+\]/.test(answer)],
    ['lines sent by a hook left out of it', answer.includes('Already sent in this session')],
  ]) {
    console.log(`${yes ? 'yes' : ' no'}  ${what}`);
  }
}

function save({ name, sample }) {
  const target = join('test/fixtures/hooks', name);
  mkdirSync(target, { recursive: true });
  for (const payload of sample.payloads().reverse()) {
    writeFileSync(
      join(target, `${nameOf(payload)}.json`),
      `${JSON.stringify(neutral(payload, sample), null, 2)}\n`,
    );
  }
}

const named = rest.filter((argument) => argument in AGENTS);
for (const [name, agent] of Object.entries(AGENTS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  if (!existsSync(join(folder, agent.program))) {
    console.log(`\n${name} is not installed below ${folder}`);
    continue;
  }
  const result = await runAgent(name, agent, { folder, main, turns: turnsFor });
  report(result);
  if (rest.includes('--save') && result.sample.payloads().length > 0) save(result);
  if (!process.env.KEEP) rmSync(result.sample.home, { recursive: true, force: true });
  else console.log(result.sample.home);
}
