import { z } from 'zod';
import { evaluateHistory } from '../context/evaluate-history.ts';
import { assembleOptionsSchema } from '../core/context.ts';
import { DossierError } from '../core/errors.ts';
import { SEARCH_DEFAULTS, searchOptionsSchema } from '../core/query.ts';
import type { IndexStore } from '../core/store.ts';
import { parseSince } from '../core/text/parse-since.ts';
import { plural } from '../core/text/plural.ts';
import { CERTAINTIES } from '../core/vocabulary.ts';
import { defineOperation } from './operation.ts';

const measures = {
  recallAt1: z.number(),
  recallAt5: z.number(),
  recallAt10: z.number(),
  reciprocalRank: z.number(),
  lines: z.number().describe('Share of the changed lines in the context'),
};

const outputSchema = z.object({
  measuredAt: z.number().describe('In milliseconds since 1970'),
  base: z.string(),
  average: z.object(measures),
  earlier: z
    .array(
      z.object({
        measuredAt: z.number(),
        budget: z.number(),
        commits: z.number(),
        average: z.object(measures),
      }),
    )
    .default([])
    .describe('Evaluations before this one, oldest first'),
  questions: z.array(
    z.object({
      sha: z.string(),
      time: z.number().describe('When the commit was made, in milliseconds since 1970'),
      question: z.string(),
      wantedFiles: z.number(),
      certainty: z.enum(CERTAINTIES),
      milliseconds: z.number(),
      ...measures,
    }),
  ),
  leftOut: z.number().describe('Commits without a question: merges, version bumps, only new files'),
  medianMilliseconds: z.number(),
  budget: z.number(),
});
type Report = z.output<typeof outputSchema>;

/** Where the index keeps the last evaluation, with the averages of those before it. */
const LAST = 'evaluation';
const MAX_EARLIER = 50;

/** One written by another version may not be readable. */
async function lastOf(index: Pick<IndexStore, 'getMeta'>): Promise<Report | undefined> {
  return outputSchema.safeParse(JSON.parse((await index.getMeta(LAST)) ?? 'null')).data;
}

function withEarlier(last: Report | undefined): Report['earlier'] {
  if (last === undefined) return [];
  const { earlier, measuredAt, budget, questions, average } = last;
  return [...earlier, { measuredAt, budget, commits: questions.length, average }].slice(-MAX_EARLIER);
}

export const evaluate = defineOperation({
  name: 'eval',
  summary: "Measure search on the project's own history",
  description:
    'Indexes the tree before the latest commits in a temporary folder, queries with each commit message, and counts how much of what the commit changed was found and printed. The project stays untouched; the result is kept for --last.',
  topic: 'Index and store',
  input: z.object({
    since: z.string().optional().describe('Only commits since: a date, or 3d, 2w, 6m'),
    commits: z.int().min(1).max(5000).default(100).describe('At most this many commits'),
    budget: assembleOptionsSchema.shape.maxTokens.default(4000).describe('Tokens of each context'),
    counter: assembleOptionsSchema.shape.counter,
    strategies: searchOptionsSchema.shape.strategies,
    paths: searchOptionsSchema.shape.paths,
    last: z.boolean().default(false).describe('Print the last evaluation instead of measuring again'),
  }),
  output: outputSchema,
  pathFields: ['paths'],
  effect: 'write',
  longRunning: true,
  http: { method: 'POST', path: '/eval', shared: true },
  examples: [
    { title: 'The latest hundred commits', command: 'dossier eval' },
    { title: 'What it said last time', command: 'dossier eval --last --json' },
    {
      title: 'Does one strategy suffice?',
      command: 'dossier eval --since 6m --strategies keyword --budget 8000',
    },
  ],
  async run(engine, { since, commits, budget, counter, strategies, paths, last }, call) {
    const index = (await engine.store()).index(engine.scope);
    const kept = await lastOf(index);
    if (last) {
      if (kept !== undefined) return kept;
      throw new DossierError('not-found', 'Nothing was evaluated yet. Run "dossier eval".');
    }
    const found = await evaluateHistory(
      engine,
      {
        since: parseSince(since, call.now),
        commits,
        search: { ...SEARCH_DEFAULTS, strategies, paths, limit: 300 },
        assemble: assembleOptionsSchema.parse({ maxTokens: budget, counter }),
      },
      call,
    );
    const output = {
      ...found,
      measuredAt: call.now,
      questions: [...found.questions],
      budget,
      earlier: withEarlier(kept),
    };
    await index.setMeta(LAST, JSON.stringify(output));
    await index.setMeta('evaluatedAt', String(call.now));
    return output;
  },
  print({ base, average, questions, leftOut, medianMilliseconds, budget }) {
    const row = (what: string, value: string) => `${what.padEnd(30)}${value.padStart(7)}`;
    const share = (value: number) => `${(100 * value).toFixed(0)} %`;
    const rightAtOnce = questions.filter(({ reciprocalRank }) => reciprocalRank === 1).length;
    const missed = questions.filter(({ recallAt10 }) => recallAt10 === 0);
    return [
      `Asked the messages of ${plural(questions.length, 'commit')} after ${base.slice(0, 10)}${leftOut === 0 ? '' : `; left out ${leftOut}: merges, version bumps, wide changes, only new files`}.`,
      '',
      row('a changed file comes first', share(rightAtOnce / Math.max(1, questions.length))),
      row('changed files in the first 5', share(average.recallAt5)),
      row('changed files in the first 10', share(average.recallAt10)),
      row('mean reciprocal rank', average.reciprocalRank.toFixed(3)),
      row(`changed lines in ${budget} tokens`, share(average.lines)),
      row('median search', `${medianMilliseconds.toFixed(1)} ms`),
      ...(missed.length === 0
        ? []
        : ['', `No changed file among the first ten (${shownOf(missed.length)} of ${missed.length}):`]),
      ...missed
        .slice(0, SHOWN_MISSES)
        .map(({ sha, question }) => `  ${sha.slice(0, 10)}  ${question.trim()}`),
    ].join('\n');
  },
});

const SHOWN_MISSES = 10;

function shownOf(misses: number): string {
  return misses > SHOWN_MISSES ? `the first ${SHOWN_MISSES}` : 'all';
}
