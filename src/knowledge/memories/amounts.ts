import { stem } from '../../core/text/terms.ts';

/** The amounts a text names, normalized: 20k equals 20,000, four minutes 240 s, a week 7 days, and 02:30 2:30. */
export function amountsIn(text: string): ReadonlySet<string> {
  const amounts = new Set<string>();
  const plain = inDigits(text.toLowerCase().replace(/(?<=\d),(?=\d{3}\b)/g, ''));
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

/** How many amounts of one text another does not name; "22 to 6" are the hours 22:00 and 06:00. */
export function missingAmounts(own: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const isNamed = (amount: string) =>
    others.has(amount) || others.has(`${amount}:00`) || others.has(amount.replace(/:00$/, ''));
  return [...own].filter((amount) => !isNamed(amount)).length;
}

/** Fractions and times of day that are said in words: "half past six", "a quarter of an hour", "90 s" as "a minute and a half". */
function inDigits(text: string): string {
  return text
    .replace(SPOKEN_CLOCK, (whole, part: string, hour: string) => {
      const of = numberOf(hour) ?? Number(hour);
      if (!(of >= 1 && of <= 24)) return whole;
      const [past, minutes] = SPOKEN_MINUTES[part] ?? [0, 0];
      return `${of + past}:${String(minutes).padStart(2, '0')}`;
    })
    .replace(/\b(\d{1,2})(?::(\d{2}))? ?(am|pm)\b/g, (_, hour: string, minutes = '00', half: string) => {
      const of = (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
      return `${of}:${minutes}`;
    })
    .replace(/\b(?:(?:a|the)(?: first)? )?(half|quarter)(?: of)? an? hour\b/g, (_, part: string) =>
      part === 'half' ? '30 minutes' : '15 minutes',
    )
    .replace(
      /\b(an?|one|two|three|four|five) (second|minute|hour|day|week)s? and a half\b/g,
      (_, count, unit) => {
        return `${(numberOf(count) ?? 1) + 0.5} ${unit}`;
      },
    );
}

const SPOKEN_CLOCK = /\b(half past|quarter past|quarter to) ([a-z]+|\d{1,2})\b/g;
/** Hours to add, and minutes. */
const SPOKEN_MINUTES: Readonly<Record<string, readonly [number, number]>> = {
  'half past': [0, 30],
  'quarter past': [0, 15],
  'quarter to': [-1, 45],
};

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
