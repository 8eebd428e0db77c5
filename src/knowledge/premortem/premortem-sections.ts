import type { Reason } from '../../core/item.ts';
import type { Outcome, Tier } from '../../core/vocabulary.ts';
import type { Experience } from '../experiences/experience.ts';

/** In print order. */
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

/** The question for each section if no task is given; a task is used as it is. */
export function premortemQueries(
  domain?: string,
  strategy?: string,
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
  readonly reasons: readonly Reason[];
}

/**
 * Puts each experience once, under the section where it ranks highest; ties go to the rarer kind of knowledge (a
 * surprise, then a root cause, then how a strategy fared).
 */
export function placeFindings(
  found: Readonly<Partial<Record<ExperienceSection, readonly Finding[]>>>,
): Readonly<Record<ExperienceSection, readonly Finding[]>> {
  const places = new Map<string, { section: ExperienceSection; rank: number; finding: Finding }>();
  for (const section of BY_INFORMATION) {
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

const BY_INFORMATION = [
  'Unexpected Outcomes',
  'Root Causes to Watch',
  'Strategy Performance',
  'Common Failures',
] as const satisfies readonly ExperienceSection[];

/** The section's point, what to do differently, and the evidence; the story in two lines. */
export function findingText(
  section: ExperienceSection,
  experience: Experience,
  strategy?: string | undefined,
): string {
  const { lesson, outcome, tier, resolvedAt } = experience;
  const cause = [experience.rootCause, experience.rootCauseDetail].filter(Boolean).join(': ');
  const result = `${outcome ?? 'open'}: ${experience.result ?? ''}`;
  const lead: Readonly<Record<ExperienceSection, string>> = {
    'Common Failures':
      outcome === 'confirmed' ? `Went well before: ${experience.goal}` : `${experience.goal} - ${result}`,
    'Strategy Performance': `${experience.strategy} for ${experience.domain} - ${result}`,
    'Unexpected Outcomes': experience.surprise ?? experience.goal,
    'Root Causes to Watch': cause === '' ? experience.goal : cause,
  };
  const failed = experience.strategy === strategy && outcome !== 'confirmed';
  const when = resolvedAt === undefined ? '' : ` on ${new Date(resolvedAt).toISOString().slice(0, 10)}`;
  const ended = outcome === undefined ? 'still open' : `${ENDED[outcome]}${when}`;
  const first = lead[section];
  return [
    `${failed ? `**Failed before with ${experience.strategy}.** ` : ''}${first}`,
    ...(lesson === undefined ? [] : [`Next time: ${lesson.takeaway ?? lesson.whatWorked}`]),
    `Tried: ${experience.action}${first.includes(experience.goal) ? '' : ` (for: ${experience.goal})`}`,
    ...(section === 'Unexpected Outcomes' || experience.surprise === undefined
      ? []
      : [`Surprise: ${experience.surprise}`]),
    `Evidence: ${[ended, tier === undefined ? undefined : TRUST[tier], cause !== '' && cause !== first && `cause: ${cause}`].filter(Boolean).join(', ')}`,
  ].join('\n');
}

/** What a tier says, for whoever does not know the tiers; that it was given up is said already. */
const TRUST: Partial<Record<Tier, string>> = { gold: 'measured', silver: 'stated', bronze: 'vaguely stated' };

const ENDED: Readonly<Record<Outcome, string>> = {
  falsified: 'went otherwise than expected',
  confirmed: 'went as expected',
  abandoned: 'given up',
};
