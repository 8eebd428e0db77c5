import type { RenderOptions } from '../../core/context.ts';
import { type Block, rangesOf } from '../block.ts';
import type { Layout } from './layout.ts';
import { lineText, placeText } from './line-text.ts';

/** One JSON document, an item a line. The separator has no place in it. */
export function jsonLayout(options: RenderOptions): Layout {
  const grouped = options.groupBy !== 'none';
  return {
    open: options.header === '' ? '{' : `{"header":${JSON.stringify(options.header)},`,
    body: { open: grouped ? '"groups":[\n' : '"items":[\n', close: '\n]' },
    group: ({ name }) =>
      grouped
        ? { open: `{"group":${JSON.stringify(name)},"items":[\n`, close: '\n]}' }
        : { open: '', close: '' },
    betweenGroups: ',\n',
    block: (block) =>
      JSON.stringify({
        ...metadataOf(block, options),
        ...(options.imports && block.imports.length > 0 ? { imports: block.imports } : {}),
        ...(options.related && block.related.length > 0 ? { related: block.related } : {}),
        content: lineText(block, options),
      }),
    between: ',\n',
    map: {
      open: (note) => `,"mapNote":${JSON.stringify(note)},"map":[\n`,
      file: ({ path, places, citation }) =>
        JSON.stringify({
          ...(citation === undefined ? {} : { citation }),
          path,
          places: places.map(placeText),
        }),
      between: ',\n',
      close: '\n]',
    },
    ...(options.sourcesFooter
      ? { sources: { open: ',"sources":[\n', entry: sourceEntry, between: ',\n', close: '\n]' } }
      : {}),
    close: `${options.footer === '' ? '' : `,"footer":${JSON.stringify(options.footer)}`}}\n`,
    printsEmpty: true,
  };
}

/** The metadata of a block, with the item's field names. */
export function metadataOf(block: Block, options: RenderOptions) {
  const ranges = rangesOf(block);
  return {
    ...(block.citation === undefined ? {} : { citation: block.citation }),
    id: block.itemId,
    source: block.source,
    type: block.entityType,
    name: block.name,
    ...(options.fileHeaders && block.path !== undefined ? { path: block.path } : {}),
    ...(options.fileHeaders && ranges.length > 0
      ? { startLine: ranges[0]?.startLine, endLine: ranges.at(-1)?.endLine }
      : {}),
    ...(options.fileHeaders && ranges.length > 1
      ? { ranges: ranges.map((r) => [r.startLine, r.endLine]) }
      : {}),
    ...(block.language === undefined ? {} : { language: block.language }),
    ...(options.scores ? { relevance: Number(block.relevance.toFixed(4)) } : {}),
    ...(block.truncated ? { truncated: true } : {}),
    ...(block.stale ? { stale: true } : {}),
  };
}

function sourceEntry(block: Block): string {
  const ranges = rangesOf(block);
  return JSON.stringify({
    ...(block.citation === undefined ? {} : { citation: block.citation }),
    ...(block.path === undefined ? { name: block.name } : { path: block.path }),
    ...(ranges.length === 0 ? {} : { startLine: ranges[0]?.startLine, endLine: ranges.at(-1)?.endLine }),
  });
}
