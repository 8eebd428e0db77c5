// The page's own copies of the option lists keep zod out of the bundle; the types below make sure that
// they stay the same lists.
import type {
  FORMATS as CoreFormats,
  SELECTIONS as CoreSelections,
  TRUNCATIONS as CoreTruncations,
} from '../../src/core/context.ts';
import type { SEARCH_STRATEGIES as CoreStrategies } from '../../src/core/query.ts';

export const FORMATS: typeof CoreFormats = ['markdown', 'xml', 'json', 'plain', 'markdown+json'];
export const SELECTIONS: typeof CoreSelections = ['relevance', 'density', 'optimal'];
export const TRUNCATIONS: typeof CoreTruncations = [
  'none',
  'signature',
  'bookend',
  'head',
  'outline',
  'summary',
];
export const SEARCH_STRATEGIES: typeof CoreStrategies = [
  'keyword',
  'semantic',
  'fuzzy',
  'graph',
  'structural',
  'recent',
];
export type Format = (typeof FORMATS)[number];
export type SearchStrategy = (typeof SEARCH_STRATEGIES)[number];

import type { DOMAINS as CoreDomains } from '../../src/core/item.ts';
export const DOMAINS: typeof CoreDomains = [
  'debugging',
  'refactoring',
  'feature',
  'testing',
  'configuration',
  'documentation',
  'performance',
  'security',
  'integration',
];

/** What `assemble` can be asked for; its schema checks that these names exist. */
export const CONTEXT_SOURCES = ['code', 'memories', 'experiences', 'values', 'commits'] as const;
export type ContextSource = (typeof CONTEXT_SOURCES)[number];
