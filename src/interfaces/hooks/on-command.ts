import { fenceFor } from '../../assembly/render/markdown.ts';
import type { Engine } from '../../core/engine.ts';
import { languageOfPath } from '../../core/languages.ts';
import { captureRun } from '../../knowledge/experiences/capture-run.ts';
import type { Failure } from '../../knowledge/failures/failure.ts';
import { isRunCommand, parseRun } from '../../knowledge/failures/parse-run.ts';
import { premortem } from '../../operations/assemble.ts';
import { runOperation } from '../../operations/run-operation.ts';
import type { EventOf } from './answer-hook.ts';
import type { Excerpt } from './code-under-test.ts';
import { CHARACTER_CAPS } from './encode-reply.ts';
import { resolveFailure } from './resolve-failure.ts';
import { withinCap } from './within-cap.ts';

/** More failures rarely say anything new. */
const MAX_FAILURES_SHOWN = 3;

/**
 * After a failing test or build: the lines it points at, the code under test and past failures there. Once per
 * failure.
 */
export async function onCommand(engine: Engine, event: EventOf<'command'>, now: number): Promise<string> {
  const { verdict, failures } = parseRun(event.output);
  if (verdict === 'unknown' || (verdict === 'failed' && !event.failed && !isRunCommand(event.command)))
    return '';
  const run = await captureRun(engine, {
    session: event.session,
    command: event.command,
    passed: verdict === 'passed',
    what: failures.slice(0, MAX_FAILURES_SHOWN).map(sentenceOf).join('\n'),
    now,
  });
  if (verdict === 'passed') {
    return run.confirmed === undefined ? '' : `Recorded: this run confirms ${run.confirmed}.`;
  }
  if (run.seen) return '';
  const first = failures.slice(0, MAX_FAILURES_SHOWN);
  const place = { folder: event.folder, command: event.command, output: event.output };
  const sources = await Promise.all(first.map((failure) => resolveFailure(engine, failure, place)));
  const before = await runOperation(
    engine,
    premortem,
    {
      task: first.map(sentenceOf).join('\n'),
      files: [...new Set(sources.flatMap(({ paths }) => paths))],
      maxTokens: Math.floor(CHARACTER_CAPS.command / 8),
      counter: 'characters',
      header: '# What went wrong here before',
      // Finer truncation needs the parser, which takes longer to load than the agent should wait.
      truncation: 'head',
      ...(event.session === undefined ? {} : { session: event.session }),
    },
    { now, signal: new AbortController().signal, progress: () => undefined },
  );
  const texts = joined(sources.flatMap(({ excerpts }) => excerpts)).map(textOf);
  // The history of a file says little where nothing of it is shown.
  const tells = texts.length > 0 || before.items.some(({ source }) => source !== 'commit');
  return withinCap(
    [...texts, tells ? before.context.trim() : ''].filter((part) => part !== ''),
    CHARACTER_CAPS.command,
  );
}

function sentenceOf({ title, message, path, line }: Failure): string {
  const place = path === undefined ? '' : ` (${[path, line].filter((part) => part !== undefined).join(':')})`;
  return `${title === undefined ? '' : `${title}: `}${message}${place}`;
}

/** Excerpts of the same lines, or of lines that follow each other, as one. */
function joined(excerpts: readonly Excerpt[]): readonly Excerpt[] {
  let shown: readonly Excerpt[] = [];
  for (const excerpt of excerpts) {
    const apart = shown.filter((one) => !touches(one, excerpt));
    const [first = excerpt, ...rest] = shown.filter((one) => touches(one, excerpt));
    const whole = rest.reduce(union, first === excerpt ? excerpt : union(first, excerpt));
    // In the place of the first of them.
    shown = apart.toSpliced(first === excerpt ? apart.length : shown.indexOf(first), 0, whole);
  }
  return shown;
}

function union(a: Excerpt, b: Excerpt): Excerpt {
  const [first, second] = a.start <= b.start ? [a, b] : [b, a];
  const more = second.lines.slice(Math.max(0, first.start + first.lines.length - second.start));
  return {
    path: a.path,
    start: first.start,
    lines: [...first.lines, ...more],
    about: a.about === 'failure' ? a.about : b.about,
    failedAt: [...new Set([...a.failedAt, ...b.failedAt])].toSorted((x, y) => x - y),
  };
}

function touches(a: Excerpt, b: Excerpt): boolean {
  return a.path === b.path && a.start <= b.start + b.lines.length && b.start <= a.start + a.lines.length;
}

function textOf({ path, start, lines, about, failedAt }: Excerpt): string {
  const text = lines.join('\n').trimEnd();
  const fence = fenceFor(text);
  const at = `fails at line${failedAt.length > 1 ? 's' : ''} ${failedAt.join(', ')}`;
  const role = about !== 'failure' ? about : failedAt.length === 0 ? 'failing test' : at;
  return `### \`${path}:${start}-${start + lines.length - 1}\` ${role}\n\n${fence}${languageOfPath(path)?.name ?? ''}\n${text}\n${fence}`;
}
