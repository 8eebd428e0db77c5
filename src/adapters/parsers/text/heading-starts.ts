import { trimEndOf } from '../../../core/text/trim.ts';
import type { SectionStart } from './sections.ts';

/** Markdown and MDX headings: `#` and underlined ones, outside fences, comments and front matter. */
export function markdownHeadings(lines: readonly string[]): SectionStart[] {
  const starts: SectionStart[] = [];
  let fence: string | undefined;
  let line = frontMatterEnd(lines);
  for (; line < lines.length; line++) {
    const text = lines[line] ?? '';
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && text.trim() === mark) fence = undefined;
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      continue;
    }
    const hashes = /^\s{0,3}(#{1,6})(?:\s+(.*))?$/.exec(text.trimEnd());
    if (hashes?.[1] !== undefined) {
      push(starts, line, line, hashes[1].length, withoutClosing(hashes[2] ?? ''));
      continue;
    }
    const underline = /^\s{0,3}(=+|-+)\s*$/.exec(lines[line + 1] ?? '')?.[1];
    const plain = /^\s{0,3}[^\s#>|*+\-=`~<]/.test(text) && (lines[line - 1] ?? '').trim() === '';
    if (underline !== undefined && plain && underline.length >= 2) {
      push(starts, line, line + 1, underline.startsWith('=') ? 1 : 2, text);
      line++;
    }
  }
  return starts;
}

/** `Title ##` → `Title`; a `#` attached to the last word stays. */
function withoutClosing(title: string): string {
  const bare = trimEndOf(title, '#');
  return /\s$/.test(bare) ? bare.trimEnd() : title;
}

/** reStructuredText and plain-text headings: a line underlined (and maybe overlined) by one character. */
export function underlinedHeadings(lines: readonly string[]): SectionStart[] {
  const starts: SectionStart[] = [];
  const levels: string[] = [];
  for (let line = 0; line + 1 < lines.length; line++) {
    const text = (lines[line] ?? '').trimEnd();
    const under = UNDERLINE.exec((lines[line + 1] ?? '').trimEnd())?.[0];
    if (under === undefined || text.trim() === '' || UNDERLINE.test(text)) continue;
    if (under.length < Math.min(text.trim().length, MIN_UNDERLINE)) continue;
    const overlined = line > 0 && (lines[line - 1] ?? '').trimEnd() === under;
    if (!overlined && (/^\s/.test(text) || (line > 0 && (lines[line - 1] ?? '').trim() !== ''))) continue;
    const style = (overlined ? 'over' : '') + under[0];
    if (!levels.includes(style)) levels.push(style);
    push(starts, overlined ? line - 1 : line, line + 1, levels.indexOf(style) + 1, text);
    line++;
  }
  return starts;
}

const UNDERLINE = /^([=\-`:.'"~^_*+#])\1{2,}$/;
const MIN_UNDERLINE = 4;

/** AsciiDoc (`== Title`) and Org (`** Title`) headings. */
export function markedHeadings(lines: readonly string[], mark: '=' | '*'): SectionStart[] {
  const pattern = mark === '=' ? /^(={1,6})\s+(\S.*)$/ : /^(\*{1,6})\s+(\S.*)$/;
  const starts: SectionStart[] = [];
  for (const [line, text] of lines.entries()) {
    const found = pattern.exec(text);
    if (found?.[1] !== undefined) push(starts, line, line, found[1].length, found[2] ?? '');
  }
  return starts;
}

function push(into: SectionStart[], row: number, endRow: number, level: number, title: string): void {
  const name = plainTitle(title);
  if (name === '') return;
  into.push({ line: row + 1, headingEndLine: endRow + 1, level, name, entityType: 'section' });
}

/** Strips links, emphasis, anchors and tags from a heading. */
function plainTitle(title: string): string {
  return title
    .slice(0, LONGEST_READ)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\{#[^}]*\}|<[^>]*>/g, '')
    .replace(/[`*]/g, '')
    .trim()
    .slice(0, MAX_TITLE);
}

const MAX_TITLE = 200;
/** Links and tags are longer than the text they leave, but no heading is this long. */
const LONGEST_READ = 2000;

function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trim() !== '---') return 0;
  const end = lines.findIndex((line, row) => row > 0 && line.trim() === '---');
  return end < 0 ? 0 : end + 1;
}
