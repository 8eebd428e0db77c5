import type { RenderOptions } from '../../core/context.ts';
import { type Block, placeOf, rangesOf, rangeText } from '../block.ts';
import type { Layout, MapFile } from './layout.ts';
import { lineText, onOneLine, placeText, scoreText } from './line-text.ts';
import { namesShown, tellsMore } from './names-shown.ts';

/**
 * The fewest characters that say where a text is from. Headings start at the margin and content is indented by one
 * blank, so that no content can be mistaken for the next heading and its citation.
 */
export function plainLayout(options: RenderOptions): Layout {
  return {
    open: paragraph(options.header),
    body: { open: '', close: '' },
    group: ({ name }) => ({
      open: options.groupBy === 'none' ? '' : `== ${onOneLine(name)} ==\n\n`,
      close: '',
    }),
    betweenGroups: '\n' + paragraph(options.separator),
    block: (block) => plainBlock(block, options),
    between: '\n' + paragraph(options.separator),
    map: {
      open: (note) => `\n${note}\n`,
      file: mapLine,
      between: '\n',
      close: '\n',
    },
    ...(options.sourcesFooter
      ? { sources: { open: '\nSources:\n', entry: sourceLine, between: '\n', close: '\n' } }
      : {}),
    close: options.footer === '' ? '' : `\n${options.footer}\n`,
    printsEmpty: false,
  };
}

function plainBlock(block: Block, options: RenderOptions): string {
  const heading = headingOf(block, options);
  const imports =
    options.imports && block.imports.length > 0
      ? `imports: ${block.imports.map(onOneLine).join('; ')}\n`
      : '';
  const related =
    options.related && block.related.length > 0
      ? `related: ${block.related.map(onOneLine).join(', ')}\n`
      : '';
  return `${heading === '' ? '' : `${heading}\n`}${imports}${related}${indented(lineText(block, options))}\n`;
}

function headingOf(block: Block, options: RenderOptions): string {
  const parts: string[] = [];
  if (options.fileHeaders && block.path !== undefined) {
    const ranges = rangeText(rangesOf(block));
    const grouped = options.groupBy === 'file';
    if (!grouped) parts.push(onOneLine(placeOf(block) ?? ''));
    else if (ranges !== '') parts.push(`lines ${ranges}`);
  }
  if (tellsMore(block)) parts.push(onOneLine(namesShown(block)));
  if (options.scores) parts.push(`(${scoreText(block.relevance)})`);
  if (block.stale) parts.push('(stale)');
  if (block.citation !== undefined) parts.push(`[${block.citation}]`);
  return parts.filter((part) => part !== '').join(' ');
}

function mapLine({ path, places, citation }: MapFile): string {
  const cite = citation === undefined ? '' : ` [${citation}]`;
  return onOneLine(`${path}: ${places.map(placeText).join('; ')}${cite}`);
}

function sourceLine(block: Block): string {
  const citation = block.citation === undefined ? '' : `[${block.citation}] `;
  return citation + onOneLine(placeOf(block) ?? block.name);
}

function paragraph(text: string): string {
  return text === '' ? '' : `${text}\n\n`;
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gmu, ' ');
}
