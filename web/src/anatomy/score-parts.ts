import type { Reason } from '../../../src/core/item.ts';
import { listed, sharedWords } from '../../../src/core/text/shared-words.ts';
import { said } from '../names.ts';

/** What a relevance consists of, in users' terms; each ranking rule belongs to one part. */
export const PARTS = ['words', 'names', 'meaning', 'history', 'graph', 'file'] as const;
type Part = (typeof PARTS)[number];

const PART_OF: ReadonlyMap<string, Part> = new Map(
  Object.entries({
    words: 'words',
    keyword: 'words',
    keywords: 'words',
    name: 'names',
    definition: 'names',
    'similar-name': 'names',
    'named-path': 'names',
    'named-place': 'names',
    'about-project': 'names',
    path: 'names',
    reference: 'names',
    meaning: 'meaning',
    recent: 'history',
    recency: 'history',
    usage: 'history',
    history: 'history',
    commit: 'history',
    commits: 'history',
    churn: 'history',
    session: 'history',
    possibly: 'history',
    importance: 'graph',
    neighbour: 'graph',
  } as const),
);

/** Unknown rules are most often about the file and its folder. */
function partOf(rule: string): Part {
  return PART_OF.get(rule) ?? 'file';
}

export interface Share {
  readonly part: Part;
  /** 0..1 of the whole bar, whose length is the relevance. */
  readonly share: number;
}

/** One bar made of its parts: their shares of what spoke for the item, always in the same order. */
export function shares(reasons: readonly Reason[]): readonly Share[] {
  const sums = new Map<Part, number>();
  for (const { rule, score } of reasons) {
    if (score <= 0 || rule === LEARNT) continue;
    const part = partOf(rule);
    sums.set(part, (sums.get(part) ?? 0) + score);
  }
  const total = [...sums.values()].reduce((sum, value) => sum + value, 0);
  if (total === 0) return [];
  return PARTS.flatMap((part) => {
    const sum = sums.get(part);
    return sum === undefined ? [] : [{ part, share: sum / total }];
  });
}

/** What raises a record to the best of the code found. */
const LEARNT = 'learnt';

/** What speaks for it by itself: a record is raised to the best of the code found, which would make all bars equal. */
export function ownRelevance(item: {
  readonly relevance: number;
  readonly reasons: readonly Reason[];
}): number {
  return item.reasons.reduce((sum, { rule, score }) => (rule === LEARNT ? sum - score : sum), item.relevance);
}

/** How a rule is phrased, after "it". */
type Describe = (detail: string | undefined) => string;
const SAID: ReadonlyMap<string, Describe> = new Map(
  Object.entries<Describe>({
    words: (detail) => (detail === undefined ? 'shares words with the question' : `has ${detail}`),
    keyword: () => 'shares words with the question',
    keywords: () => 'has the keywords of the question',
    meaning: () => 'is close in meaning',
    name: (detail) => (detail === undefined ? 'is named like it' : `is named “${detail}”`),
    definition: (detail) => (detail === undefined ? 'defines what was named' : `defines “${detail}”`),
    'similar-name': (detail) => (detail === undefined ? 'has a similar name' : `has a name like “${detail}”`),
    'named-path': (detail) =>
      detail === undefined ? 'is a path you named' : `is in ${detail}, which you named`,
    'named-place': (detail) =>
      detail === undefined ? 'is a place you named' : `holds ${detail}, which you named`,
    'about-project': () => 'tells about the whole project',
    neighbour: (detail) => {
      if (detail === undefined) return 'is used beside the best hits';
      return detail.startsWith('use') && !detail.startsWith('used') ? detail : `is ${detail}`;
    },
    possibly: () => 'lists what may apply, first words only',
    importance: () => 'counts as important',
    file: (detail) => (detail === undefined ? 'stands in a file that fits as a whole' : `is about ${detail}`),
    tests: () => 'has a test that fits, too',
    folder: () => 'stands beside files that fit, too',
    worth: () => 'says much for its length',
    history: (detail) =>
      detail === undefined ? 'was changed for the same thing' : `was changed by ${commitOf(detail)}`,
    recent: () => 'was changed lately',
    recency: () => 'is recent',
    usage: (detail) => (detail === undefined ? 'was useful before' : `was useful before (${detail})`),
    reference: () => 'was referred to',
    tier: (detail) => (detail === undefined ? 'comes from a recorded outcome' : `was ${said(detail)}`),
  }),
);

/** A part below this share of the largest tells a reader nothing. */
const MIN_SHARE_SHOWN = 0.12;
const MAX_REASONS = 3;
/** Reasons with a detail, so that the sentence is a line. */
const ENOUGH = 2;

/** True of most rows, so said only of an item with nothing else to say. */
const GENERAL: ReadonlySet<string> = new Set(['file', 'folder', 'importance']);

/** How a rule is phrased that lowered the rank; others are told by their detail. */
const LOWERED: Readonly<Record<string, string>> = {
  importance: 'less important',
  worth: 'long for what it says',
};

/** Why an item is included, in one sentence: of its strongest parts its own first, then what spoke against it. */
export function sentence(reasons: readonly Reason[]): string {
  const falling = reasons.filter(({ rule }) => rule !== LEARNT).sort((a, b) => b.score - a.score);
  const largest = falling[0]?.score ?? 0;
  const pro = falling.filter(({ score }) => score > 0 && score >= largest * MIN_SHARE_SHOWN);
  const own = pro.filter(
    ({ rule, detail }) => !GENERAL.has(rule) || (rule === 'file' && detail !== undefined),
  );
  const contra = falling.filter(({ score }) => score < 0 && -score >= largest * MIN_SHARE_SHOWN).reverse();
  // What only this item has is said first, and is enough: most items share words and meaning with the question.
  const told = (own.length === 0 ? pro : own).toSorted((a, b) => generality(a) - generality(b));
  const detailed = told.filter(({ detail }) => detail !== undefined).slice(0, ENOUGH);
  const phrases = (detailed.length === ENOUGH ? detailed : told).map(
    ({ rule, detail }) => SAID.get(rule)?.(detail) ?? describeReason(rule, detail),
  );
  const pros = listed([...new Set(phrases)].slice(0, MAX_REASONS));
  const against = contra.map(({ rule, detail }) => LOWERED[rule] ?? said(detail ?? rule));
  const first = pros === '' ? '' : `It ${pros}.`;
  const second = against.length === 0 ? '' : ` Ranked lower: ${against.slice(0, 2).join(', ')}.`;
  const third = falling.length < reasons.length ? ' Put on top: it was noted earlier.' : '';
  return `${first}${second}${third}`.trim();
}

function generality({ rule, detail }: Reason): number {
  if (detail === undefined) return 2;
  return partOf(rule) === 'names' ? 0 : 1;
}

/** Why a place is named: by a rule, or in words that name what led to it. */
export function placeSentence(why: string): string {
  if (SAID.has(why)) return sentence([{ rule: why, score: 1 }]);
  if (why.startsWith('has ')) return `It ${why}.`;
  return OF_PLACES[why] ?? `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
}

const OF_PLACES: Readonly<Record<string, string>> = {
  'same file': 'It stands in a file that is shown in part.',
  near: 'It is near what was found.',
};

const LONGEST_SUBJECT = 60;

/** `85485085 assembly: a map …` → `“assembly: a map …”`, shorter than a line. */
function commitOf(detail: string): string {
  const [, subject] = /^[0-9a-f]{7,40} (.+)$/.exec(detail) ?? [];
  if (subject === undefined) return detail;
  const short = subject.length > LONGEST_SUBJECT ? `${subject.slice(0, LONGEST_SUBJECT - 1)}…` : subject;
  return `“${short}”`;
}

/** The reasons with the question's words found in the text, where words spoke for it. */
export function withWords(reasons: readonly Reason[], question: string, text: string): readonly Reason[] {
  const detail = sharedWords(question, text);
  if (detail === '') return reasons;
  return reasons.map((reason) => (reason.rule === 'words' ? { ...reason, detail } : reason));
}

function describeReason(rule: string, detail: string | undefined): string {
  return `counts for ${rule.replaceAll('-', ' ')}${detail === undefined ? '' : ` (${detail})`}`;
}
