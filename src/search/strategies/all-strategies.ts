import type { SearchStrategy } from '../../core/vocabulary.ts';
import { fuzzy } from './fuzzy.ts';
import { graph } from './graph.ts';
import { history } from './history.ts';
import { keyword } from './keyword.ts';
import { semantic } from './semantic.ts';
import type { SignalKind, Strategy } from './strategy.ts';
import { structural } from './structural.ts';

const BY_NAME: Readonly<Record<SearchStrategy, Strategy>> = {
  keyword,
  structural,
  fuzzy,
  semantic,
  graph,
  history,
};

export const ALL_STRATEGIES: readonly Strategy[] = Object.values(BY_NAME);

export const SIGNAL_KINDS: ReadonlyMap<string, SignalKind> = new Map(
  ALL_STRATEGIES.flatMap(({ kinds }) => Object.entries(kinds)),
);
