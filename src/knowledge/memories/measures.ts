import { stem } from '../../core/text/terms.ts';
import { numberOf } from './amounts.ts';

/** What a text measures, by kind: sizes in bytes, times in seconds, percentages, counts of a thing, versions of a name. */
type Measures = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The values a text gives, each under what it is a value of. "Qt 6.7.2" is a version of qt, "37 zones" a count of
 * zones, "256 MB" a size: two texts can only disagree about what both give.
 */
export function measuresIn(text: string): Measures {
  const found = new Map<string, Set<string>>();
  const add = (kind: string, value: string) => {
    const values = found.get(kind) ?? new Set();
    found.set(kind, values.add(value));
  };
  const plain = text
    .toLowerCase()
    .replace(/(?<=\d)[,'](?=\d{3}\b)/g, '')
    .replace(BETWEEN, '$1 ');
  for (const [, hours = '', minutes = ''] of plain.matchAll(CLOCK))
    add('clock', `${Number(hours)}:${minutes}`);
  for (const match of plain.replaceAll(CLOCK, ' ').matchAll(VALUE)) {
    const {
      before = '',
      currency = '',
      digits,
      thousand,
      word = '',
      unit = '',
      things = '',
    } = match.groups ?? {};
    const amount =
      digits === undefined ? numberOf(word) : Number(digits) * (thousand === undefined ? 1 : 1000);
    if (amount === undefined) continue;
    const value = Number.isNaN(amount) ? (digits ?? '') : String(amount);
    const scale = UNITS.get(unit);
    if (scale !== undefined) add(scale.kind, String(amount * scale.factor));
    else if (currency !== '') add('money', value);
    // "One" and "a" are as often articles as amounts.
    else if (digits !== undefined || amount > 1) {
      for (const thing of `${unit} ${things}`.split(/\s+/).filter((name) => name.length > 2))
        if (!SMALL.has(thing)) add(`of ${stem(thing)}`, value);
      if (digits !== undefined && before.length > 1 && !SMALL.has(before)) add(`at ${stem(before)}`, value);
    }
  }
  return found;
}

/** Whether both give values of some kind, and none in common. */
export function disagree(one: Measures, other: Measures): boolean {
  return [...one].some(([kind, values]) => {
    const others = other.get(kind);
    return others !== undefined && ![...values].some((value) => others.has(value));
  });
}

/** "Chrome frozen at 118", "the limit is 9": the number belongs to what stands before. */
const BETWEEN = /(\p{L}[\p{L}\d.+#-]*) (?:\p{L}+ )?(?:at|to|of|is|are|was) (?=\d)/gu;

const CLOCK = /\b(\d{1,2}):(\d{2})\b/g;

const UNITS = new Map(
  (
    [
      ['time', 0.001, 'ms millisecond milliseconds'],
      ['time', 1, 's sec secs second seconds'],
      ['time', 60, 'min mins minute minutes'],
      ['time', 3600, 'h hr hrs hour hours'],
      ['time', 86_400, 'd day days'],
      ['time', 604_800, 'week weeks'],
      ['time', 2_592_000, 'month months'],
      ['time', 31_536_000, 'year years'],
      ['size', 1e3, 'kb kib kilobytes'],
      ['size', 1e6, 'mb mib megabytes'],
      ['size', 1e9, 'gb gib gigabytes'],
      ['size', 1e12, 'tb tib terabytes'],
      ['share', 1, '% percent'],
      ['money', 1, '€ $ £ eur usd gbp chf euro euros dollar dollars cents'],
    ] as const
  ).flatMap(([kind, factor, names]) => names.split(' ').map((name) => [name, { kind, factor }] as const)),
);

/** Words beside a number that it does not count. */
const SMALL = new Set(
  'and but for from with per the are was were has have had not now than then that this into onto over under about after before until since when while because only also more less most least each every any all our your its his her their who which where will can may must should each apart other others times of to in on at or is be as by up an it we no so do if'.split(
    ' ',
  ),
);

const VALUE =
  /(?:(?<![\p{L}\d])(?<before>[\p{L}][\p{L}\d.+#-]*)\s+)?(?<![\w.])(?<currency>[€$£])?(?:v?(?<digits>\d+(?:\.\d+)*)(?<thousand>k\b)?|\b(?<word>two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|an?|one)\b)(?=(?:[\s-]*(?<unit>%|[€$£]|\p{L}+)(?=[^\p{L}]|$))?(?:\s+(?<things>\p{L}{3,}))?)/gu;
