import type { AssembleOptions } from '../../core/context.ts';
import { SOURCES, type SourceKind } from '../../core/vocabulary.ts';
import type { Meter } from '../meter.ts';
import type { Candidate } from './candidate.ts';
import { knapsack } from './knapsack.ts';
import { createPicker, isRequested, type Picker } from './picker.ts';

/**
 * Chooses what is printed within a number of tokens. Candidates come in order of relevance; explicit
 * references and pinned items are chosen before anything that was searched for.
 */
export function choose(
  candidates: readonly Candidate[],
  limit: number,
  tools: { readonly meter: Meter; readonly options: AssembleOptions },
): Picker {
  const { options } = tools;
  const picker = createPicker(options, { meter: tools.meter, candidates });
  const share = options.maxItemShare ?? 1;
  const wanted = ({ passage }: Candidate) => isRequested(passage.item, options);
  const spent = pickInOrder(picker, candidates.filter(wanted), {
    room: limit,
    capOf: () => share * limit,
    cut: true,
  });

  const searched = candidates.filter((candidate) => !wanted(candidate));
  const room = limit - spent;
  if (options.sourceWeights !== undefined) {
    shareBySource(picker, searched, { room, share, options, weights: options.sourceWeights });
  } else {
    pick(picker, searched, { room, capOf: () => share * limit, cut: true, options });
  }
  return picker;
}

interface Room {
  readonly room: number;
  /** The most one item may take. */
  readonly capOf: (candidate: Candidate) => number;
  readonly cut: boolean;
}

/** Picks by the chosen way of selecting; what is left over is filled in order of relevance. */
function pick(
  picker: Picker,
  candidates: readonly Candidate[],
  { options, ...room }: Room & { readonly options: AssembleOptions },
): number {
  const left = candidates.filter((candidate) => !picker.picked.has(candidate));
  if (options.selection === 'relevance') return pickInOrder(picker, left, room);
  const best = options.selection === 'density' ? byDensity(left) : optimal(left, room.room);
  const spent = pickInOrder(picker, best, { ...room, cut: false });
  return spent + pickInOrder(picker, left, { ...room, room: room.room - spent });
}

function pickInOrder(picker: Picker, candidates: readonly Candidate[], { room, capOf, cut }: Room): number {
  let spent = 0;
  for (const candidate of candidates) {
    if (picker.lacksText) break;
    if (picker.picked.has(candidate)) continue;
    spent += picker.take(candidate, { room: room - spent, itemCap: capOf(candidate), cut }) ?? 0;
  }
  return spent;
}

/** Most value per token first. */
function byDensity(candidates: readonly Candidate[]): Candidate[] {
  const density = new Map(
    candidates.map((candidate) => [
      candidate,
      candidate.passage.item.relevance / Math.max(1, candidate.wholeTokens()),
    ]),
  );
  return [...candidates].sort((a, b) => (density.get(b) ?? 0) - (density.get(a) ?? 0));
}

/** The whole items of greatest total relevance that fit. Headings of groups are not part of the sum. */
function optimal(candidates: readonly Candidate[], room: number): Candidate[] {
  const chosen = knapsack(
    candidates.map((candidate) => ({
      value: candidate.passage.item.relevance,
      weight: candidate.wholeTokens(),
    })),
    Math.max(0, Math.floor(room)),
  );
  return chosen.flatMap((index) => candidates[index] ?? []);
}

/**
 * Splits the room by the weights of the sources that have something. What a source leaves goes to the
 * others by their weights, first for whole items, then for parts; sources without a weight get what
 * is left in the end.
 */
function shareBySource(
  picker: Picker,
  candidates: readonly Candidate[],
  split: {
    readonly room: number;
    readonly share: number;
    readonly options: AssembleOptions;
    readonly weights: Readonly<Partial<Record<SourceKind, number>>>;
  },
): void {
  const { options } = split;
  const weightOf = (source: SourceKind) => split.weights[source] ?? 0;
  const weighted = SOURCES.filter((source) => weightOf(source) > 0);
  const bySource = weighted.flatMap((source) => {
    const members = candidates.filter(({ passage }) => passage.item.source === source);
    return members.length === 0 ? [] : [{ source, members }];
  });
  const totalOf = (sources: readonly { readonly source: SourceKind }[]) =>
    sources.reduce((sum, { source }) => sum + weightOf(source), 0);
  const total = totalOf(bySource);
  const capOf = ({ passage: { item } }: Candidate) =>
    split.share * split.room * (weightOf(item.source) > 0 ? weightOf(item.source) / total : 1);

  let left = split.room;
  for (const cut of [false, true]) {
    for (let round = left + 1; left > 0 && left < round; ) {
      round = left;
      const waiting = bySource.filter(({ members }) => members.some((member) => isWaiting(picker, member)));
      const weights = totalOf(waiting);
      for (const { source, members } of waiting) {
        const room = Math.floor((round * weightOf(source)) / weights);
        left -= pick(picker, members, { room, capOf, cut, options });
      }
    }
  }
  pick(picker, candidates, { room: left, capOf, cut: true, options });
}

/** Whether a candidate that was not picked could be picked with more room. */
function isWaiting(picker: Picker, candidate: Candidate): boolean {
  const refusal = picker.refused.get(candidate);
  return !picker.picked.has(candidate) && (refusal === undefined || refusal.reason === 'budget');
}
