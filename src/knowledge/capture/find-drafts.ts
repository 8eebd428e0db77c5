import { isRunCommand } from '../failures/parse-run.ts';
import type { Step } from './read-transcript.ts';

export const DRAFT_KINDS = ['correction', 'fix', 'command', 'revert', 'decision'] as const;
export type DraftKind = (typeof DRAFT_KINDS)[number];

/** Something from a session that may be worth keeping. */
export interface Draft {
  readonly kind: DraftKind;
  readonly text: string;
  /** The passage of the session it was read from. */
  readonly evidence: string;
}

/**
 * What a session may have taught, found without a model: corrections by the user, checks that failed and passed after
 * a change, commands that worked in another form, attempts undone for a reason, and decisions in commit messages.
 * Prefers precision to recall: doubtful ones are dropped.
 */
export function findDrafts(steps: readonly Step[]): readonly Draft[] {
  const drafts: (Draft & { readonly at: number })[] = [];
  const claimed = new Set<number>();
  const add = (at: number, covers: readonly number[], draft: Draft) => {
    drafts.push({ ...draft, at });
    for (const step of covers) claimed.add(step);
  };
  for (const [at, step] of steps.entries()) if (step.kind === 'user') correction(steps, at, add);
  for (const [at, step] of steps.entries()) {
    if (step.kind !== 'command') continue;
    if (!claimed.has(at)) revert(steps, at, add);
    if (!claimed.has(at)) decision(step.command, at, add);
    if (!claimed.has(at)) fix(steps, at, claimed, add);
    if (!claimed.has(at)) otherForm(steps, at, claimed, add);
  }
  return drafts.sort((a, b) => a.at - b.at).map(({ at: _at, ...draft }) => draft);
}

type Add = (at: number, covers: readonly number[], draft: Draft) => void;
type Command = Extract<Step, { readonly kind: 'command' }>;

/** Words that apply beyond the current edit. */
const STANDING =
  /\b(?:always|never|here|in this (?:repo|repository|project|codebase)|we (?:always|never|already|only|don'?t|do not|use|keep|have)|our \w+ (?:rules?|conventions?|style)|rules?|without asking|by hand|(?:is|are|gets?) (?:generated|overwritten)|must(?:n'?t| not)?|only the \w+)\b/i;
/** How people start a correction. */
const CORRECTS =
  /\b(?:no|stop|don'?t|do not|never|always|please (?:don'?t|follow|use|stick)|instead|wrong|not (?:like|that|with)|use|we (?:always|never|already|don'?t|only))\b/i;
const NO_CORRECTION =
  /\b(?:never ?mind|no (?:problem|worries|thanks|need)|(?:shorter|longer|brief\w*) answers?|that'?s all|make it|looks? (?:good|aggressive|nice))\b/i;

function correction(steps: readonly Step[], at: number, add: Add): void {
  const step = steps[at];
  if (step?.kind !== 'user') return;
  // The first message is the task; a correction answers something the agent did.
  if (!steps.slice(0, at).some(({ kind }) => kind !== 'user')) return;
  const { text } = step;
  if (text.length > LONGEST_CORRECTION || NO_CORRECTION.test(text)) return;
  if (!CORRECTS.test(text) || !STANDING.test(text)) return;
  // The steps up to the user's next message carry out the correction.
  const next = steps.findIndex((each, index) => index > at && each.kind === 'user');
  const end = next < 0 ? steps.length : next;
  const before = lastIndex(steps, at, ({ kind }) => kind === 'command');
  const covers = Array.from({ length: end - at }, (_, index) => at + index);
  add(at, before < 0 ? covers : [before, ...covers], {
    kind: 'correction',
    text: sentence(text.replace(/^(?:no|stop|wait|hm+)\b[\s,.!:-]*/i, '')),
    evidence: text,
  });
}
const LONGEST_CORRECTION = 500;

const UNDOES = /\bgit\s+(?:revert|restore|checkout\s+(?:\S+\s+)?--|reset\s+--hard|stash\s+drop)\b/;

/** An undone attempt: the user says so, or the agent explains it just before. */
function revert(steps: readonly Step[], at: number, add: Add): void {
  const step = steps[at];
  if (step?.kind !== 'command' || step.failed || !UNDOES.test(step.command)) return;
  if (!steps.slice(0, at).some(({ kind }) => kind === 'edit')) return;
  const asked = lastIndex(steps, at, ({ kind }) => kind === 'user');
  const explained = lastIndex(steps, at, ({ kind }) => kind === 'assistant');
  const reasons = [explained, asked]
    .filter((index) => index > 0)
    .map((index) => steps[index])
    .flatMap((each) => (each?.kind === 'user' || each?.kind === 'assistant' ? [each.text] : []));
  const body = commitBody(step.command);
  const text = [...reasons, ...(body === undefined ? [] : [body])].join(' ');
  if (!REASON.test(text) && reasons.length < 2) return;
  const covers = steps.flatMap((each, index) =>
    index >= at && each.kind === 'command' && (index === at || commitBody(each.command) !== undefined)
      ? [index]
      : [],
  );
  add(at, covers, { kind: 'revert', text: sentence(`Tried and undone: ${text}`), evidence: step.command });
}

const REASON =
  /\b(?:because|since|so that|as|due to|need(?:s|ed)?|otherwise|instead|decided|requires?|too|fails?|breaks?)\b/i;

/** A choice and its reason, from the body of a commit message. */
function decision(command: string, at: number, add: Add): void {
  const body = commitBody(command);
  if (body === undefined || body.length < SHORTEST_DECISION) return;
  if (!/\b(?:because|since|so that|instead of|rather than|decided|in order to|otherwise)\b/i.test(body))
    return;
  add(at, [at], { kind: 'decision', text: sentence(body), evidence: command.slice(0, LONGEST_EVIDENCE) });
}
const SHORTEST_DECISION = 40;

function commitBody(command: string): string | undefined {
  if (!/\bgit\s+commit\b/.test(command)) return undefined;
  const here = /<<-?\s*['"]?(\w+)['"]?\n([\s\S]*?)\n\s*\1\b/.exec(command)?.[2];
  if (here !== undefined)
    return (
      flat(
        here
          .split(/\n\s*\n/)
          .slice(1)
          .join(' '),
      ) || undefined
    );
  const messages = [...command.matchAll(/-\w*m\s+(?:"((?:[^"\\]|\\.)*)"|'([^']*)')/g)].map(
    ([, double, single]) => double ?? single ?? '',
  );
  const paragraphs = messages.flatMap((message) => message.split(/\n\s*\n/));
  return flat(paragraphs.slice(1).join(' ')) || undefined;
}

/** Style and type errors teach nothing about the project. */
const FORM =
  /\b(?:lint|eslint|biome|prettier|ruff|black|isort|gofmt|fmt|format|codespell|mypy|tsc|typecheck|types|vet)\b/i;
/** The code under test does not exist yet: red before green. */
const NOT_WRITTEN =
  /ImportError|ModuleNotFoundError|cannot (?:find|import)|is not (?:defined|exported|a function)|undefined:|has no (?:attribute|exported member)|NameError|SyntaxError|unresolved/i;

/** A check fails, something changes, and the check passes. */
function fix(steps: readonly Step[], at: number, claimed: ReadonlySet<number>, add: Add): void {
  const passed = steps[at];
  if (passed?.kind !== 'command' || passed.failed || FORM.test(passed.command) || !isCheck(passed.command))
    return;
  const failedAt = lastIndex(
    steps,
    at,
    (each) => each.kind === 'command' && sameCheck(each.command, passed.command),
  );
  const failed = steps[failedAt];
  if (failed?.kind !== 'command' || !failed.failed || claimed.has(failedAt)) return;
  if (NOT_WRITTEN.test(failed.output)) return;
  const between = steps.slice(failedAt + 1, at);
  if (between.some(({ kind }) => kind === 'user')) return;
  const changed = edited(between);
  const before = edited(steps.slice(0, failedAt));
  // If the agent had already edited the file, the mistake was its own.
  const causes = [...changed].filter((path) => !before.has(path) && !/\.(?:md|txt|rst)$/.test(path));
  if (causes.length === 0) return;
  const covers = Array.from({ length: at - failedAt + 1 }, (_, index) => failedAt + index);
  add(at, covers, {
    kind: 'fix',
    text: sentence(
      `${shown(failed.command)} failed (${errorLine(failed.output)}); fixed in ${causes.map(fileName).join(', ')}. ${explanation(steps, at)}`,
    ),
    evidence: failed.output.slice(0, LONGEST_EVIDENCE),
  });
}

/** A command fails, and another form of it works. */
function otherForm(steps: readonly Step[], at: number, claimed: ReadonlySet<number>, add: Add): void {
  const works = steps[at];
  if (works?.kind !== 'command' || works.failed || looksOnly(works.command)) return;
  const words = commandWords(works.command);
  const candidates: { readonly index: number; readonly step: Command }[] = [];
  for (let index = at - 1; index >= 0; index--) {
    const step = steps[index];
    if (step?.kind === 'edit' || step?.kind === 'user') break;
    if (step?.kind === 'command' && step.failed && !claimed.has(index)) candidates.push({ index, step });
  }
  const alike = candidates.filter(
    ({ step }) =>
      !looksOnly(step.command) &&
      !TRANSIENT_FAILURE.test(step.output) &&
      bare(step.command) !== bare(works.command) &&
      !isMistyped(step) &&
      [...commandWords(step.command)].some((word) => words.has(word)),
  );
  const first = alike.at(-1);
  if (first === undefined) return;
  add(at, [...alike.map(({ index }) => index), at], {
    kind: 'command',
    text: sentence(
      `Use ${shown(works.command)}; ${shown(first.step.command)} fails here (${errorLine(first.step.output)}). ${explanation(steps, at)}`,
    ),
    evidence: `${first.step.command}\n${first.step.output}`.slice(0, LONGEST_EVIDENCE),
  });
}

/** Commands whose exit status is the answer, or that only read. */
const ANSWERS =
  /^\s*(?:\w+=\S+\s+)*(?:e?grep|rg|ag|diff|cmp|test|\[|ls|cat|head|tail|find|which|sed|awk|wc|jq|git (?:diff|status|log|show|grep)|env|echo|pwd|cd\s+\S+\s*$)\b/;
function looksOnly(command: string): boolean {
  return ANSWERS.test(command) || /\|\s*(?:e?grep|head|tail|less|wc)\b|\s(?:--help|-h|help)\b/.test(command);
}
/** Transient errors. */
const TRANSIENT_FAILURE =
  /ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|temporar|timed? ?out while (?:fetch|download)|503|502|rate limit|network/i;

/** A misspelt option or file name says nothing about the project. */
function isMistyped({ output }: Command): boolean {
  return MISTYPED.test(output);
}
const MISTYPED =
  /unknown (?:option|argument|flag)|unrecognized|no such file or directory|did you mean|not a git command/i;

/** The command without a leading `cd`. */
function bare(command: string): string {
  return flat(command.replace(/^\s*cd\s+\S+\s*&&\s*/, ''));
}

function commandWords(command: string): ReadonlySet<string> {
  return new Set(
    (command.toLowerCase().match(/[a-z][a-z0-9]{2,}/g) ?? []).filter((word) => !PLAIN.has(word)),
  );
}
const PLAIN = new Set(
  'run the and bash exec sudo make npm pnpm yarn npx python node build install src tests test apps packages'.split(
    ' ',
  ),
);

function isCheck(command: string): boolean {
  return isRunCommand(command) || /\b(?:test|tests|itest|e2e|check|build|pytest|spec)\b/.test(command);
}

function sameCheck(one: string, other: string): boolean {
  return bare(one) === bare(other);
}

function edited(steps: readonly Step[]): ReadonlySet<string> {
  return new Set(steps.flatMap((step) => (step.kind === 'edit' ? [step.path] : [])));
}

/** What the agent says about it right afterwards, in a sentence or two. */
function explanation(steps: readonly Step[], at: number): string {
  const next = steps.slice(at + 1).find(({ kind }) => kind === 'assistant' || kind === 'user');
  return next?.kind === 'assistant' ? next.text : '';
}

function errorLine(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const telling = lines.find((line) =>
    /error|fail|assert|not found|no module|cannot|could not|expected/i.test(line),
  );
  return flat(telling ?? lines.find((line) => line !== '' && !/^Exit code/.test(line)) ?? '').slice(
    0,
    LONGEST_ERROR,
  );
}

function shown(command: string): string {
  return `\`${flat(command).slice(0, LONGEST_COMMAND)}\``;
}

function fileName(path: string): string {
  return path.split('/').slice(-2).join('/');
}

function lastIndex(steps: readonly Step[], before: number, fits: (step: Step) => boolean): number {
  for (let index = before - 1; index >= 0; index--) if (fits(steps[index]!)) return index;
  return -1;
}

function sentence(text: string): string {
  const plain = flat(text).slice(0, LONGEST_TEXT);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

const LONGEST_ERROR = 160;
const LONGEST_COMMAND = 160;
const LONGEST_EVIDENCE = 600;
const LONGEST_TEXT = 700;
