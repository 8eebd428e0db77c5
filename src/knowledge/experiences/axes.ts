import type { Axis } from '../../core/vocabulary.ts';
import type { Experience } from './experience.ts';

/** The text of each view of an experience; each is embedded under the experience's own id. */
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

/** The whole story; also what full-text search sees. */
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
    experience.domain,
    words(experience.strategy),
  ]);
}

function words(name: string): string {
  return name.replaceAll('-', ' ');
}

function lines(parts: readonly (string | undefined)[]): string {
  return parts.filter((part): part is string => part !== undefined && part !== '').join('\n');
}
