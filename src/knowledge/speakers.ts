import { termsOf } from '../core/terms.ts';

/** Who says it, in lower case: the name before the first colon, as in "Ada: it works again". */
export function speakerOf(text: string): string | undefined {
  return SPEAKER.exec(text)?.[1]?.toLowerCase();
}
const SPEAKER = /^(\p{L}[\p{L}\p{N}.'-]*(?: \p{L}[\p{L}\p{N}.'-]*){0,2}):\s/u;

/** The speakers a question names, each by any word of the name. */
export function speakersNamed(question: string, texts: Iterable<string>): ReadonlySet<string> {
  const words = new Set(termsOf(question));
  const named = new Set<string>();
  for (const text of texts) {
    const speaker = speakerOf(text);
    if (speaker !== undefined && termsOf(speaker).some((word) => words.has(word))) named.add(speaker);
  }
  return named;
}

/** How likely a turn of a conversation tells something of those asked about, as a factor: 1 unless it is unlikely. */
export function tellingFactor(text: string, named: ReadonlySet<string>): number {
  const asks = text.length <= SHORT_TURN && text.trimEnd().endsWith('?');
  const speaker = speakerOf(text);
  const byAnother = named.size > 0 && speaker !== undefined && !named.has(speaker);
  return (asks ? ASKING : 1) * (byAnother ? BY_ANOTHER : 1);
}

/** A long turn tells its story before it asks. */
const SHORT_TURN = 300;
/** Chosen with the shares of neighbours: a turn that asks answers seldom, one of another person less often. */
const ASKING = 0.85;
const BY_ANOTHER = 0.9;
