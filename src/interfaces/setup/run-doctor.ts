import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../core/engine.ts';
import { DossierError, errorMessage } from '../../core/errors.ts';
import { plural } from '../../core/text/plural.ts';
import { helperLease, watchLease } from '../../indexing/watch-lease.ts';
import { findAgents, onPath, type Place, planInit } from './plan-init.ts';
import { commandOf } from './run-init.ts';

interface DoctorParts {
  readonly open: () => Engine;
  readonly placeOf: (root: string) => Place;
  readonly hookLog: string;
  readonly nodeVersion: string;
  readonly clock: () => number;
  readonly write: (text: string) => void;
  readonly json: boolean;
}

interface Finding {
  readonly state: 'ok' | 'note' | 'wrong';
  readonly what: string;
  /** How to fix it. */
  readonly mend?: string;
}

/** Checks everything a user could get wrong, one line each; throws if something is. */
export async function runDoctor(parts: DoctorParts): Promise<void> {
  const findings: Finding[] = [checkNode(parts.nodeVersion)];
  const engine = opened(parts, findings);
  if (engine !== undefined) {
    const place = parts.placeOf(engine.root);
    try {
      const stored = await checkStore(engine, parts.clock());
      findings.push(checkRoot(engine), checkGit(engine.root), ...stored);
      findings.push(
        await checkWatcher(engine),
        await checkHelper(engine),
        ...(await checkSecrets(engine, !stored.includes(NOT_INDEXED))),
      );
      findings.push(...checkAgents(place), checkHookLog(parts));
    } finally {
      await engine.close();
    }
  }
  parts.write(
    parts.json
      ? `${JSON.stringify(findings, null, 2)}\n`
      : findings
          .map(
            ({ state, what, mend }) =>
              `${LABELS[state]}  ${what}\n${mend === undefined ? '' : `         → ${mend}\n`}`,
          )
          .join(''),
  );
  const wrong = findings.filter(({ state }) => state === 'wrong').length;
  if (wrong > 0)
    throw new DossierError('unavailable', `${wrong} of ${findings.length} checks failed; see above.`);
}

const LABELS = { ok: 'ok     ', note: 'note   ', wrong: 'WRONG  ' } as const;

function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return { state: 'ok', what: `Node.js ${version}` };
  return { state: 'wrong', what: `Node.js ${version} is too old`, mend: 'Install Node.js 20.19 or newer.' };
}

function opened(parts: DoctorParts, findings: Finding[]): Engine | undefined {
  try {
    return parts.open();
  } catch (error) {
    findings.push({ state: 'wrong', what: 'The settings cannot be read', mend: errorMessage(error) });
    return undefined;
  }
}

function checkRoot(engine: Engine): Finding {
  const isProject = ['.git', 'dossier.config.json'].some((name) => existsSync(join(engine.root, name)));
  if (isProject) return { state: 'ok', what: `Project ${engine.root}` };
  return {
    state: 'note',
    what: `${engine.root} is not a git repository and has no dossier.config.json`,
    mend: 'Run from inside the project, or pass --root.',
  };
}

function checkGit(root: string): Finding {
  try {
    return { state: 'ok', what: execFileSync('git', ['--version'], { cwd: root, encoding: 'utf8' }).trim() };
  } catch (error) {
    return {
      state: 'note',
      what: `git does not run (${errorMessage(error)})`,
      mend: 'Install git to use the history.',
    };
  }
}

const NOT_INDEXED: Finding = {
  state: 'note',
  what: 'Nothing is indexed yet',
  mend: 'Run "dossier index"; an agent starts it by itself.',
};

async function checkStore(engine: Engine, now: number): Promise<readonly Finding[]> {
  try {
    const store = await engine.store();
    const problems = await store.check();
    const state = await store.index(engine.scope).state();
    const health: Finding[] =
      problems.length === 0
        ? [{ state: 'ok', what: 'The store is sound' }]
        : problems.map((what) => ({ state: 'wrong', what, mend: 'Run "dossier index --rebuild".' }));
    if (state.files === 0 && state.indexedAt !== undefined) {
      return [...health, { state: 'ok', what: 'Indexed; the project has no text file yet' }];
    }
    if (state.files === 0) {
      return [...health, NOT_INDEXED];
    }
    const age = state.indexedAt === undefined ? '' : `, ${ageOf(now - state.indexedAt)} ago`;
    return [
      ...health,
      {
        state: 'ok',
        what: `${plural(state.files, 'file')} and ${plural(state.chunks, 'chunk')} indexed${age}`,
      },
      ...(state.vectorSearch === undefined
        ? []
        : [{ state: 'ok', what: `${state.vectors} vectors: ${state.vectorSearch}` } as const]),
    ];
  } catch (error) {
    const mend = 'Check --store and the permissions of its folder; it can be deleted and built again.';
    return [{ state: 'wrong', what: `The store cannot be opened: ${errorMessage(error)}`, mend }];
  }
}

/** Files listed by name; of the rest only the count is shown. */
const LISTED = 20;

/** What is masked in which file, by kind and never by value. Reads the files again: settings may have changed. */
async function checkSecrets(engine: Engine, isIndexed: boolean): Promise<readonly Finding[]> {
  const listed = await (await engine.lister()).list({});
  const reader = await engine.reader();
  const files: Finding[] = [];
  let unread = 0;
  for (const path of listed) {
    const file = await reader.read(path);
    if (file === 'secret') unread++;
    if (typeof file === 'string' || file.maskedKinds === undefined) continue;
    const kinds = Object.entries(file.maskedKinds).map(([kind, count]) => `${kind} ${count}`);
    files.push({ state: 'note', what: `Masked in ${path}: ${kinds.join(', ')}` });
  }
  if (files.length === 0 && unread === 0) return [{ state: 'ok', what: 'No file holds a secret' }];
  const when = isIndexed ? 'Secrets' : 'When it is indexed, secrets';
  const masked = `${when} are masked in ${plural(files.length, 'file')}`;
  const what = `${masked}; ${plural(unread, 'file')} meant to hold them ${unread === 1 ? 'is' : 'are'} not read`;
  if (files.length === 0) return [{ state: 'ok', what }];
  const mend =
    'Remove real ones; allow false positives with the setting "secrets.allow", then run "dossier index".';
  const rest = files.length - LISTED;
  return [
    { state: 'note', what, mend },
    ...files.slice(0, LISTED),
    ...(rest > 0 ? [{ state: 'note', what: `… and in ${rest} more` } as const] : []),
  ];
}

async function checkWatcher(engine: Engine): Promise<Finding> {
  const holder = await engine.leases.holder(watchLease(engine));
  if (holder === undefined)
    return { state: 'ok', what: 'No process watches the files; an agent will, or "dossier index --watch"' };
  return { state: 'ok', what: `Process ${holder.pid} watches the files` };
}

async function checkHelper(engine: Engine): Promise<Finding> {
  const { seconds, chunks } = engine.config.helper;
  const holder = await engine.leases.holder(helperLease(engine));
  if (holder !== undefined) {
    const end = `it ends ${plural(seconds, 'second')} after the last question`;
    return { state: 'ok', what: `Helper process ${holder.pid} answers questions; ${end}` };
  }
  if (seconds === 0) return { state: 'ok', what: 'No helper process: "helper.seconds" is 0' };
  return {
    state: 'ok',
    what: `No helper process runs; a question starts one in projects of ${plural(chunks, 'chunk')} or more`,
  };
}

function checkAgents(place: Place): readonly Finding[] {
  const agents = findAgents(place);
  const command = commandOf(place);
  const findings: Finding[] = agents.map((agent) => {
    const plan = planInit(place, {
      agents: [agent],
      command,
      hooks: true,
      instructions: true,
    });
    if (plan.problems.length > 0)
      return { state: 'wrong', what: `${agent.name}: ${plan.problems.join('; ')}` };
    const [warning] = plan.warnings;
    if (warning !== undefined) return { state: 'wrong', what: warning };
    const missing = plan.changes.map((change) => change.path);
    if (missing.length === 0) return { state: 'ok', what: `${agent.name} knows Dossier` };
    return {
      state: 'note',
      what: `${agent.name}: Dossier is not set up in ${missing.join(', ')}`,
      mend: 'Run "dossier init".',
    };
  });
  if (agents.length === 0)
    findings.push({ state: 'note', what: 'No agent was found', mend: 'Run "dossier init --agents <name>".' });
  if (!onPath('dossier', place.path)) {
    findings.push({
      state: 'note',
      what: '"dossier" is not on the path, so agents are given the folder of this copy',
      mend: 'Run "npm link" in it, then "dossier init" again.',
    });
  }
  return findings;
}

function checkHookLog({ hookLog }: DoctorParts): Finding {
  const lines = existsSync(hookLog) ? readFileSync(hookLog, 'utf8').trim().split('\n') : [];
  const failed = lines.slice(-100).filter((line) => / error \d+ ms/.test(line));
  const last = failed.at(-1);
  if (last === undefined) return { state: 'ok', what: 'No hook failed lately' };
  return {
    state: 'note',
    what: `${failed.length} of the last 100 hook calls failed: ${last}`,
    mend: 'See "dossier hooks log".',
  };
}

function ageOf(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / 60_000));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`;
}
