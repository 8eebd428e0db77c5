import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterEach, describe, expect, it } from 'vitest';
import { AGENTS } from '../../../src/interfaces/setup/agents.ts';
import { binary } from '../run-binary.ts';
import { INSTALLED, REAL_AGENTS, type RealAgent, warnOfMissing } from './agents.ts';
import { neutral, payloadName } from './hook-payloads.ts';
import { runAgent, shellTurn } from './run-agent.ts';
import { makeSample, type Sample } from './sample-project.ts';
import { type Request, type Turn, toolResults } from './scripted-model.ts';

/**
 * What reaches the model in real agents that `dossier init` set up. DOSSIER_SAVE=1 keeps what was seen as fixtures;
 * DOSSIER_MAIN runs another build, to compare.
 */
const { DOSSIER_SAVE: save, DOSSIER_MAIN: main = binary } = process.env;
const BUDGET = 2000;
/** What agents themselves put around an answer. */
const WRAPPING = 20;
const QUESTION = 'Why does the sum of two numbers come out negative?';
const QUERY = 'How does the assembly fit items into the token budget?';

warnOfMissing(REAL_AGENTS.map(({ name }) => name));

let sample: Sample;

const turns = (agent: RealAgent): readonly Turn[] => [
  shellTurn(agent, 'npx vitest run src/sum.test.js'),
  // An option that does not exist makes a note, which must reach the model too.
  ...agent.call('context_query', { query: QUERY, maxTokens: BUDGET, budgte: 1 }),
  ...agent.call('status', {}),
  { text: 'It subtracts.' },
];

/** What the model was told, part by part. Side questions, for a title or a summary, offer no tools. */
function seenBy(requests: readonly Request[]) {
  const asked = requests.filter(({ tools }) => tools.length > 0);
  const results = toolResults(asked.findLast(({ body }) => toolResults(body).length > 0)?.body ?? {});
  const [first = '', second = ''] = asked.map(({ text }) => text);
  return {
    first,
    second,
    answer: results.find((result) => result.includes('lib/fit-to-budget')) ?? '',
    status: results.at(-1) ?? '',
  };
}

if (INSTALLED.length > 0) {
  describe.each(INSTALLED)('$name', (agent) => {
    afterEach(() => {
      if (process.env['DOSSIER_KEEP'] === undefined) rmSync(sample.home, { recursive: true, force: true });
    });

    it('gives its model our tools, the contexts of hooks, and answers as text inside the budget', async () => {
      sample = makeSample(main);
      sample.run('dossier', 'init', '--agents', agent.name, '--yes');
      const version = /\d+\.\d+\.\d+/.exec(sample.run(agent.program, '--version'))?.[0];
      const { requests, output } = await runAgent(agent, sample, { say: [QUESTION], turns: turns(agent) });
      const seen = seenBy(requests);
      const tokens = countTokens(seen.answer);
      const hooks = {
        'session start': seen.first.includes('Sums are never negative'),
        prompt: seen.first.includes('`src/sum.js:1-5`'),
        'failing test': seen.second.includes('src/sum.js:1-5'),
      };
      process.stderr.write(
        `${agent.name} ${version}: answer ${tokens} tokens of ${BUDGET}, ${/^\{/m.test(seen.answer) ? 'JSON' : 'text'}; ` +
          `status ${countTokens(seen.status)} tokens; hooks ${JSON.stringify(hooks)}; ` +
          `named in the first request: ${seen.first.includes('context_query"')}\n`,
      );
      if (save) keep(agent, { version, answer: seen.answer, status: seen.status, hooks });
      if (process.env['DOSSIER_KEEP'] !== undefined) {
        writeFileSync(join(sample.home, 'requests.json'), JSON.stringify(requests, null, 1));
        writeFileSync(join(sample.home, 'output.txt'), output);
        process.stderr.write(`${sample.home}\n`);
      }
      expect(seen.first).toContain('This project is indexed by Dossier');
      expect(hooks).toEqual({ 'session start': true, prompt: true, 'failing test': true });
      expect(seen.answer).toMatch(/^### `lib\//m);
      expect(seen.answer).toContain('[cod-');
      expect(seen.answer).toContain('context_query has no option budgte');
      expect(tokens).toBeLessThanOrEqual(BUDGET + WRAPPING);
      expect(seen.status).toMatch(/^languages: /m);
    });

    it('reads a file with comments, unless init and doctor warn that it does not', async () => {
      sample = makeSample(main);
      sample.run('dossier', 'init', '--agents', agent.name, '--yes');
      const { mcp, hooks } = AGENTS.find(({ name }) => name.toLowerCase().startsWith(agent.name)) ?? {};
      const files = [mcp, hooks].flatMap((file) => (file?.path.endsWith('.json') ? [file] : []));
      for (const path of new Set(files.map((file) => join(sample.root, file.path))))
        writeFileSync(path, readFileSync(path, 'utf8').replace('{', '{\n  // mine'));
      const { requests } = await runAgent(agent, sample, {
        say: [QUESTION],
        turns: [shellTurn(agent, 'true'), { text: 'Done.' }],
      });
      const told = requests.map(({ text }) => text).join('\n');
      const seen = {
        server: /[_"]context_query\\?"/.test(told),
        hooks: told.includes('Sums are never negative'),
      };
      process.stderr.write(`${agent.name} with comments: ${JSON.stringify(seen)}\n`);
      expect(seen).toEqual({ server: mcp?.comments !== false, hooks: hooks?.comments !== false });
    });
  });
}

/** Keeps our own text, as the agent wrapped it, and the payloads its hooks were given. */
function keep(agent: RealAgent, seen: Readonly<Record<string, unknown>>): void {
  const kept = { agent: agent.name, budget: BUDGET, ...seen };
  writeFileSync(
    `test/fixtures/agents/${agent.name}.json`,
    `${neutral(JSON.stringify(kept, null, 2), sample)}\n`,
  );
  const folder = join('test/fixtures/hooks', agent.name);
  mkdirSync(folder, { recursive: true });
  // Copilot CLI leaves the event to the command line.
  for (const payload of sample.payloads().toReversed()) {
    if (!('hook_event_name' in payload)) continue;
    writeFileSync(
      join(folder, `${payloadName(payload)}.json`),
      `${neutral(JSON.stringify(payload, null, 2), sample)}\n`,
    );
  }
}

describe('as recorded', () => {
  it.each(REAL_AGENTS)('$name gave its model text inside the budget, with the notes', ({ name }) => {
    const { budget, answer, status } = JSON.parse(readFileSync(`test/fixtures/agents/${name}.json`, 'utf8'));
    expect(answer).toMatch(/^### `lib\//m);
    expect(answer).toContain('[cod-');
    expect(countTokens(answer)).toBeLessThanOrEqual(budget + WRAPPING);
    expect(status).toMatch(/^languages: /m);
  });
});
