import type { RenderOptions } from '../../core/context.ts';
import { type Block, placeOf, rangesOf, rangeText } from '../block.ts';
import { metadataOf } from './json.ts';
import type { Layout, MapFile } from './layout.ts';
import { lineText, onOneLine, placeText, scoreText } from './line-text.ts';
import { namesShown, tellsMore, tellsType } from './names-shown.ts';

/** Headings name the place, fences hold the text; fences are longer than any run of backticks inside. */
export function markdownLayout(options: RenderOptions): Layout {
  return {
    open: paragraph(options.header),
    body: { open: '', close: '' },
    group: ({ name }) => ({
      open: options.groupBy === 'none' ? '' : `## ${headingText(name)}\n\n`,
      close: '',
    }),
    betweenGroups: '\n' + paragraph(options.separator),
    block: (block) => markdownBlock(block, options),
    between: '\n' + paragraph(options.separator),
    map: {
      open: (note) => `\n${note}\n\n`,
      file: mapLine,
      between: '\n',
      close: '\n',
    },
    ...(options.sourcesFooter
      ? { sources: { open: '\n## Sources\n\n', entry: sourceLine, between: '\n', close: '\n' } }
      : {}),
    close: options.footer === '' ? '' : '\n' + paragraph(options.footer).replace(/\n$/, ''),
    printsEmpty: false,
  };
}

/** Markdown after a fenced JSON block that lists what follows, for programs that read the answer. */
export function markdownWithJsonLayout(options: RenderOptions): Layout {
  return {
    ...markdownLayout(options),
    metadata: {
      // Metadata comes from paths and names, which may hold backticks; JSON can write them as escapes.
      open: '```json\n[\n',
      entry: (block) => JSON.stringify(metadataOf(block, options)).replaceAll('`', '\\u0060'),
      between: ',\n',
      close: '\n]\n```\n\n',
    },
  };
}

function markdownBlock(block: Block, options: RenderOptions): string {
  if (options.prose === 'quoted' && block.path === undefined) return quotedBlock(block, options);
  const heading = headingOf(block, options);
  const notes = notesOf(block, options);
  const text = lineText(block, options);
  const fence = fenceFor(text);
  const language = (block.language ?? '').replaceAll(/[^\w+#.-]/g, '');
  return (
    (heading === '' ? '' : `### ${heading}\n\n`) +
    (notes === '' ? '' : `${notes}\n\n`) +
    `${fence}${language}\n${text}\n${fence}\n`
  );
}

/**
 * Memories, experiences and the like say what they are themselves. Every line is quoted, so whatever a text opens (a
 * fence, an HTML block) ends with it; lines after the first are indented, so that none passes for another record.
 */
function quotedBlock(block: Block, options: RenderOptions): string {
  const lead = [
    ...(block.citation === undefined ? [] : [`[${block.citation}]`]),
    ...(options.scores ? [`relevance ${scoreText(block.relevance)}`] : []),
  ];
  const [first = '', ...rest] = lineText(block, options).split(/\r\n?|\n/);
  return [[...lead, first].join(' '), ...rest.map((line) => `  ${line}`)]
    .map((line) => `> ${line}`.trimEnd() + '\n')
    .join('');
}

function headingOf(block: Block, options: RenderOptions): string {
  const parts: string[] = [];
  const place = options.groupBy === 'file' ? groupedPlaceOf(block) : placeOf(block);
  if (options.fileHeaders && place !== undefined) parts.push(inlineCode(place));
  if (tellsMore(block)) parts.push(namesShown(block, (name) => nameText(name, block.source)));
  if (tellsType(block)) parts.push(`(${block.entityType})`);
  if (options.scores) parts.push(`relevance ${scoreText(block.relevance)}`);
  if (block.stale) parts.push('(stale)');
  if (block.citation !== undefined) parts.push(`[${block.citation}]`);
  return parts.join(' ');
}

/** Under a file's heading the path is known. */
function groupedPlaceOf(block: Block): string | undefined {
  const ranges = rangeText(rangesOf(block));
  if (block.path === undefined || ranges === '') return undefined;
  return `lines ${ranges}`;
}

function notesOf(block: Block, options: RenderOptions): string {
  const notes: string[] = [];
  if (options.imports && block.imports.length > 0)
    notes.push(`Imports: ${block.imports.map(inlineCode).join(', ')}`);
  if (options.related && block.related.length > 0)
    notes.push(`Related: ${block.related.map(inlineCode).join(', ')}`);
  return notes.join('\n\n');
}

function sourceLine(block: Block): string {
  const citation = block.citation === undefined ? '' : `[${block.citation}] `;
  const place = placeOf(block);
  return `- ${citation}${place === undefined ? headingText(block.name) : inlineCode(place)}`.trimEnd();
}

function mapLine({ path, places, citation }: MapFile): string {
  const cite = citation === undefined ? '' : ` [${citation}]`;
  const shown = places.map((place) => placeText({ ...place, name: nameText(place.name, place.source) }));
  return `- ${inlineCode(path)}: ${shown.join('; ')}${cite}`;
}

/** The user's own text before, between or after blocks: unchanged unless it could swallow what follows. */
function paragraph(text: string): string {
  const plain = text.replaceAll(/\r\n?/g, '\n');
  if (plain.trim() === '') return '';
  if (!BREAKS_MARKDOWN.test(plain)) return `${plain}\n\n`;
  const fence = fenceFor(plain);
  return `${fence}\n${plain}\n${fence}\n\n`;
}

/** What opens a fence, an HTML block that a blank line does not end, or an indented block. */
const BREAKS_MARKDOWN = /```|~~~|<[!?]|<(?:script|pre|style|textarea)|\0|^(?: {4}|\t)/im;

/** A fence longer than any run of backticks in the text. */
export function fenceFor(text: string): string {
  let length = 3;
  for (const [run] of text.matchAll(/`+/g)) length = Math.max(length, run.length + 1);
  return '`'.repeat(length);
}

function inlineCode(text: string): string {
  const plain = onOneLine(text);
  if (plain === '') return '';
  if (!plain.includes('`')) return `\`${plain}\``;
  const fence = fenceFor(plain);
  return `${fence} ${plain} ${fence}`;
}

/** An underscore between letters or digits means nothing in Markdown, and names are full of them. */
const MARKUP = /[\\`*[\]<>#|~&!]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** A name of code with marks in it is code: `__init__` takes fewer tokens so, and can be searched for. */
function nameText(name: string, source: Block['source']): string {
  const plain = onOneLine(name);
  const isCode = source === 'code' || source === 'document';
  return isCode && plain.search(MARKUP) >= 0 && !plain.includes('`') ? `\`${plain}\`` : headingText(plain);
}

function headingText(text: string): string {
  return onOneLine(text).replaceAll(MARKUP, '\\$&');
}
