import { termsOf } from '../../core/text/terms.ts';
import type { Axis } from '../../core/vocabulary.ts';
import type { Experience } from './experience.ts';

/** The text of each axis of an experience; each is embedded under the experience's id. */
export function axisTexts(experience: Experience): Partial<Record<Axis, string>> {
  const falsified = experience.outcome === 'falsified';
  return {
    full: fullText(experience),
    strategy: lines([
      `${words(experience.strategy)} for ${experience.domain}`,
      experience.goal,
      experience.action,
      experience.outcome && `${experience.outcome}: ${experience.result ?? ''}`,
      experience.lesson?.whatWorked,
    ]),
    ...(falsified &&
      experience.surprise !== undefined && {
        surprise: lines([experience.surprise, `Expected: ${experience.prediction}`]),
      }),
    ...(falsified &&
      experience.rootCause !== undefined && {
        root_cause: lines([
          words(experience.rootCause),
          experience.rootCauseDetail,
          experience.hypothesis,
          experience.surprise,
        ]),
      }),
  };
}

/**
 * What identifies a recurring theme, most telling first: what surprised and what helped. Goals and actions differ
 * between entries of a theme.
 */
export function themeText(experience: Experience): string {
  const { surprise, rootCauseDetail, lesson, goal } = experience;
  return lines([surprise, rootCauseDetail, lesson?.whatWorked, lesson?.takeaway, goal]);
}

/**
 * The parts of a story that a task is compared with. What surprised says most about what may go wrong again; goals and
 * actions differ each time, but not always.
 */
export function tellingParts(
  experience: Experience,
): readonly { readonly text: string; readonly weight: number }[] {
  const { surprise, rootCauseDetail, lesson, goal, hypothesis, action, prediction } = experience;
  return [
    { text: lines([surprise, rootCauseDetail]), weight: 0.5 },
    { text: lines([lesson?.whatWorked, lesson?.takeaway]), weight: 0.4 },
    { text: goal, weight: 0.4 },
    { text: lines([hypothesis, action, prediction]), weight: 0.3 },
  ];
}

/** The words of an entry, weighted by what they say about its theme. */
export function themeWords(experience: Experience): ReadonlyMap<string, number> {
  const { surprise, rootCauseDetail, lesson, goal, hypothesis, action, prediction } = experience;
  const words = new Map<string, number>();
  const add = (share: number, ...texts: readonly (string | undefined)[]) => {
    for (const term of texts.flatMap((text) => termsOf(text ?? '')))
      words.set(term, (words.get(term) ?? 0) + share);
  };
  add(1, surprise, rootCauseDetail, lesson?.whatWorked, lesson?.takeaway);
  add(0.5, goal);
  add(0.3, hypothesis, action, prediction);
  return words;
}

/** The whole story; full-text search sees it too. */
export function fullText(experience: Experience): string {
  return lines([
    experience.goal,
    experience.hypothesis,
    experience.action,
    experience.prediction,
    experience.result,
    experience.surprise,
    experience.rootCause && words(experience.rootCause),
    experience.rootCauseDetail,
    experience.lesson?.whatWorked,
    experience.lesson?.takeaway,
    ...experience.history.map((attempt) => attempt.hypothesis),
    ...experience.files,
    words(experience.domain),
    words(experience.strategy),
    ...experience.tags,
  ]);
}

function words(name: string): string {
  return name.replaceAll('-', ' ');
}

function lines(parts: readonly (string | undefined)[]): string {
  return parts.filter((part): part is string => part !== undefined && part !== '').join('\n');
}
