import { findNamedValues } from './secrets/find-named-values.ts';
import { findPrivateKeys } from './secrets/find-private-keys.ts';
import { findShapes } from './secrets/find-shapes.ts';
import { findTokens } from './secrets/find-tokens.ts';
import type { SecretSpan } from './secrets/secret-span.ts';

/** A text without its secrets, and how many of each kind were masked. */
export interface MaskedText {
  readonly text: string;
  /** Lines that were changed. */
  readonly masked: number;
  readonly kinds: Readonly<Record<string, number>>;
}

/**
 * Mask the secrets of a text where it comes in, so that neither the store nor an answer ever holds them. The lines
 * and everything around a secret stay as they are; masking a masked text changes nothing. Each finder passes over
 * the text once, in time linear in its length.
 */
export function maskSecretsIn(text: string): MaskedText {
  const spans = secretsOf(text);
  if (spans.length === 0) return { text, masked: 0, kinds: {} };
  const kinds: Record<string, number> = {};
  const lines = new Set<number>();
  let clean = '';
  let at = 0;
  let line = 0;
  for (const { start, end, kind } of spans) {
    const before = text.slice(at, start);
    line += breaksIn(before);
    lines.add(line);
    const secret = text.slice(start, end);
    // A secret over several lines leaves as many.
    clean += before + secret.replace(/[^\r\n]+/g, MASK);
    for (let left = breaksIn(secret); left > 0; left--) lines.add(++line);
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    at = end;
  }
  return { text: clean + text.slice(at), masked: lines.size, kinds };
}

export const MASK = '[masked]';

/** The secrets of a text in their order, without overlaps. */
function secretsOf(text: string): SecretSpan[] {
  if (text.length < SHORTEST) return [];
  const spans = [findTokens, findPrivateKeys, findNamedValues, findShapes].flatMap((find) => find(text));
  spans.sort((one, other) => one.start - other.start || other.end - one.end);
  const apart: SecretSpan[] = [];
  for (const span of spans) {
    const last = apart.at(-1);
    if (last === undefined || span.start >= last.end) apart.push(span);
    else if (span.end > last.end) apart[apart.length - 1] = { ...last, end: span.end };
  }
  return apart;
}

/** No secret is known that stands in fewer characters. */
const SHORTEST = 12;

function breaksIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
