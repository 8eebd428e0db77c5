import type { Reference } from './thread.ts';

/** What follows an `@` in a message. Whether it exists is checked later, in the owner's own records. */
type Mention = Pick<Reference, 'kind' | 'target' | 'startLine' | 'endLine'>;

/**
 * Finds `@path`, `@path:10-20`, `@folder/`, `@thread:name`, and `@"a path with spaces"`. Addresses like `a@b.org` and
 * anything inside code are not mentions. Deduplicated, in order.
 */
export function parseMentions(message: string): readonly Mention[] {
  const prose = message.replace(CODE, (code) => ' '.repeat(code.length));
  const found = new Map<string, Mention>();
  for (const match of prose.matchAll(MENTION)) {
    const mention = mentionOf(match[1] ?? (match[2] ?? '').replace(TRAILING_PUNCTUATION, ''));
    if (mention !== undefined) found.set(JSON.stringify(mention), mention);
  }
  return [...found.values()];
}

/** Parses a mention without its `@`; undefined if it names nothing. */
export function mentionOf(text: string): Mention | undefined {
  const thread = /^thread:(.+)$/s.exec(text)?.[1];
  if (thread !== undefined) return { kind: 'thread', target: thread };
  if (/^thr-[0-9a-f]{16}$/.test(text)) return { kind: 'thread', target: text };
  const range = LINE_RANGE.exec(text);
  const path = normalise(range === null ? text : text.slice(0, range.index));
  if (path === '' || path === '/') return undefined;
  if (path.endsWith('/')) return { kind: 'folder', target: path };
  if (range === null) return { kind: 'file', target: path };
  const [one, other] = [Number(range[1]), Number(range[2] ?? range[1])];
  // There is no line 0, so the whole file is the closest guess.
  if (one < 1 || other < 1) return { kind: 'file', target: path };
  return { kind: 'file', target: path, startLine: Math.min(one, other), endLine: Math.max(one, other) };
}

function normalise(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
}

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;
const MENTION = /(?<=^|[\s([{<"',;])@(?:"([^"\n]{1,1000})"|([^\s"'`<>|,;()[\]{}]{1,1000}))/gu;
const TRAILING_PUNCTUATION = /[.!?:]+$/;
/** `:12`, `:12-20`, `#L12`, `#L12-L20`; at most seven digits, since no file has more lines. */
const LINE_RANGE = /(?::|#L)(\d{1,7})(?:-L?(\d{1,7}))?$/;
