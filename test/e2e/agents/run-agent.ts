import { spawn } from 'node:child_process';
import type { RealAgent } from './agents.ts';
import type { Sample } from './sample-project.ts';
import { type Request, startScriptedModel, type Turn } from './scripted-model.ts';

/** An agent that waits for nobody is ended; the test then fails by what is missing. */
const LONGEST_MS = 280_000;

export interface AgentRun {
  readonly status: number | null;
  readonly output: string;
  readonly requests: readonly Request[];
}

/** Says something to an agent in the sample project and gives what the model was told. */
export async function runAgent(
  agent: RealAgent,
  sample: Sample,
  { say, turns }: { readonly say: readonly string[]; readonly turns: readonly Turn[] },
): Promise<AgentRun> {
  const model = await startScriptedModel(turns);
  try {
    agent.prepare(sample, model.url);
    const child = spawn(agent.program, agent.args(say[0] ?? ''), {
      cwd: sample.root,
      env: { ...sample.env, ...agent.env(model.url) },
      timeout: LONGEST_MS,
    });
    const lines = [...(agent.lines?.(say) ?? [])];
    const next = () => {
      const line = lines.shift();
      if (line === undefined) child.stdin.end();
      else child.stdin.write(`${line}\n`);
    };
    next();
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        output += part;
        if (agent.lines !== undefined && part.includes('"type":"result"')) next();
      });
    }
    const status = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    return { status, output, requests: model.requests };
  } finally {
    model.stop();
  }
}

/** Runs a command in the agent's own shell tool. */
export function shellTurn(agent: RealAgent, command: string): Turn {
  return {
    tool: new RegExp(`^${agent.shell}$`),
    input: { [agent.commandField ?? 'command']: command, description: 'Run a command' },
  };
}
