import type { SourceKind } from '../../../src/core/vocabulary.ts';

/** The CSS class that carries a source's colour; the colours themselves are in style.css, per theme. */
export function sourceClass(source: SourceKind): string {
  return `source-${source}`;
}

export const SOURCE_LABELS: Readonly<Record<SourceKind, string>> = {
  reference: 'references',
  code: 'code',
  document: 'documents',
  commit: 'commits',
  memory: 'memories',
  experience: 'experiences',
  value: 'values',
  message: 'messages',
};
