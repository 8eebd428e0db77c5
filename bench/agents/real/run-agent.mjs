// Runs one agent on a sample project with the fake model and gives what the model was told.
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { startFakeModel } from './fake-model.mjs';
import { makeSample } from './sample-project.mjs';

const LONGEST_MS = 120_000;

/** `turns` makes the answers of the model; `source` is a folder of sources to work on, else a small sample. */
export async function runAgent(name, agent, { folder, main, turns, source }) {
  const sample = makeSample(main, source);
  sample.run('dossier', 'init', '--agents', agent.init ?? name, '--yes');
  const model = await startFakeModel(turns(agent, sample));
  agent.prepare(sample, model.url);
  const program = join(resolve(folder), agent.program);
  const env = { ...sample.env, ...agent.env(model.url) };
  const version = sample.run(program, '--version').match(/\d+\.\d+\.\d+/)?.[0];
  const messages = [...(agent.messages ?? [])];
  const child = spawn(program, agent.args, { cwd: sample.root, env, timeout: LONGEST_MS });
  const say = () => (messages.length > 0 ? child.stdin.write(`${messages.shift()}\n`) : child.stdin.end());
  say();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => {
      output += part;
      if (agent.answered?.test(part)) say();
    });
  }
  const status = await new Promise((done) => child.on('close', done));
  model.stop();
  if (process.env.SHOW) process.stderr.write(output);
  return { name, version, status, sample, requests: model.requests };
}
