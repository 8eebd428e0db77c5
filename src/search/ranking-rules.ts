import type { FieldWeights, FileRole } from '../core/store.ts';

/**
 * Every constant of ranking but the weights of signals, which stand with their strategies. The values were chosen by sweeps over the development half of the retrieval
 * benchmark and rounded; they are not independent of its numbers; `docs/lab/first-release.md` shows what
 * leaving each out costs. Rules multiply rather than add, so that none can drown the words.
 */
export interface RankingRules {
  /** How much an occurrence counts by where it stands. */
  readonly fields: FieldWeights;
  /** What an occurrence of another form of a word counts beside the word itself. */
  readonly otherForm: number;
  /** The weight of two neighbouring words that the code has as one name. */
  readonly compound: number;
  /** The heaviest terms of a long text that are searched; more only adds noise and time. */
  readonly maxTerms: number;
  /** How many chunks each strategy hands on. */
  readonly candidates: number;
  /** Weights of kinds of signals other than those their strategies declare, for measuring what each is worth. */
  readonly weights: Readonly<Record<string, number>>;
  /** Factor gained when every word of the file's name is in the query. */
  readonly stem: number;
  /** The same for the folder the file is in. */
  readonly folder: number;
  /** Factor on files that are seldom what is sought. */
  readonly roles: Readonly<Record<FileRole, number>>;
  /** How much of that lowering is taken back when the query asks for the role by word: 0 none, 1 all. */
  readonly askedRole: number;
  /** Factor on files of other roles when one is sought ("tests of X"). */
  readonly otherRole: number;
  /** Factor on files below a folder of an older version (`v3/` beside `v4/`) or of what is kept for old callers. */
  readonly superseded: number;
  /** Factor gained by the file others refer to most. */
  readonly importance: number;
  /** Share of the file's best chunks that is added to each of its chunks. */
  readonly fileShare: number;
  readonly fileChunks: number;
  /** Factor on each further hit of one file in a list of hits. */
  readonly saturation: number;
  /** From this probability on that the index holds what is asked for, an answer is likely. */
  readonly likely: number;
  /** Below this one the answer is "nothing relevant". */
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
  saturation: 0.5,
  likely: 0.52,
  possible: 0.04,
};
