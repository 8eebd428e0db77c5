import type { Experience } from '../experiences/experience.ts';

/** Sentences of a member that could represent its group, most general first. */
export function candidateTexts(experience: Experience): string[] {
  const { lesson, surprise, rootCauseDetail, result } = experience;
  return [lesson?.takeaway, lesson?.whatWorked, rootCauseDetail, surprise, result]
    .flatMap((text) => (text === undefined ? [] : sentencesOf(text)))
    .filter((sentence) => sentence.length >= SHORTEST && sentence.length <= LONGEST);
}

/** The sentences that say what to do. */
export function lessonsOf(experience: Experience | undefined): string[] {
  const { lesson } = experience ?? {};
  return [lesson?.takeaway, lesson?.whatWorked].flatMap((text) =>
    text === undefined ? [] : sentencesOf(text),
  );
}

/** Too short says nothing; too long is a story, not a principle. */
const SHORTEST = 15;
const LONGEST = 300;

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+(?=\p{Lu})|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
