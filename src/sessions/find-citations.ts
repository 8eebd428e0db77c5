import type { Citation } from '../core/context.ts';

interface UsedCitations {
  readonly used: readonly Citation[];
  /** Bracketed ids that look like citations but were not delivered. */
  readonly unknown: readonly string[];
}

/** As printed in a context: `[cod-1k2j3]`. Several may share a pair of brackets. */
const BRACKETS = /\[([^[\]\n]{1,500})\]/g;
const ID = /^(?:ref|cod|doc|com|mem|exp|val|msg)-[0-9a-z]{3,20}(?:-\d{1,4})?$/;

/** The citations an answer uses, each once, in order of first use. */
export function findCitations(answer: string, citations: readonly Citation[]): UsedCitations {
  const byId = new Map(citations.map((citation) => [citation.id, citation]));
  const used = new Map<string, Citation>();
  const unknown = new Set<string>();
  for (const match of answer.matchAll(BRACKETS)) {
    for (const part of (match[1] ?? '').split(/[\s,;]+/)) {
      if (!ID.test(part)) continue;
      const citation = byId.get(part);
      if (citation === undefined) unknown.add(part);
      else used.set(part, citation);
    }
  }
  return { used: [...used.values()], unknown: [...unknown] };
}

const EXCERPT_CHARACTERS = 60;

/** The sources of an answer as a list to put below it; empty if it cites none. */
export function formatSources(used: readonly Citation[]): string {
  if (used.length === 0) return '';
  const lines = used.map(({ id, title, path, startLine, endLine, excerpt }) => {
    const place = path === undefined ? title : `${path}:${startLine ?? 1}-${endLine ?? startLine ?? 1}`;
    const words = excerpt.replace(/\s+/g, ' ').trim();
    const short = words.length > EXCERPT_CHARACTERS ? `${words.slice(0, EXCERPT_CHARACTERS)}…` : words;
    return `[${id}] ${place}${short === '' ? '' : ` — ${short}`}`;
  });
  return ['Sources:', ...lines].join('\n');
}
