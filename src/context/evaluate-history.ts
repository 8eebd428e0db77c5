import type { AssembleOptions } from '../core/context.ts';
import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import type { Commit } from '../core/ports.ts';
import type { SearchOptions } from '../core/query.ts';
import { maskSecretsIn } from '../core/text/mask-secrets.ts';
import type { Certainty } from '../core/vocabulary.ts';
import type { IndexOptions } from '../indexing/index-options.ts';
import { indexProject } from '../indexing/index-project.ts';
import { searchProject } from '../search/search-project.ts';
import { commitQuestion } from './commit-question.ts';
import { type AnswerMeasures, averageMeasures, measureAnswer } from './measure-answer.ts';
import { contextOfHits } from './query-context.ts';

interface HistoryQuestion extends AnswerMeasures {
  readonly sha: string;
  /** When the commit was made. */
  readonly time: number;
  readonly question: string;
  readonly wantedFiles: number;
  readonly certainty: Certainty;
  readonly milliseconds: number;
}

interface HistoryEvaluation {
  /** The commit whose tree was indexed and searched. */
  readonly base: string;
  readonly questions: readonly HistoryQuestion[];
  readonly average: AnswerMeasures;
  /** Later commits without a question: merges, version bumps, very wide ones, only new files. */
  readonly leftOut: number;
  readonly medianMilliseconds: number;
}

interface EvaluationOptions {
  readonly since?: number | undefined;
  /** How many of the latest commits to ask. */
  readonly commits: number;
  readonly search: SearchOptions;
  readonly assemble: AssembleOptions;
}

/**
 * Measures search on the project's own history: indexes the tree before the chosen commits in a temporary folder,
 * searches for each commit message, and expects the lines that commit changed.
 */
export async function evaluateHistory(
  engine: Engine,
  options: EvaluationOptions,
  call: Omit<IndexOptions, 'full'>,
): Promise<HistoryEvaluation> {
  const { asked, base } = await chooseCommits(engine, options, call);
  const snapshots = await engine.snapshots?.();
  if (snapshots === undefined) throw new DossierError('unavailable', 'Earlier states cannot be opened here.');
  const past = await snapshots.open(base);
  try {
    await indexProject(past, call);
    const questions: HistoryQuestion[] = [];
    let leftOut = 0;
    for (const commit of asked) {
      const question = commitQuestion(commit);
      const wanted = question === undefined ? [] : await snapshots.changedLines(commit.sha, base);
      if (question === undefined || wanted.length === 0) {
        leftOut++;
        continue;
      }
      questions.push(await ask(past, { commit, question, wanted }, options, call));
      call.progress({ phase: 'asking', done: questions.length + leftOut, total: asked.length });
    }
    return {
      base,
      questions,
      leftOut,
      average: averageMeasures(questions),
      medianMilliseconds: median(questions),
    };
  } finally {
    await past.close();
  }
}

async function ask(
  past: Engine,
  {
    commit: { sha, time },
    question,
    wanted,
  }: { commit: Commit; question: string; wanted: Parameters<typeof measureAnswer>[0] },
  options: EvaluationOptions,
  call: Omit<IndexOptions, 'full'>,
): Promise<HistoryQuestion> {
  const started = performance.now();
  const found = await searchProject(past, question, options.search, call);
  const milliseconds = performance.now() - started;
  const context = await contextOfHits(past, found, options.assemble);
  const printed = context.items.flatMap(({ location }) => (location === undefined ? [] : [location]));
  return {
    sha,
    time,
    question: maskSecretsIn(question.split('\n')[0] ?? '', past.config.secrets).text,
    wantedFiles: new Set(wanted.map(({ path }) => path)).size,
    certainty: found.certainty,
    milliseconds,
    ...measureAnswer(wanted, { files: found.spread().map(({ path }) => path), printed }),
  };
}

/** The commits to ask, and the newest one before them. */
async function chooseCommits(
  engine: Engine,
  { since, commits: wanted }: EvaluationOptions,
  { signal }: Pick<IndexOptions, 'signal'>,
): Promise<{ readonly asked: readonly Commit[]; readonly base: string }> {
  const asked: Commit[] = [];
  const history = await engine.history();
  for await (const batch of history.commits({ signal })) {
    for (const commit of batch) {
      const enough = since === undefined ? asked.length >= wanted : commit.time < since;
      if (enough && asked.length > 0) return { asked: asked.slice(0, wanted), base: commit.sha };
      if (enough) throw nothingToAsk(`no commit is newer than ${new Date(since ?? 0).toISOString()}`);
      asked.push(commit);
    }
  }
  // In a short history, the first commit is the one searched.
  const base = asked.pop();
  if (base === undefined || asked.length === 0) throw nothingToAsk('the history has fewer than two commits');
  return { asked: asked.slice(0, wanted), base: base.sha };
}

function nothingToAsk(why: string): DossierError {
  return new DossierError('not-found', `There is nothing to evaluate: ${why}. Give an earlier --since.`);
}

function median(questions: readonly HistoryQuestion[]): number {
  const sorted = questions.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
