import type { Engine } from '../../core/engine.ts';
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
      // Finer truncation needs the parser, which takes longer to load than the agent should wait.
      truncation: 'head',
      ...(event.session === undefined ? {} : { session: event.session }),
    },
    { now, signal: new AbortController().signal, progress: () => undefined },
  );
  const texts = withoutCovered(sources.flatMap(({ excerpts }) => excerpts)).map(textOf);
  return withinCap(
    [...texts, before.context.trim()].filter((part) => part !== ''),
    CHARACTER_CAPS.command,
  );
}

function sentenceOf({ title, message, path, line }: Failure): string {
  const place = path === undefined ? '' : ` (${[path, line].filter((part) => part !== undefined).join(':')})`;
  return `${title === undefined ? '' : `${title}: `}${message}${place}`;
}

/** Without excerpts whose lines another shows as well. */
function withoutCovered(excerpts: readonly Excerpt[]): readonly Excerpt[] {
  const covers = (a: Excerpt, b: Excerpt) =>
    a.path === b.path && a.start <= b.start && a.start + a.lines.length >= b.start + b.lines.length;
  return excerpts.filter(
    (one, at) =>
      !excerpts.some(
        (other, index) => index !== at && covers(other, one) && (index < at || !covers(one, other)),
      ),
  );
}

function textOf({ path, start, lines }: Excerpt): string {
  return `${path}:${start}-${start + lines.length - 1}\n${lines.join('\n')}`;
}
