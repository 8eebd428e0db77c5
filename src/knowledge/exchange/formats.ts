import { beads } from './beads.ts';
import { claudeMem } from './claude-mem.ts';
import type { ExchangeFormat } from './exchange-format.ts';
import { markdownSections } from './markdown-sections.ts';
import { mem0 } from './mem0.ts';

/** Programs whose memories can be read and written, in the order in which formats are tried. */
export const FOREIGN_NAMES = ['claude-mem', 'mem0', 'beads', 'markdown'] as const;
export type ForeignName = (typeof FOREIGN_NAMES)[number];

export const FOREIGN_FORMATS: Readonly<Record<ForeignName, ExchangeFormat>> = {
  'claude-mem': claudeMem,
  mem0,
  beads,
  markdown: markdownSections,
};
