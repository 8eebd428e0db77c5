import {
  type AssembleOptions,
  type Context,
  type ExcludedItem,
  type IncludedItem,
  NOTHING_TO_ASSEMBLE,
} from '../core/context.ts';
import type { ContextItem } from '../core/item.ts';
import type { TokenCounter } from '../core/ports.ts';
import { SOURCES } from '../core/vocabulary.ts';
import { addImports } from './add-imports.ts';
import { addStructure } from './add-structure.ts';
import { addSurroundings } from './add-surroundings.ts';
import { type Block, rangesOf } from './block.ts';
import { blockCitation, citationsOf, mapCitations } from './cite.ts';
import { deduplicate } from './dedupe/deduplicate.ts';
import { tokenEstimate } from './estimate-tokens.ts';
import { type Fitted, fitToBudget, type Printing } from './fit-to-budget.ts';
import type { Passage } from './passage.ts';
import { exclude, type Materials, type Prepared, prepare } from './prepare.ts';
import type { Prices } from './select/candidate.ts';

/** A context and what the caller may want to act on. */
interface Assembled {
  readonly context: Omit<Context, 'stats'> & {
    readonly stats: Omit<Context['stats'], 'millisecondsPerStage'>;
  };
  /** Files that are not as they were indexed. */
  readonly changed: readonly string[];
  /** Files of truncated items: with their structure, truncation would be better. */
  readonly cut: readonly string[];
  /** True if there is room for items whose files were not read: read them and assemble again. */
  readonly lacksText: boolean;
}

interface AssembleTools {
  /** A secret of the project that goes into citation ids; default: none. */
  readonly salt?: string | undefined;
  readonly counter: TokenCounter;
  readonly options: AssembleOptions;
  readonly printing?: Printing | undefined;
  /** Called with the name of each stage when it ends. */
  readonly mark?: (stage: string) => void;
}

/** Items in, printed context out. Pure: what was read from disk comes in as materials. */
export function assemble(
  items: readonly ContextItem[],
  materials: Materials,
  tools: AssembleTools,
): Assembled {
  return arrange(items, materials, tools)(materials.units);
}

/**
 * Everything before fitting. When items are truncated, only the fitting is repeated, with the structure of their
 * files.
 */
export function arrange(
  items: readonly ContextItem[],
  materials: Materials,
  tools: AssembleTools,
): (units: Materials['units']) => Assembled {
  const { counter, options, printing, mark = () => undefined } = tools;
  const prepared = prepare(items, materials, options);
  mark('locate');
  const { kept, duplicates } = options.deduplicate
    ? deduplicate(prepared.passages)
    : { kept: prepared.passages, duplicates: [] };
  mark('deduplicate');
  const surrounded = addSurroundings(kept, materials.files, options.surroundingLines);
  const passages = options.imports ? addImports(surrounded, materials.files) : surrounded;
  const citations = citationsOf(
    [
      ...passages.map(({ item }) => item),
      ...(printing?.beside ?? []).map(({ id }) => ({ id, source: 'code' as const })),
    ],
    tools.salt,
  );
  const left = [
    ...prepared.excluded,
    ...duplicates.map(({ passage, of, why }) => exclude(passage.item, 'duplicate', `${why}: ${of}`)),
  ];
  const prices: Prices = new Map();
  return (units) => {
    const fitted = fitToBudget(addStructure(passages, units), {
      counter,
      options,
      citations,
      files: materials.files,
      prices,
      printing,
    });
    mark('fit');
    return assembledFrom(fitted, { items, files: materials.files, prepared, left, counter, options });
  };
}

function assembledFrom(
  fitted: Fitted,
  given: {
    readonly items: readonly ContextItem[];
    readonly files: Materials['files'];
    readonly prepared: Prepared;
    readonly left: readonly ExcludedItem[];
    readonly counter: TokenCounter;
    readonly options: AssembleOptions;
  },
): Assembled {
  const { items, files, prepared, left, counter, options } = given;
  const estimate = tokenEstimate({ context: fitted.text, tokenCount: fitted.tokens });
  const byId = new Map(items.map((item) => [item.id, item]));
  const excluded: ExcludedItem[] = [
    ...left.map((item) => ({ ...item, ...estimate(byId.get(item.id)!) })),
    ...fitted.refused.map(({ passage: { item }, refusal, tokens }) => ({
      ...exclude(item, refusal.reason, refusal.detail),
      ...(tokens === undefined ? estimate(item) : { tokens }),
    })),
  ];
  const included = fitted.printed.map(({ passage, block, tokens }) => includedItem(passage, block, tokens));
  const warnings = [...prepared.warnings, ...fitted.warnings, ...overWindow(counter, options)];
  if (items.length === 0) warnings.push(NOTHING_TO_ASSEMBLE);
  return {
    context: {
      context: fitted.text,
      tokenCount: fitted.tokens,
      budget: options.maxTokens,
      counter: { name: counter.name, exact: counter.exact },
      format: options.format,
      items: included,
      excluded,
      map: [...fitted.map],
      citations: [
        ...fitted.printed.flatMap(({ block }) => blockCitation(block)),
        ...mapCitations(fitted.map),
      ],
      sources: sourcesOf(included),
      stats: {
        retrieved: items.length,
        selected: included.length,
        filesRead: [...files.values()].filter((file) => typeof file !== 'string').length,
        averageRelevance: average(included.map((item) => item.relevance)),
        cacheHit: false,
      },
      truncated: included.some((item) => item.truncated) || fitted.refused.some(isForBudget),
      stale: included.some((item) => item.stale),
      warnings,
    },
    changed: prepared.changed,
    lacksText: fitted.lacksText,
    cut: fitted.printed.flatMap(({ block }) =>
      block.truncated && block.path !== undefined ? [block.path] : [],
    ),
  };
}

function overWindow({ name, contextWindow }: TokenCounter, { maxTokens }: AssembleOptions): string[] {
  if (contextWindow === undefined || maxTokens <= contextWindow) return [];
  return [`The budget of ${maxTokens} tokens is more than the ${contextWindow} that ${name} reads at once.`];
}

function isForBudget({ refusal }: Fitted['refused'][number]): boolean {
  return refusal.reason === 'budget';
}

function includedItem(passage: Passage, block: Block, tokens: number): IncludedItem {
  const { item } = passage;
  const location = printedLocation(item, block);
  return {
    id: item.id,
    source: item.source,
    entityType: item.entityType,
    name: block.name,
    qualifiedName: item.qualifiedName ?? item.name,
    content: block.lines.map(({ text }) => text).join('\n'),
    ...(item.summary === undefined ? {} : { summary: item.summary }),
    ...(item.metadata === undefined ? {} : { metadata: item.metadata }),
    relevance: item.relevance,
    reasons: item.reasons,
    tokens,
    truncated: block.truncated,
    stale: block.stale,
    alternatives: [...passage.alternatives],
    ...(location === undefined ? {} : { location }),
    ...(block.citation === undefined ? {} : { citation: block.citation }),
  };
}

/** From the first to the last line printed. */
function printedLocation({ location }: ContextItem, block: Block): IncludedItem['location'] {
  const ranges = rangesOf(block);
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (location === undefined || first === undefined || last === undefined) return undefined;
  return { ...location, startLine: first.startLine, endLine: last.endLine };
}

function sourcesOf(included: readonly IncludedItem[]): Context['sources'] {
  return SOURCES.flatMap((source) => {
    const items = included.filter((item) => item.source === source);
    const tokens = items.reduce((sum, item) => sum + item.tokens, 0);
    return items.length === 0 ? [] : [{ source, items: items.length, tokens }];
  });
}

function average(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
