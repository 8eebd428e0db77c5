import type { Approach, Domain } from '../../core/vocabulary.ts';
import type { Experience } from '../experiences/experience.ts';

/** In the order printed. */
export const PREMORTEM_SECTIONS = [
  'Common Failures',
  'Strategy Performance',
  'Unexpected Outcomes',
  'Root Causes to Watch',
  'Relevant Principles',
  'Evidence from History',
] as const;
export type PremortemSection = (typeof PREMORTEM_SECTIONS)[number];
type ExperienceSection = Exclude<PremortemSection, 'Relevant Principles' | 'Evidence from History'>;

/** The questions put to each view, when the caller names no task of its own. */
export function premortemQueries(
  domain?: Domain,
  strategy?: Approach,
): Readonly<Record<PremortemSection, string>> {
  const where = domain === undefined ? '' : ` in ${domain}`;
  const how = strategy === undefined ? '' : ` using ${strategy.replaceAll('-', ' ')}`;
  return {
    'Common Failures': `failures and issues${where}`,
    'Strategy Performance': `outcomes${how} strategy`,
    'Unexpected Outcomes': `unexpected outcomes${where}`,
    'Root Causes to Watch': `why hypotheses fail${where}`,
    'Relevant Principles': `principles${where.replace(' in ', ' for ')}${how}`,
    'Evidence from History': `fix ${domain ?? ''}`.trimEnd(),
  };
}

export interface Finding {
  readonly id: string;
  readonly experience: Experience;
  readonly score: number;
}

/**
 * Puts each experience once under the section it tells most about: the one in which it stands highest,
 * and of equal ranks the rarer kind of knowledge (a surprise, then a root cause, then how a strategy fared).
 */
export function placeFindings(
  found: Readonly<Partial<Record<ExperienceSection, readonly Finding[]>>>,
): Readonly<Record<ExperienceSection, readonly Finding[]>> {
  const places = new Map<string, { section: ExperienceSection; rank: number; finding: Finding }>();
  for (const section of MOST_TELLING_FIRST) {
    for (const [rank, finding] of (found[section] ?? []).entries()) {
      const place = places.get(finding.id);
      if (place === undefined || rank < place.rank) places.set(finding.id, { section, rank, finding });
    }
  }
  const of = (wanted: ExperienceSection) =>
    [...places.values()]
      .filter(({ section }) => section === wanted)
      .sort((a, b) => a.rank - b.rank || (a.finding.id < b.finding.id ? -1 : 1))
      .map(({ finding }) => finding);
  return {
    'Common Failures': of('Common Failures'),
    'Strategy Performance': of('Strategy Performance'),
    'Unexpected Outcomes': of('Unexpected Outcomes'),
    'Root Causes to Watch': of('Root Causes to Watch'),
  };
}

const MOST_TELLING_FIRST = [
  'Unexpected Outcomes',
  'Root Causes to Watch',
  'Strategy Performance',
  'Common Failures',
] as const satisfies readonly ExperienceSection[];

/** What this section adds about the experience comes first; the story follows. */
export function findingText(section: ExperienceSection, experience: Experience): string {
  const cause = [experience.rootCause, experience.rootCauseDetail].filter(Boolean).join(': ');
  const story = `Tried: ${experience.action}\nBelieved: ${experience.hypothesis}`;
  const outcome = `${experience.outcome ?? 'open'}: ${experience.result ?? ''}`;
  const lead: Readonly<Record<ExperienceSection, readonly string[]>> = {
    'Common Failures': [`${experience.goal} - ${outcome}`],
    'Strategy Performance': [`${experience.strategy} for ${experience.domain} - ${outcome}`],
    'Unexpected Outcomes': [experience.surprise ?? experience.goal, `Expected: ${experience.prediction}`],
    'Root Causes to Watch': [cause === '' ? experience.goal : cause],
  };
  const rest = [
    section !== 'Unexpected Outcomes' && experience.surprise !== undefined
      ? `Surprise: ${experience.surprise}`
      : '',
    section !== 'Root Causes to Watch' && cause !== '' ? `Root cause: ${cause}` : '',
    experience.lesson === undefined ? '' : `What worked: ${experience.lesson.whatWorked}`,
    experience.lesson?.takeaway === undefined ? '' : `Next time: ${experience.lesson.takeaway}`,
  ];
  return [...lead[section], story, ...rest].filter((line) => line !== '').join('\n');
}
