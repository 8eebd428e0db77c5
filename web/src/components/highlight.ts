import { OPENINGS } from './comment-openings.ts';

/** A piece of source text and what it is; plain text has no kind. */
export interface Token {
  readonly text: string;
  readonly kind?: 'comment' | 'string' | 'number' | 'keyword' | 'heading';
}

const KEYWORDS = new Set(
  (
    'abstract as async await break case catch class const constructor continue def default defer delete do elif else end enum ' +
    'except export extends extern final finally fn for foreach from fun func function go goto if impl implements import in ' +
    'instanceof interface is lambda let loop match mod module move mut namespace new nil none not null object of or override ' +
    'package pass private protected protocol pub public raise readonly record ref require return select self static struct ' +
    'super switch template then this throw throws trait true false try type typedef typeof undefined union unless unsafe until ' +
    'use using val var virtual void when where while with yield'
  ).split(' '),
);

/**
 * Colours source text well enough to read it: comments, strings, numbers and the keywords most
 * languages share. A grammar per language would be a hundred times the size.
 */
export function highlight(text: string, language = ''): Token[] {
  // In prose a word is no keyword, and an apostrophe opens no string.
  if (language === '' || (openingOf(language) === '' && language !== 'json')) return [{ text }];
  const tokens: Token[] = [];
  let plain = '';
  const flush = () => {
    if (plain !== '') tokens.push({ text: plain });
    plain = '';
  };
  for (const [part] of text.matchAll(expressionFor(language))) {
    const kind = kindOf(part, language);
    if (kind === undefined) plain += part;
    else {
      flush();
      tokens.push({ text: part, kind });
    }
  }
  flush();
  return tokens;
}

/** Highlights a rendered text: headings stand out, fenced code is coloured by language, the rest stays plain. */
export function highlightRendered(text: string, language = ''): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(/^(`{3,})([^`\n]*)\n([\s\S]*?)^\1[ \t]*$/gm)) {
    const [whole, fence = '', info = '', body = ''] = match;
    tokens.push(...outsideFences(text.slice(end, match.index)));
    tokens.push({ text: `${fence}${info}\n` }, ...highlight(body, info.trim() || language));
    tokens.push({ text: whole.slice(fence.length + info.length + 1 + body.length) });
    end = match.index + whole.length;
  }
  return [...tokens, ...outsideFences(text.slice(end))].filter((token) => token.text !== '');
}

function outsideFences(text: string): Token[] {
  return text
    .split(/^(#{1,6} .*)$/m)
    .map((part, index): Token => (index % 2 === 1 ? { text: part, kind: 'heading' } : { text: part }));
}

/** A docstring has lines; one whose end is cut off is read line by line. */
const STRING = String.raw`"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|\x60(?:\\.|[^\x60\\])*\x60?`;
const REST = String.raw`\d[\w.]*|[\p{L}_$][\w$]*|\s+|.`;

function commentOf(language: string): string {
  const open = openingOf(language);
  if (open === '//') return String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`;
  if (open === '<!--') return String.raw`<!--[\s\S]*?(?:-->|$)`;
  return open === '' ? '(?!)' : `${open.replaceAll(/[()*{}]/g, '\\$&')}[^\\n]*`;
}

const openingOf = (language: string) => OPENINGS[language.toLowerCase()] ?? '//';

const expressions = new Map<string, RegExp>();

function expressionFor(language: string): RegExp {
  const comment = commentOf(language);
  const known = expressions.get(comment) ?? new RegExp(`${comment}|${STRING}|${REST}`, 'gsu');
  expressions.set(comment, known);
  return known;
}

function kindOf(part: string, language: string): Token['kind'] {
  if (/^["'`]/.test(part)) return 'string';
  if (/^\d/.test(part)) return 'number';
  const open = openingOf(language);
  const isComment = part.length > 1 && open !== '' && part.startsWith(open);
  if (isComment || part.startsWith('//') || part.startsWith('/*')) return 'comment';
  return KEYWORDS.has(part) ? 'keyword' : undefined;
}
