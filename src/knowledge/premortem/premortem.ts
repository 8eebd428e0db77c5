import { deliver } from '../../context/deliver.ts';
import type { AssembleOptions, Context } from '../../core/context.ts';
import type { Engine } from '../../core/engine.ts';
import type { ContextItem } from '../../core/item.ts';
import { startStopwatch } from '../../core/stopwatch.ts';
import { plural } from '../../core/text/plural.ts';
import type { Axis } from '../../core/vocabulary.ts';
import { askSources, type Call, withRetrieval } from '../assemble-context.ts';
import { type FoundExperience, searchExperiences } from '../experiences/search-experiences.ts';
import { withWorkNames } from '../experiences/work-names.ts';
import { experienceItem, titleOf, valueItem } from '../knowledge-items.ts';
import { type SourceQuery, searchValues } from '../knowledge-sources.ts';
import { NEAR, nearTheBest } from '../near-the-best.ts';
import { valuesOf } from '../values/values.ts';
import { fileHistoryItems } from './file-history-items.ts';
import {
  findingText,
  PREMORTEM_SECTIONS,
  type PremortemSection,
  placeFindings,
  premortemQueries,
} from './premortem-sections.ts';

interface PremortemQuery {
  /** If absent, experiences of every domain count. */
  readonly domain?: string | undefined;
  readonly strategy?: string | undefined;
  /** The planned task; it sharpens every question. */
  readonly task?: string | undefined;
  /** Their fixes, churn and companions become evidence. */
  readonly files: readonly string[];
  readonly limit: number;
  readonly session?: string | undefined;
  readonly sourceTimeout: number;
}

const AXIS_OF = {
  'Common Failures': 'full',
  'Strategy Performance': 'strategy',
  'Unexpected Outcomes': 'surprise',
  'Root Causes to Watch': 'root_cause',
} as const satisfies Partial<Record<PremortemSection, Axis>>;
type ExperienceSection = keyof typeof AXIS_OF;
const EXPERIENCE_SECTIONS = [
  'Common Failures',
  'Strategy Performance',
  'Unexpected Outcomes',
  'Root Causes to Watch',
] as const satisfies readonly ExperienceSection[];

/** More would no longer be principles. */
const PRINCIPLES = 2;
const HISTORY_LINES = 5;

/**
 * What went wrong before in this kind of work: falsified experiences, surprises, causes, principles, and the history
 * of the files. Each experience once, each line cited, within the budget.
 */
export async function premortem(
  engine: Engine,
  asked: PremortemQuery,
  options: AssembleOptions,
  call: Call,
): Promise<Context> {
  const stopwatch = startStopwatch();
  const { value: query, notes } = withWorkNames(asked);
  const { found, answers } = await askSections(engine, query, call);
  stopwatch.mark('retrieve');
  const cut = cutByEvidence(found, query);
  const placed = placeFindings(cut.kept);
  // A principle is shown beside the experiences it was learnt from: it is what they have in common.
  const principles = likelyPrinciples(answers.byName.get('Relevant Principles') ?? [], query);
  const items = inOrderOfRelevance([
    ...EXPERIENCE_SECTIONS.flatMap((section) =>
      placed[section].map(({ id, experience, score, reasons }) =>
        inSection(section, {
          ...experienceItem(experience, { id, score, reasons }, AXIS_OF[section]),
          content: findingText(section, experience, query.strategy),
        }),
      ),
    ),
    ...principles.map(({ metadata: _, ...item }) => inSection('Relevant Principles', item)),
    ...(answers.byName.get('Evidence from History') ?? []).map((item) =>
      inSection('Evidence from History', item),
    ),
    ...(cut.likely < FEW ? await recurring(engine, principles) : []),
  ]);
  const experiences = EXPERIENCE_SECTIONS.reduce((sum, section) => sum + placed[section].length, 0);
  const isDoubtful = query.task !== undefined && cut.likely === 0 && principles.length === 0;
  const doubt = `\n\n${items.some(({ section }) => section?.title === RECURRING_TITLE) ? NEAREST_AND_RECURRING : NEAREST}`;
  const title = titleFor(query);
  const context = await deliver(
    engine,
    { operation: 'premortem', query: titleOf(`${title} ${query.task ?? ''}`), session: query.session, items },
    {
      ...options,
      groupBy: 'section',
      header:
        options.header === '' && items.length > 0
          ? `# ${title}${isDoubtful && experiences > 0 ? doubt : ''}`
          : options.header,
      footer:
        options.footer === '' && experiences > 0
          ? `Based on ${plural(experiences, 'past experience')}`
          : options.footer,
    },
    call.now,
  );
  return withRetrieval(context, [...notes, ...answers.warnings], stopwatch.milliseconds);
}

type FoundBySection = Partial<Record<ExperienceSection, readonly FoundExperience[]>>;

/** Experiences by section, principles and history by name; a section that fails stays empty. */
async function askSections(engine: Engine, query: PremortemQuery, call: Call) {
  const found: FoundBySection = {};
  const questions = premortemQueries(query.domain, query.strategy);
  const text = (section: PremortemSection) => query.task ?? questions[section];
  // A task describes the work better than its domain; without one the domain is all there is.
  const within = query.task === undefined ? { domain: query.domain } : {};
  const ofExperiences = EXPERIENCE_SECTIONS.filter(
    (section) => section !== 'Strategy Performance' || query.strategy !== undefined,
  ).map((section) => ({
    name: section,
    ask: async (asked: SourceQuery) => {
      const answer = await searchExperiences(engine, {
        ...asked,
        query: text(section),
        axis: AXIS_OF[section],
        isTask: query.task !== undefined,
        ...(section === 'Strategy Performance' ? { strategy: query.strategy } : within),
        ...(section === 'Common Failures' && query.task === undefined && { outcome: 'falsified' as const }),
      });
      found[section] = answer.found;
      return { items: [], warnings: answer.warnings };
    },
  }));
  const principles = {
    name: 'Relevant Principles',
    ask: (asked: SourceQuery) =>
      searchValues(engine, { ...asked, query: text('Relevant Principles'), limit: PRINCIPLES }),
  };
  const history = {
    name: 'Evidence from History',
    ask: (asked: SourceQuery) =>
      fileHistoryItems(engine, { ...asked, limit: HISTORY_LINES, files: query.files, task: query.task }),
  };
  const answers = await askSources([...ofExperiences, principles, history], {
    query: query.task ?? '',
    limit: query.limit * 2,
    sourceTimeout: query.sourceTimeout,
    ...call,
  });
  return { found, answers };
}

/**
 * The few experiences that score near the best, without noise after them; if none is likely, the nearest. The same
 * domain and the same strategy add a little; neither is a filter.
 */
function cutByEvidence(
  found: FoundBySection,
  { domain, strategy, task, limit }: PremortemQuery,
): { readonly kept: FoundBySection; readonly likely: number } {
  const raised = (hit: FoundExperience): FoundExperience => {
    const gains = [
      ...(hit.experience.domain === domain ? [{ rule: 'domain', score: SAME_DOMAIN, detail: domain }] : []),
      ...(hit.experience.strategy === strategy
        ? [{ rule: 'strategy', score: SAME_STRATEGY, detail: strategy }]
        : []),
      ...(hit.experience.outcome === 'confirmed'
        ? [{ rule: 'outcome', score: WENT_WELL, detail: 'confirmed' }]
        : []),
    ];
    const factor = gains.reduce((product, { score }) => product * score, 1);
    return { ...hit, score: Math.min(1, hit.score * factor), reasons: [...hit.reasons, ...gains] };
  };
  const best = new Map<string, FoundExperience>();
  for (const hit of EXPERIENCE_SECTIONS.flatMap((section) => found[section] ?? []).map(raised)) {
    if ((best.get(hit.id)?.score ?? -1) < hit.score) best.set(hit.id, hit);
  }
  const ranked = [...best.values()].toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  const likely = nearTheBest(
    ranked.filter(({ score }) => task === undefined || score >= LIKELY),
    NEAR.premortem,
  ).slice(0, limit);
  const kept = new Map((likely.length > 0 ? likely : ranked.slice(0, 1)).map((hit) => [hit.id, hit]));
  const of = (section: ExperienceSection) => (found[section] ?? []).flatMap(({ id }) => kept.get(id) ?? []);
  return {
    kept: Object.fromEntries(EXPERIENCE_SECTIONS.map((section) => [section, of(section)])),
    likely: likely.length,
  };
}
const SAME_DOMAIN = 1.1;
const SAME_STRATEGY = 1.1;
/** Of 130 tasks of eleven projects, the first is of the right theme in 81 % from here on, in 32 % below. */
const LIKELY = 0.16;
/** Nothing went wrong there, so it is shown only if little else is known. */
const WENT_WELL = 0.7;

/** Principles near the best; without a task, all that were found. */
function likelyPrinciples(found: readonly ContextItem[], { task }: PremortemQuery): readonly ContextItem[] {
  const scored = found.map((item) => ({ item, score: item.relevance }));
  const likely = scored.filter(({ score }) => task === undefined || score >= LIKELY_PRINCIPLE);
  return nearTheBest(likely, NEAR.premortem).map(({ item }) => item);
}
/** A principle is one sentence: a single shared word of four is chance. */
const LIKELY_PRINCIPLE = 0.25;

/** What the project learnt most often, largest first: where little speaks of a task, what always bites may bite again. */
async function recurring(engine: Engine, shown: readonly ContextItem[]): Promise<readonly ContextItem[]> {
  const current = await valuesOf(engine, { axis: 'full', status: 'current' });
  return current
    .filter(({ id }) => !shown.some((item) => item.id === id))
    .toSorted((a, b) => b.body.size - a.body.size || (a.id < b.id ? -1 : 1))
    .slice(0, RECURRING)
    .map(({ id, body }, index) => {
      // Printed in the order of relevance, so the largest keeps the first place.
      const { metadata: _, ...item } = valueItem(body, { id, score: LIKELY - index / 1e6, reasons: [] });
      return { ...item, section: { title: RECURRING_TITLE, order: PREMORTEM_SECTIONS.length } };
    });
}
const RECURRING = 3;
const RECURRING_TITLE = 'Recurring in This Project';
/** With fewer likely experiences it is shown. */
const FEW = 2;
const NEAREST = 'Nothing recorded is clearly about this. The nearest:';
const NEAREST_AND_RECURRING =
  'Nothing recorded is clearly about this. What went wrong most often in this project, then the nearest record:';

/** Sections ordered by their best item. */
function inOrderOfRelevance(items: readonly ContextItem[]): readonly ContextItem[] {
  const best = new Map<string, number>();
  for (const { section, relevance } of items) {
    if (section !== undefined) best.set(section.title, Math.max(best.get(section.title) ?? 0, relevance));
  }
  const titles = [...best].sort(([, a], [, b]) => b - a).map(([title]) => title);
  return items.map(({ section, ...item }) => ({
    ...item,
    ...(section !== undefined && { section: { ...section, order: titles.indexOf(section.title) } }),
  }));
}

function titleFor({ domain, strategy, task, files }: PremortemQuery): string {
  const about = titleOf(task ?? domain ?? files.join(', '));
  return `Premortem: ${about}${strategy === undefined ? '' : ` with ${strategy}`}`;
}

function inSection(section: PremortemSection, item: ContextItem): ContextItem {
  return { ...item, section: { title: section, order: PREMORTEM_SECTIONS.indexOf(section) } };
}
