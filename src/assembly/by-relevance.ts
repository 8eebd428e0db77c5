import type { ContextItem } from '../core/item.ts';
import { SOURCES } from '../core/vocabulary.ts';

/** Order of items: references first, then by relevance; ties are broken so that the order is always the same. */
export function byRelevance(a: ContextItem, b: ContextItem): number {
  return (
    Number(b.source === 'reference') - Number(a.source === 'reference') ||
    b.relevance - a.relevance ||
    SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source) ||
    compare(a.location?.path ?? '', b.location?.path ?? '') ||
    (a.location?.startLine ?? 0) - (b.location?.startLine ?? 0) ||
    compare(a.id, b.id)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
