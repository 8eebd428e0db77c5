import type { ContextItem } from '../core/item.ts';
import { hashText } from '../core/text/hash.ts';

/** A record that shares little with a text: which may be all that words can tell. */
export interface Possible {
  readonly item: ContextItem;
  /** Its score, and a little for an alike vector. */
  readonly faint: number;
}

/** What a vector adds to the score of what words hardly find. */
const MEANING_SHARE = 0.3;
/** Below it, words of any request and vectors of anything. */
const LEAST = 0.05;
/** On four groups of projects three of these deliver 6 to 14 in a hundred more questions, seven up to 8 more. */
const MOST = 8;
const LONGEST_LINE = 100;
/** Of a budget: eight lines of the default one. */
const SHARE = 0.05;
const CHARACTERS_PER_TOKEN = 4;

export function faintOf({ score, cosine }: { readonly score: number; readonly cosine: number }): number {
  return score + MEANING_SHARE * Math.max(0, cosine);
}

/** The best of those that are not delivered in full. */
export function mostPossible(
  candidates: readonly Possible[],
  delivered: readonly ContextItem[],
): readonly ContextItem[] {
  const present = new Set(delivered.map(({ id }) => id));
  return candidates
    .filter(({ item, faint }) => faint >= LEAST && !present.has(item.id))
    .sort((a, b) => b.faint - a.faint || (a.item.id < b.item.id ? -1 : 1))
    .slice(0, MOST)
    .map(({ item }) => item);
}

/** The first words of a record on one line, with its id. */
export function pointerTo({ id, source, content }: ContextItem): string {
  // What a story was filed under comes first, and says least.
  const told = source === 'experience' ? content.slice(content.indexOf('\n') + 1) : content;
  return `- ${firstWords(told, LONGEST_LINE)} [${id}]`;
}

/** A text on one line, cut after a word. */
export function firstWords(text: string, characters: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= characters ? line : `${line.slice(0, characters).replace(/\s+\S*$/, '')}…`;
}

export const POSSIBLY_LEARNT = 'Possibly related, first words only:';

/** All pointers for a budget as one item, so that a list costs one heading; nothing for none. */
export function possiblyItem(found: readonly ContextItem[], maxTokens: number): readonly ContextItem[] {
  const possible = found.slice(0, Math.floor((SHARE * maxTokens * CHARACTERS_PER_TOKEN) / LONGEST_LINE));
  if (possible.length === 0) return [];
  const ids = possible.map(({ id }) => id);
  const relevance = Math.max(...possible.map((item) => item.relevance));
  return [
    {
      id: `possibly-${hashText(ids.join(' ')).slice(0, 12)}`,
      source: 'memory',
      entityType: 'concept',
      name: 'Possibly related',
      content: [POSSIBLY_LEARNT, ...possible.map(pointerTo)].join('\n'),
      relevance,
      reasons: [{ rule: 'possibly', score: Math.round(relevance * 1000) / 1000 }],
      metadata: { source: 'memory' },
    },
  ];
}
