import { termsOf } from '../../core/text/terms.ts';

/** The speaker in lower case: the name before the first colon, as in "Ada: it works again". */
export function speakerOf(text: string): string | undefined {
  return SPEAKER.exec(text)?.[1]?.toLowerCase();
}
const SPEAKER = /^(\p{L}[\p{L}\p{N}.'-]*(?: \p{L}[\p{L}\p{N}.'-]*){0,2}):\s/u;

/** The speakers a question names, by any word of their name. */
export function speakersNamed(question: string, texts: Iterable<string>): ReadonlySet<string> {
  const words = new Set(termsOf(question));
  const named = new Set<string>();
  for (const text of texts) {
    const speaker = speakerOf(text);
    if (speaker !== undefined && termsOf(speaker).some((word) => words.has(word))) named.add(speaker);
  }
  return named;
}

/** Factor for the score of a text by a speaker the question does not name; otherwise 1. */
export function speakerFactor(text: string, named: ReadonlySet<string>): number {
  const speaker = speakerOf(text);
  return named.size > 0 && speaker !== undefined && !named.has(speaker) ? OTHER_SPEAKER_WEIGHT : 1;
}

/** Tuned with the neighbour shares. Others do talk about the person asked about, so this is no filter. */
const OTHER_SPEAKER_WEIGHT = 0.8;
