import {
  CONTEXT_TYPES,
  type ContextType,
  FORMATS,
  SEARCH_STRATEGIES,
  SELECTIONS,
  type SearchStrategy,
  TRUNCATIONS,
} from '../../src/core/vocabulary.ts';

/** What the page lets a user change about a question; the rest keeps its defaults. */
export interface AskSettings {
  readonly maxTokens: number;
  readonly format: (typeof FORMATS)[number];
  readonly selection: (typeof SELECTIONS)[number];
  readonly truncation: (typeof TRUNCATIONS)[number];
  readonly strategies: readonly SearchStrategy[];
  /** Code alone is answered by `query`, with documents; more sources by `assemble`. */
  readonly sources: readonly ContextType[];
  /** Only paths matching these globs; `!glob` leaves paths out. */
  readonly paths: readonly string[];
  /** Ids of items the user pinned, and of those dropped. */
  readonly pins: readonly string[];
  readonly drops: readonly string[];
}

export const INITIAL_SETTINGS: AskSettings = {
  maxTokens: 8000,
  format: 'markdown',
  selection: 'relevance',
  truncation: 'signature',
  strategies: SEARCH_STRATEGIES,
  sources: ['code'],
  paths: [],
  pins: [],
  drops: [],
};

export const SMALLEST_BUDGET = 250;
export const LARGEST_BUDGET = 128_000;

/** Settings as stored in an address: only what differs from the defaults, so that links stay short. */
export function writeSettings(settings: AskSettings, prefix = ''): URLSearchParams {
  const written = new URLSearchParams();
  const put = (name: string, value: string, initial: string) => {
    if (value !== initial) written.set(prefix + name, value);
  };
  put('budget', String(settings.maxTokens), String(INITIAL_SETTINGS.maxTokens));
  put('format', settings.format, INITIAL_SETTINGS.format);
  put('selection', settings.selection, INITIAL_SETTINGS.selection);
  put('cut', settings.truncation, INITIAL_SETTINGS.truncation);
  put('strategies', settings.strategies.join(' '), INITIAL_SETTINGS.strategies.join(' '));
  put('sources', settings.sources.join(' '), INITIAL_SETTINGS.sources.join(' '));
  for (const path of settings.paths) written.append(`${prefix}path`, path);
  for (const id of settings.pins) written.append(`${prefix}pin`, id);
  for (const id of settings.drops) written.append(`${prefix}drop`, id);
  return written;
}

/** Parses the settings in an address; missing or invalid ones get their default. */
export function readSettings(written: URLSearchParams, prefix = ''): AskSettings {
  const get = (name: string) => written.get(prefix + name) ?? undefined;
  const budget = Number(get('budget') ?? INITIAL_SETTINGS.maxTokens);
  return {
    maxTokens: Number.isInteger(budget) && budget >= 0 ? budget : INITIAL_SETTINGS.maxTokens,
    format: oneOf(FORMATS, get('format'), INITIAL_SETTINGS.format),
    selection: oneOf(SELECTIONS, get('selection'), INITIAL_SETTINGS.selection),
    truncation: oneOf(TRUNCATIONS, get('cut'), INITIAL_SETTINGS.truncation),
    strategies: someOf(SEARCH_STRATEGIES, get('strategies'), INITIAL_SETTINGS.strategies),
    sources: someOf(CONTEXT_TYPES, get('sources'), INITIAL_SETTINGS.sources),
    paths: written.getAll(`${prefix}path`),
    pins: written.getAll(`${prefix}pin`),
    drops: written.getAll(`${prefix}drop`),
  };
}

function oneOf<Name extends string>(names: readonly Name[], given: string | undefined, initial: Name): Name {
  return names.find((name) => name === given) ?? initial;
}

function someOf<Name extends string>(
  names: readonly Name[],
  given: string | undefined,
  initial: readonly Name[],
): readonly Name[] {
  if (given === undefined) return initial;
  const wanted = given.split(' ');
  const found = names.filter((name) => wanted.includes(name));
  return found.length === 0 ? initial : found;
}

/** `query` takes strategies and paths; `assemble`, which joins sources, takes neither. */
export function isCodeAlone({ sources }: AskSettings): boolean {
  return sources.every((source) => source === 'code');
}
