import type { NamedPlace } from '../core/query.ts';

/**
 * The places a text names, in order, deduplicated. Knows `path:line(:column)`, `path:from-to`, `path#L3-L9`,
 * `path(12,5)`, `path (12:5)`, Python's `File "x", line 3`, PHP's and Ruby's forms, and through the first form the frames of
 * JavaScript, Java, Kotlin, Go, Rust, C# and Elixir.
 */
export function namedPlaces(text: string): NamedPlace[] {
  const found = new Map<string, NamedPlace>();
  for (const { pattern } of FORMS) {
    for (const match of text.matchAll(pattern)) {
      const { path = '', line = '', end } = match.groups ?? {};
      const first = Number(line);
      const last = end === undefined ? first : Number(end);
      if (first < 1 || !Number.isSafeInteger(first)) continue;
      const place = { path: cleanPath(path), line: first, endLine: Math.max(first, last) };
      const key = `${place.path}:${place.line}`;
      if (!found.has(key)) found.set(key, place);
    }
  }
  return [...found.values()];
}

/** True when at least two lines look like stack frames. */
export function holdsStackTrace(text: string): boolean {
  let frames = 0;
  for (const line of text.split('\n')) if (FRAME.test(line) && ++frames >= 2) return true;
  return false;
}

const PATH =
  '(?<![\\w@.+~/\\\\-])(?<path>(?:[A-Za-z]:)?[\\w@.+~/\\\\-]{0,300}[\\w@+-]\\.[A-Za-z][A-Za-z0-9]{0,7})';
const FORMS: readonly { readonly pattern: RegExp }[] = [
  { pattern: /File "(?<path>[^"\n]+)", line (?<line>\d+)/g },
  { pattern: new RegExp(`${PATH}:(?<line>\\d+)(?:-(?<end>\\d+))?`, 'g') },
  { pattern: new RegExp(`${PATH}#L(?<line>\\d+)(?:-L?(?<end>\\d+))?`, 'g') },
  { pattern: new RegExp(`${PATH} ?\\((?<line>\\d+)(?:[,:]\\d+)?\\)`, 'g') },
  { pattern: new RegExp(`${PATH}:line (?<line>\\d+)`, 'g') },
  { pattern: new RegExp(`${PATH} on line (?<line>\\d+)`, 'g') },
  { pattern: new RegExp(`${PATH}[,:]? lines? (?<line>\\d+)(?:\\s*(?:-|to)\\s*(?<end>\\d+))?`, 'g') },
  {
    pattern: new RegExp(`\\blines? (?<line>\\d+)(?:\\s*(?:-|to)\\s*(?<end>\\d+))? (?:of|in) ${PATH}`, 'g'),
  },
];
const FRAME =
  /^\s*(?:at\s+\S.*[:(]\d+|File ".+", line \d+|from \S+:\d+:in|#\d+\s+\S|\S+\.go:\d+|\d+:\s+0x|\d+:\s+\S+::|\(\S+ [\d.]+\) \S+:\d+:)/;

function cleanPath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^(?:file:\/\/|webpack:\/\/\/?|[A-Za-z]:)/, '')
    .replace(/^@/, '')
    .replace(/^(?:\.{1,2}\/)+/, '')
    .replace(/^\/+/, '');
}
