import { BoundedMap } from '../bounded-map.ts';
import { decodedText } from './secrets/decoded-text.ts';
import { findNamedValues } from './secrets/find-named-values.ts';
import { findPrivateKeys } from './secrets/find-private-keys.ts';
import { findShapes } from './secrets/find-shapes.ts';
import { findTokens } from './secrets/find-tokens.ts';
import { findAdded, isAllowed, type SecretRules } from './secrets/secret-rules.ts';
import { MASK, type SecretSpan } from './secrets/secret-span.ts';

/** A text without its secrets, and how many of each kind were masked. */
interface MaskedText {
  readonly text: string;
  readonly masked: number;
  readonly kinds: Readonly<Record<string, number>>;
}

/**
 * Masks the secrets of a text on the way in, so that neither the store nor an answer ever holds them. Lines and
 * everything around a secret stay; masking is idempotent. Each finder passes over the text once, in linear time.
 */
export function maskSecretsIn(text: string, rules?: SecretRules): MaskedText {
  return maskFound(text, (clean) => secretsOf(clean, rules));
}

function maskFound(text: string, find: (text: string) => readonly SecretSpan[]): MaskedText {
  const kinds: Record<string, number> = {};
  let clean = text;
  // Masking one secret may expose another that ran into it; only changed texts get a further pass.
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const spans = find(clean);
    if (spans.length === 0) break;
    for (const { kind } of spans) kinds[kind] = (kinds[kind] ?? 0) + 1;
    clean = withoutSpans(clean, spans);
  }
  return { text: clean, masked: clean === text ? 0 : changedLines(text, clean), kinds };
}

/** A path without its secrets. Each name is also looked at alone: in other texts a slash may belong to base64. */
export function maskSecretsInPath(path: string): string {
  const known = maskedPaths.get(path);
  if (known !== undefined) return known;
  const { text } = maskFound(path, secretsOfPath);
  maskedPaths.set(path, text);
  return text;
}

function secretsOfPath(path: string): SecretSpan[] {
  let at = 0;
  const inNames = path.split('/').flatMap((name) => {
    const start = at;
    at += name.length + 1;
    return secretsOfName(name).map((span) => ({ ...span, start: start + span.start, end: start + span.end }));
  });
  return apart([...secretsOf(path), ...inNames]);
}

function secretsOfName(name: string): readonly SecretSpan[] {
  if (name.length < SHORTEST) return [];
  const known = nameSecrets.get(name);
  if (known !== undefined) return known;
  const spans = secretsOf(name);
  nameSecrets.set(name, spans);
  return spans;
}

/** Paths share their folders. */
const nameSecrets = new BoundedMap<string, readonly SecretSpan[]>(10_000);

/** A run asks for each path four times, and the next run again. Bounded by characters: 50,000 usual paths. */
const maskedPaths = new BoundedMap<string, string>(5_000_000, (path) => path.length + 40);

/** The secrets of a text in order, without overlaps. */
function secretsOf(text: string, rules?: SecretRules): SecretSpan[] {
  const known = text.length < SHORTEST ? [] : found(text);
  return apart(
    rules === undefined
      ? known
      : [...known.filter((span) => !isAllowed(text, span, rules)), ...findAdded(text, rules)],
  );
}

/** The same in order, those that overlap as one. */
function apart(spans: readonly SecretSpan[]): SecretSpan[] {
  const merged: SecretSpan[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { ...last, end: span.end };
  }
  return merged;
}

/** What is found in the text as it is written, for values with `%` in them, and as it reads. */
function found(text: string): SecretSpan[] {
  const decoded = decodedText(text);
  const spans = FINDERS.flatMap((find) => find(text));
  if (decoded === undefined) return spans;
  return [...spans, ...FINDERS.flatMap((find) => find(decoded.text)).map(decoded.written)];
}

const FINDERS = [findTokens, findPrivateKeys, findNamedValues, findShapes];

/** No known secret fits into fewer characters. */
const SHORTEST = 12;

const MAX_PASSES = 4;

/** A masked secret keeps its number of lines. */
function withoutSpans(text: string, spans: readonly SecretSpan[]): string {
  let clean = '';
  let at = 0;
  for (const { start, end } of spans) {
    clean += text.slice(at, start) + text.slice(start, end).replace(/[^\r\n]+/g, MASK);
    at = end;
  }
  return clean + text.slice(at);
}

function changedLines(before: string, after: string): number {
  const lines = after.split('\n');
  return before.split('\n').filter((line, index) => line !== lines[index]).length;
}
