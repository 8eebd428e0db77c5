// Takes the comments out of a piece of source code, and keeps them apart.

const HASH = new Set(['python', 'ruby', 'bash', 'elixir']);

/** `code` without comments and doc strings (lines kept), and each comment's words with its first line. */
export function splitComments(text, language) {
  const hash = HASH.has(language) || language === 'php';
  const slashes = !HASH.has(language) && language !== 'lua';
  const dashes = language === 'lua';
  const triple = language === 'python' || language === 'elixir';
  const comments = [];
  let code = '';
  let line = 0;
  let from = 0;
  let at = 0;
  const take = (end) => {
    code += text.slice(from, at);
    const body = text.slice(at, end);
    comments.push({ line, text: body });
    for (const character of body) {
      if (character === '\n') {
        line++;
        code += '\n';
      }
    }
    at = end;
    from = end;
  };
  while (at < text.length) {
    const character = text[at];
    if (character === '\n') {
      line++;
      at++;
    } else if (slashes && character === '/' && text[at + 1] === '/') {
      take(endOf(text, '\n', at, 0));
    } else if (slashes && character === '/' && text[at + 1] === '*') {
      take(endOf(text, '*/', at + 2, 2));
    } else if (dashes && character === '-' && text[at + 1] === '-') {
      take(text.startsWith('--[[', at) ? endOf(text, ']]', at, 2) : endOf(text, '\n', at, 0));
    } else if (hash && character === '#' && (at === 0 || /\s/.test(text[at - 1]))) {
      take(endOf(text, '\n', at, 0));
    } else if (triple && (text.startsWith('"""', at) || text.startsWith("'''", at))) {
      const end = endOf(text, text.slice(at, at + 3), at + 3, 3);
      const lineStart = text.lastIndexOf('\n', at) + 1;
      if (/^\s*(@\w*doc\s*)?(~[sS])?[rRuU]?$/.test(text.slice(lineStart, at))) take(end);
      else {
        for (let inner = at; inner < end; inner++) if (text[inner] === '\n') line++;
        at = end;
      }
    } else if (character === '"' || character === "'" || character === '`') {
      at = endOfString(text, at, language);
    } else at++;
  }
  return { code: code + text.slice(from), comments };
}

function endOf(text, mark, from, width) {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + width;
}

function endOfString(text, start, language) {
  const quote = text[start];
  if (quote === "'" && language === 'rust' && text[start + 2] !== "'" && text[start + 1] !== '\\')
    return start + 1;
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at + 1;
    else if (text[at] === '\n') return quote === '`' ? start + 1 : at;
  }
  return start + 1;
}

/** A comment's words without its marks. */
export function plain(comment) {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*(\/\*+!?|\*+\/|\*|\/\/[/!]*|#+!?|--+(\[\[)?|"""|''')\s?/, ''))
    .join('\n')
    .replace(/(\*+\/|\]\]|"""|''')\s*$/, '')
    .trim();
}
