import type {
  APPROACHES as CoreApproaches,
  AXES as CoreAxes,
  DOMAINS as CoreDomains,
  FORMATS as CoreFormats,
  OUTCOMES as CoreOutcomes,
  ROOT_CAUSES as CoreRootCauses,
  SELECTIONS as CoreSelections,
  SEARCH_STRATEGIES as CoreStrategies,
  TRUNCATIONS as CoreTruncations,
} from '../../src/core/vocabulary.ts';
// The page's own copies of the option lists keep zod out of the bundle; the types below make sure that
// they stay the same lists.

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
];
export type Format = (typeof FORMATS)[number];
export type SearchStrategy = (typeof SEARCH_STRATEGIES)[number];

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

export const APPROACHES: typeof CoreApproaches = [
  'systematic-elimination',
  'trial-and-error',
  'research-first',
  'divide-and-conquer',
  'root-cause-analysis',
  'copy-from-similar',
  'check-assumptions',
  'read-the-error',
  'ask-user',
];
export const OUTCOMES: typeof CoreOutcomes = ['confirmed', 'falsified', 'abandoned'];
export const ROOT_CAUSES: typeof CoreRootCauses = [
  'wrong-assumption',
  'missing-knowledge',
  'oversight',
  'environment-issue',
  'misleading-symptom',
  'incomplete-fix',
  'wrong-scope',
  'test-isolation',
  'timing-issue',
];
export const AXES: typeof CoreAxes = ['full', 'strategy', 'surprise', 'root_cause'];
