import { arrange } from '../assembly/assemble.ts';
import type { Printing } from '../assembly/fit-to-budget.ts';
import { hasChanged } from '../assembly/locate.ts';
import type { AssembleOptions, Context } from '../core/context.ts';
import type { Engine } from '../core/engine.ts';
import type { ContextItem } from '../core/item.ts';
import type { PlacedUnit } from '../core/parser.ts';
import type { ReadFailure, SourceFile } from '../core/ports.ts';
import { readFiles } from '../core/read-files.ts';
import { startStopwatch } from '../core/stopwatch.ts';

export interface AssembleHooks {
  /** The definitions indexed for this version of a file; saves parsing it. */
  readonly unitsOf?: (file: SourceFile) => Promise<readonly PlacedUnit[] | undefined>;
  /** Receives the files that changed since they were indexed, for reindexing. */
  readonly changed?: (paths: readonly string[]) => void;
  /** Which items are printed as blocks; default: all. */
  readonly printing?: Printing | undefined;
  /** The project's secret salt for citation ids. */
  readonly salt?: string | undefined;
  /** Ids of items whose files are as indexed and were not read; default: none. */
  readonly unread?: ReadonlySet<string> | undefined;
}

/**
 * Turns items into a context: reads their current lines, drops duplicates, selects what fits, renders. The text never
 * exceeds `maxTokens` by the chosen counter.
 */
export async function assembleItems(
  engine: Pick<Engine, 'counter' | 'reader' | 'parser'>,
  items: readonly ContextItem[],
  options: AssembleOptions,
  hooks: AssembleHooks = {},
): Promise<Context> {
  return (await assembleRead(engine, items, options, hooks)).context;
}

/** The same, and whether items that were not read are wanted: then the context is preliminary. */
export async function assembleRead(
  engine: Pick<Engine, 'counter' | 'reader' | 'parser'>,
  items: readonly ContextItem[],
  options: AssembleOptions,
  hooks: AssembleHooks,
): Promise<{ readonly context: Context; readonly lacksText: boolean }> {
  const stopwatch = startStopwatch();
  const { unread } = hooks;
  const read = unread === undefined ? items : items.filter(({ id }) => !unread.has(id));
  const [counter, files] = await Promise.all([engine.counter(options.counter), filesOf(engine, read)]);
  stopwatch.mark('read');
  // An outline needs the start of every definition, which the index does not store.
  const unitsOf = options.truncation === 'outline' ? undefined : hooks.unitsOf;
  const structures = createStructures(engine, files, unitsOf);
  let units = await structures.of(movedPaths(items, files));
  stopwatch.mark('parse');
  const tools = { counter, options, printing: hooks.printing, salt: hooks.salt, mark: stopwatch.mark };
  const fitWith = arrange(items, { files, units, unread }, tools);
  let assembled = fitWith(units);
  // Parsing every file would cost more than everything else; only truncated files need their structure.
  const cut = assembled.cut.filter((path) => !units.has(path));
  if (cut.length > 0 && NEEDS_STRUCTURE.has(options.truncation)) {
    units = await structures.of(cut);
    stopwatch.mark('parse');
    if (cut.some((path) => units.has(path))) assembled = fitWith(units);
  }
  hooks.changed?.(assembled.changed);
  const context = {
    ...assembled.context,
    warnings: [...structures.warnings, ...assembled.context.warnings],
    stats: { ...assembled.context.stats, millisecondsPerStage: stopwatch.milliseconds },
  };
  return { context, lacksText: assembled.lacksText };
}

const NEEDS_STRUCTURE: ReadonlySet<AssembleOptions['truncation']> = new Set(['signature', 'outline']);

type Files = ReadonlyMap<string, SourceFile | ReadFailure>;

async function filesOf(engine: Pick<Engine, 'reader'>, items: readonly ContextItem[]): Promise<Files> {
  const paths = items.flatMap(({ location }) => (location === undefined ? [] : [location.path]));
  return paths.length === 0 ? new Map() : readFiles(await engine.reader(), paths);
}

function movedPaths(items: readonly ContextItem[], files: Files): string[] {
  return items.flatMap((item) => {
    const file = files.get(item.location?.path ?? '');
    return file !== undefined && typeof file !== 'string' && hasChanged(item, file) ? [file.path] : [];
  });
}

/** Definitions of files, parsed on demand. Without a parser, blocks are truncated by lines, with one warning. */
function createStructures(
  engine: Pick<Engine, 'parser'>,
  files: Files,
  unitsOf: AssembleHooks['unitsOf'] = async () => undefined,
) {
  const units = new Map<string, readonly PlacedUnit[]>();
  const warnings: string[] = [];
  const parse = async ({ path, lines }: SourceFile) =>
    (await (await engine.parser()).parse(path, lines.join('\n'))).units;
  return {
    warnings,
    async of(paths: readonly string[]): Promise<ReadonlyMap<string, readonly PlacedUnit[]>> {
      for (const path of new Set(paths)) {
        const file = files.get(path);
        if (file === undefined || typeof file === 'string' || units.has(path) || warnings.length > 0)
          continue;
        try {
          units.set(path, (await unitsOf(file)) ?? (await parse(file)));
        } catch (error) {
          warnings.push(
            `Definitions could not be parsed, so blocks are cut by lines: ${error instanceof Error ? error.message : String(error)}`,
          );
        }
      }
      return new Map(units);
    },
  };
}
