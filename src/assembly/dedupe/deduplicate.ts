import type { Passage } from '../passage.ts';
import { findRepeatedSources } from './across-sources.ts';
import { type Deduplicated, type Duplicate, withAlternatives } from './duplicate.ts';
import { mergeRanges } from './merge-ranges.ts';
import { createSimilarTexts } from './similar-texts.ts';

/**
 * Leaves out what would be printed twice: overlapping lines of one file, the same or nearly the same
 * text, and views of one thing from two sources. The more relevant stays and lists the others.
 * Passages come in order of relevance.
 */
export function deduplicate(passages: readonly Passage[]): Deduplicated {
  const duplicates: Duplicate[] = [];
  let kept = passages;
  for (const step of [mergeRanges, dropSimilar, findRepeatedSources]) {
    const found = step(kept);
    kept = withAlternatives(found.kept, found.duplicates);
    duplicates.push(...found.duplicates);
  }
  return { kept, duplicates };
}

function dropSimilar(passages: readonly Passage[]): Deduplicated {
  const exact = new Map<string, string>();
  const hashes = new Map<string, string>();
  const similar = createSimilarTexts();
  const prose = createSimilarTexts('prose');
  const kept: Passage[] = [];
  const duplicates: Duplicate[] = [];
  for (const passage of passages) {
    const { id, location } = passage.item;
    const text = passage.unread ? '' : passageText(passage);
    // Without its text a passage is a copy of another if their lines had the same hash.
    const same = passage.unread ? hashes.get(location?.contentHash ?? '') : exact.get(text);
    const near =
      same === undefined && !passage.unread
        ? (similar.findOrAdd(id, text) ?? (isProse(passage) ? prose.findOrAdd(id, text) : undefined))
        : undefined;
    if (same !== undefined) duplicates.push({ passage, of: same, why: 'the same text' });
    else if (near !== undefined) duplicates.push({ passage, of: near, why: 'nearly the same text' });
    else {
      if (!passage.unread) exact.set(text, id);
      if (location?.contentHash !== undefined) hashes.set(location.contentHash, id);
      kept.push(passage);
    }
  }
  return { kept, duplicates };
}

function passageText({ lines }: Passage): string {
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

/** Two functions may differ in one word and mean different things; two sentences seldom do. */
function isProse({ item }: Passage): boolean {
  return item.location === undefined;
}
