/** Closed lists of names that several rooms, the options and the page share. No package is imported here, so the page can use it. */

/** Where an item comes from, in order of precedence when nothing else decides. */
export const SOURCES = [
  'reference',
  'code',
  'document',
  'commit',
  'memory',
  'experience',
  'value',
  'message',
] as const;
export type SourceKind = (typeof SOURCES)[number];

const CODE_TYPES = [
  'file',
  'module',
  'class',
  'function',
  'method',
  'interface',
  'type',
  'variable',
  'property',
  'enum',
  'namespace',
] as const;
export const DOCUMENT_TYPES = ['document', 'section', 'requirement', 'feature', 'user-story'] as const;
const CONVERSATION_TYPES = ['session', 'message', 'decision', 'question'] as const;
const OTHER_TYPES = [
  'concept',
  'technology',
  'pattern',
  'component',
  'ticket',
  'bug',
  'task',
  'milestone',
  'instruction',
] as const;
export const ENTITY_TYPES = [
  ...CODE_TYPES,
  ...DOCUMENT_TYPES,
  ...CONVERSATION_TYPES,
  ...OTHER_TYPES,
] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** Groups shown in this order when items are grouped by type. */
export const CATEGORIES = ['code', 'documentation', 'conversation', 'other'] as const;
export type Category = (typeof CATEGORIES)[number];

const CATEGORY_OF = new Map<string, Category>([
  ...CODE_TYPES.map((type) => [type, 'code'] as const),
  ...DOCUMENT_TYPES.map((type) => [type, 'documentation'] as const),
  ...CONVERSATION_TYPES.map((type) => [type, 'conversation'] as const),
]);

export function categoryOf(type: string): Category {
  return CATEGORY_OF.get(type) ?? 'other';
}

export const RELATION_KINDS = [
  'contains',
  'calls',
  'imports',
  'implements',
  'extends',
  'mentions',
  'relates-to',
  'depends-on',
  'defined-in',
  'uses',
  'references',
  'documents',
  'configures',
  'tests',
] as const;
export type RelationKind = (typeof RELATION_KINDS)[number];

export const MEMORY_CATEGORIES = [
  'preference',
  'fact',
  'event',
  'workflow',
  'context',
  'error',
  'decision',
] as const;
/**
 * Where a memory applies: in the project, on one of its branches, in all the user's projects, for everyone who shares
 * its git.
 */
export const MEMORY_SCOPES = ['project', 'branch', 'user', 'team'] as const;
export type MemoryScope = (typeof MEMORY_SCOPES)[number];
export const DOMAINS = [
  'debugging',
  'refactoring',
  'feature',
  'testing',
  'configuration',
  'documentation',
  'performance',
  'security',
  'integration',
] as const;
/** How a problem was approached; not to be confused with a search strategy. */
export const APPROACHES = [
  'systematic-elimination',
  'trial-and-error',
  'research-first',
  'divide-and-conquer',
  'root-cause-analysis',
  'copy-from-similar',
  'check-assumptions',
  'read-the-error',
  'ask-user',
] as const;
export const OUTCOMES = ['confirmed', 'falsified', 'abandoned'] as const;
export const ROOT_CAUSES = [
  'wrong-assumption',
  'missing-knowledge',
  'oversight',
  'environment-issue',
  'misleading-symptom',
  'incomplete-fix',
  'wrong-scope',
  'test-isolation',
  'timing-issue',
] as const;
export const TIERS = ['gold', 'silver', 'bronze', 'abandoned'] as const;
export const AXES = ['full', 'strategy', 'surprise', 'root_cause'] as const;
export type Domain = (typeof DOMAINS)[number];
export type Approach = (typeof APPROACHES)[number];
export type Outcome = (typeof OUTCOMES)[number];
export type RootCause = (typeof ROOT_CAUSES)[number];
export type Tier = (typeof TIERS)[number];
export type Axis = (typeof AXES)[number];

/** What `assemble` can be asked for, in the order in which sources share the budget. */
export const CONTEXT_TYPES = ['memories', 'code', 'documents', 'experiences', 'values', 'commits'] as const;
export type ContextType = (typeof CONTEXT_TYPES)[number];

export const FORMATS = ['markdown', 'xml', 'json', 'plain', 'markdown+json'] as const;
export const GROUPINGS = ['none', 'file', 'type', 'source', 'section'] as const;
export const SELECTIONS = ['relevance', 'density', 'optimal'] as const;
export const TRUNCATIONS = ['none', 'signature', 'bookend', 'head', 'outline', 'summary'] as const;
/** Why an item is not in a context. */
export const EXCLUSION_REASONS = [
  'budget',
  'duplicate',
  'below-minimum',
  'weak',
  'item-limit',
  'file-limit',
  'type-limit',
  'already-sent',
  'dropped',
  'unreadable',
  'empty',
] as const;
export type ExclusionReason = (typeof EXCLUSION_REASONS)[number];

export const SEARCH_STRATEGIES = ['keyword', 'semantic', 'fuzzy', 'graph', 'structural', 'history'] as const;
export type SearchStrategy = (typeof SEARCH_STRATEGIES)[number];

const QUERY_KINDS = ['symbol', 'path', 'trace', 'error', 'issue', 'question', 'keywords'] as const;
export type QueryKind = (typeof QUERY_KINDS)[number];

/** Why a file is left out of the index. Counted in the report; `index.include` does not override it. */
export const SKIP_REASONS = [
  'ignored',
  'excluded',
  'vendored',
  'generated',
  'secret',
  'binary',
  'too-large',
  'not-a-file',
  'submodule',
  'outside-root',
  'missing',
  'unreadable',
  'failed',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/**
 * How sure a search is that the project holds what was asked for. `possibly`: the nearest places, to be checked first.
 */
export const CERTAINTIES = ['likely', 'possibly', 'nothing'] as const;
export type Certainty = (typeof CERTAINTIES)[number];
