import type { MapEntry, RenderOptions } from '../../core/context.ts';
import type { Block } from '../block.ts';
import type { Group } from './group-blocks.ts';
import { jsonLayout } from './json.ts';
import { markdownLayout, markdownWithJsonLayout } from './markdown.ts';
import { plainLayout } from './plain.ts';
import { xmlLayout } from './xml.ts';

/** A list inside a document with an entry for every block, such as the sources footer. */
export interface Listing {
  readonly open: string;
  readonly entry: (block: Block) => string;
  readonly between: string;
  readonly close: string;
}

/** The places of one file that are named but not printed. */
export interface MapFile {
  readonly path: string;
  readonly citation?: string;
  readonly places: readonly MapEntry[];
}

/** The list of files with places that are named but not printed. */
export interface MapLayout {
  readonly open: (note: string) => string;
  readonly file: (file: MapFile) => string;
  readonly between: string;
  readonly close: string;
}

/** The places to name, and the note that introduces them. */
export interface PlaceMap {
  readonly note: string;
  readonly files: readonly MapFile[];
}

/**
 * How one format prints. A document is these strings one after another, which is what makes the cost
 * of a block known before the document is put together.
 */
export interface Layout {
  readonly open: string;
  readonly metadata?: Listing;
  readonly body: { readonly open: string; readonly close: string };
  readonly group: (group: Pick<Group, 'name'>) => { readonly open: string; readonly close: string };
  readonly betweenGroups: string;
  readonly block: (block: Block) => string;
  readonly between: string;
  readonly map: MapLayout;
  readonly sources?: Listing;
  readonly close: string;
  /** Whether a document without blocks is still a document, as in JSON, or just no text. */
  readonly printsEmpty: boolean;
}

const LAYOUTS = {
  markdown: markdownLayout,
  'markdown+json': markdownWithJsonLayout,
  xml: xmlLayout,
  json: jsonLayout,
  plain: plainLayout,
} satisfies Record<RenderOptions['format'], (options: RenderOptions) => Layout>;

export function layoutOf(options: RenderOptions): Layout {
  return LAYOUTS[options.format](options);
}
