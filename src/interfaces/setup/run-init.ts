import { DossierError } from '../../core/errors.ts';
import { plural } from '../../core/text/plural.ts';
import { AGENTS, type Agent } from './agents.ts';
import { applyInit, undoInit } from './apply-init.ts';
import { lineDiff } from './line-diff.ts';
import { findAgents, onPath, type Place, planInit } from './plan-init.ts';

export interface InitOptions {
  readonly agents?: readonly string[];
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly undo: boolean;
  readonly hooks: boolean;
  readonly instructions: boolean;
}

interface InitParts {
  readonly place: Place;
  /** File that records how to undo it. */
  readonly recordPath: string;
  readonly write: (text: string) => void;
  /** Undefined if nobody can be asked. */
  readonly ask: ((question: string) => Promise<boolean>) | undefined;
}

/** Adds Dossier to this machine's agents, or undoes it. */
export async function runInit(parts: InitParts, options: InitOptions): Promise<void> {
  const { place, recordPath, write } = parts;
  if (options.undo) {
    const said = undoInit(place.root, recordPath);
    write(said.length === 0 ? 'Nothing to undo: init wrote nothing here.\n' : `${said.join('\n')}\n`);
    return;
  }
  const agents = chosenAgents(place, options.agents);
  if (agents.length === 0) {
    const names = AGENTS.map((agent) => agent.name).join(', ');
    write(`No agent was found here. Name one with --agents: ${names}.\n`);
    return;
  }
  const command = commandOf(place);
  const plan = planInit(place, {
    agents,
    command,
    hooks: options.hooks,
    instructions: options.instructions,
  });
  write(`Agents: ${plan.agents.join(', ')}\n\n`);
  for (const { path, before, after } of plan.changes) {
    write(`${path}${before === undefined ? ' (new)' : ''}\n${lineDiff(before ?? '', after)}\n\n`);
  }
  for (const problem of plan.problems) write(`Left alone: ${problem}\n`);
  for (const warning of plan.warnings) write(`Warning: ${warning}\n`);
  if (plan.changes.length === 0) {
    write('Nothing to do: everything is in place already.\n');
    return;
  }
  if (options.dryRun) return;
  if (!options.yes) {
    if (parts.ask === undefined) {
      write('Nothing written: nobody can be asked here. Run again with --yes.\n');
      return;
    }
    write(
      `${plan.changes.map(({ path, before }) => `${path}${before === undefined ? ' (new)' : ''}`).join(', ')}\n`,
    );
    if (!(await parts.ask(`Write ${plural(plan.changes.length, 'file')}? [y/N] `))) {
      write('Nothing written.\n');
      return;
    }
  }
  applyInit(place.root, plan.changes, recordPath);
  write(`Wrote ${plural(plan.changes.length, 'file')}. "dossier init --undo" puts everything back.\n`);
  for (const { name, asks } of agents) if (asks !== undefined) write(`${name} ${asks}.\n`);
  write('Start an agent here: the project is indexed at its first question, or now by "dossier index".\n');
}

/** The short name if it is on the PATH, else this very copy: a package of that name could be anyone's. */
export function commandOf(place: Place): readonly string[] {
  return onPath('dossier', place.path) ? ['dossier'] : [...place.program];
}

function chosenAgents(place: Place, names: readonly string[] | undefined): readonly Agent[] {
  if (names === undefined) return findAgents(place);
  return names.map((name) => {
    const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
    const found = AGENTS.find((agent) => plain(agent.name).startsWith(plain(name)) && plain(name) !== '');
    if (found !== undefined) return found;
    const known = AGENTS.map((agent) => agent.name).join(', ');
    throw new DossierError('invalid-input', `Unknown agent "${name}". Choose from ${known}.`);
  });
}
