import type { FieldWeights, FileRole } from '../core/store.ts';

/**
 * Every ranking constant but the weights of signals, which live with their strategies. The values come from sweeps over
 * the development half of the retrieval benchmark, rounded, so they are not independent of its numbers;
 * `docs/lab/first-release.md` shows what leaving each out costs. Rules multiply rather than add, so that none can drown
 * the words.
 */
export interface RankingRules {
  /** How much an occurrence counts in each field. */
  readonly fields: FieldWeights;
  /** What another form of a word counts, relative to the word itself. */
  readonly otherForm: number;
  /** The weight of two neighbouring words that the code writes as one name. */
  readonly compound: number;
  /** A long text is searched by this many of its heaviest terms; more only adds noise and time. */
  readonly maxTerms: number;
  /** How many chunks each strategy returns. */
  readonly candidates: number;
  /** Overrides the weights that strategies declare for their signals, to measure what each is worth. */
  readonly weights: Readonly<Record<string, number>>;
  /** Factor gained when the query has every word of the file's name. */
  readonly stem: number;
  /** The same for the folder the file is in. */
  readonly folder: number;
  /** Factor on files that are seldom the answer. */
  readonly roles: Readonly<Record<FileRole, number>>;
  /** How much of that penalty is undone when the query names the role: 0 none, 1 all. */
  readonly askedRole: number;
  /** Factor on files of other roles when the query wants one ("tests of X"). */
  readonly otherRole: number;
  /** Factor on files below a folder of an older version (`v3/` beside `v4/`) or of code kept for old callers. */
  readonly superseded: number;
  /** Factor gained by the most referenced file. */
  readonly importance: number;
  /** Share of the file's best chunks added to each of its chunks. */
  readonly fileShare: number;
  readonly fileChunks: number;
  /** Share of a file's best test added to the chunks of the file. */
  readonly testShare: number;
  /** Share of a folder's best files added to the chunks of each, for short queries. */
  readonly folderShare: number;
  /** Factor on each further hit of the same file in a list of hits. */
  readonly saturation: number;
  /** An answer is likely from this probability on. */
  readonly likely: number;
  /** Below this probability the answer is "nothing relevant". */
  readonly possible: number;
}

export const RANKING_RULES: RankingRules = {
  fields: { name: 3, path: 2, doc: 1, body: 1 },
  otherForm: 0.4,
  compound: 0.6,
  maxTerms: 40,
  candidates: 300,
  weights: {},
  stem: 0.5,
  folder: 0.2,
  roles: {
    source: 1,
    test: 0.5,
    example: 0.5,
    document: 0.3,
    config: 0.3,
    generated: 0.5,
    barrel: 0.6,
    declaration: 0.7,
  },
  askedRole: 0.6,
  otherRole: 0.4,
  superseded: 0.5,
  importance: 0.25,
  fileShare: 0.5,
  fileChunks: 4,
  testShare: 0.1,
  folderShare: 0.2,
  saturation: 0.5,
  likely: 0.52,
  possible: 0.02,
};
