import { stem } from '../../core/text/terms.ts';

/** The amounts a text names, normalized: 20k equals 20,000, four minutes 240 s, a week 7 days, and 02:30 2:30. */
export function amountsIn(text: string): ReadonlySet<string> {
  const amounts = new Set<string>();
  const plain = text.toLowerCase().replace(/(?<=\d),(?=\d{3}\b)/g, '');
  for (const [, hours = '', minutes = ''] of plain.matchAll(CLOCK))
    amounts.add(`${Number(hours)}:${minutes}`);
  for (const [, digits, thousand, word = '', unit = ''] of plain.replaceAll(CLOCK, ' ').matchAll(AMOUNT)) {
    const seconds = SECONDS.get(unit);
    const number =
      digits === undefined ? WORDS.get(word) : Number(digits) * (thousand === undefined ? 1 : 1000);
    // "One" and "a" are as often articles as amounts.
    if (number === undefined || (seconds === undefined && number === 1 && digits === undefined)) continue;
    // A version has more than one dot, so it is not a number.
    if (Number.isNaN(number)) amounts.add(digits ?? '');
    else amounts.add(seconds === undefined ? `${number}` : `${number * seconds} s`);
  }
  return amounts;
}

/**
 * Whether two texts count the same thing differently: "one approval", "two approvals". In `amountsIn` a lone "one" is
 * an article.
 */
export function countsDiffer(left: string, right: string): boolean {
  const [counts, others] = [countsIn(left), countsIn(right)];
  return [...counts].some(([thing, count]) => (others.get(thing) ?? count) !== count);
}

function countsIn(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [, count = '', thing = ''] of text.toLowerCase().matchAll(COUNTED))
    counts.set(stem(thing), WORDS.get(count) ?? Number(count));
  return counts;
}

/** The number a word names, "twelve". */
export function numberOf(word: string): number | undefined {
  return WORDS.get(word);
}

/** Whether a word is part of an amount: compared as such, not as a word. */
export function isAmountWord(word: string): boolean {
  return /^\d/.test(word) || WORDS.has(word) || SECONDS.has(word);
}

const CLOCK = /\b(\d{1,2}):(\d{2})\b/g;

const WORDS = new Map<string, number>([
  ...'a one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, index): [string, number] => [word, Math.max(1, index)]),
  ['an', 1],
  ['fifteen', 15],
  ['twenty', 20],
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['ninety', 90],
]);

const SECONDS = new Map<string, number>(
  (
    [
      [0.001, 'ms millisecond milliseconds'],
      [1, 's sec secs second seconds'],
      [60, 'min mins minute minutes'],
      [3600, 'h hour hours'],
      [86_400, 'd day days'],
      [604_800, 'week weeks'],
    ] as const
  ).flatMap(([seconds, names]) => names.split(' ').map((name): [string, number] => [name, seconds])),
);

const AMOUNT = new RegExp(
  `(?<![\\w.-])(?:(\\d+(?:\\.\\d+)*)(k\\b)?|(${[...WORDS.keys()].join('|')})(?!\\w))(?:\\s*(${[...SECONDS.keys()].join('|')})\\b)?(?![\\w-])`,
  'g',
);

const COUNTED = new RegExp(
  `\\b(\\d+|${[...WORDS.keys()].filter((word) => word.length > 2).join('|')})\\s+([a-z]{3,})`,
  'g',
);
