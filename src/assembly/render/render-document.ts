import type { RenderOptions } from '../../core/context.ts';
import type { Block } from '../block.ts';
import { groupBlocks } from './group-blocks.ts';
import type { Layout, Listing, MapLayout, PlaceMap } from './layout.ts';

/** The whole text: the only place where a layout's pieces are put together. */
export function renderDocument(
  layout: Layout,
  blocks: readonly Block[],
  options: Pick<RenderOptions, 'groupBy'>,
  map: PlaceMap = NO_MAP,
): string {
  if (blocks.length === 0 && map.files.length === 0 && !layout.printsEmpty) return '';
  const groups = groupBlocks(blocks, options.groupBy);
  const bodies = groups.map((group) => {
    const { open, close } = layout.group(group);
    return open + group.blocks.map(layout.block).join(layout.between) + close;
  });
  const shown = groups.flatMap((group) => group.blocks);
  return (
    layout.open +
    renderListing(layout.metadata, shown) +
    layout.body.open +
    bodies.join(layout.betweenGroups) +
    layout.body.close +
    renderMap(layout.map, map) +
    renderListing(layout.sources, shown) +
    layout.close
  );
}

function renderListing(listing: Listing | undefined, blocks: readonly Block[]): string {
  if (listing === undefined || blocks.length === 0) return '';
  return listing.open + blocks.map(listing.entry).join(listing.between) + listing.close;
}

const NO_MAP: PlaceMap = { note: '', files: [] };

function renderMap(layout: MapLayout, { note, files }: PlaceMap): string {
  if (files.length === 0) return '';
  return layout.open(note) + files.map(layout.file).join(layout.between) + layout.close;
}
