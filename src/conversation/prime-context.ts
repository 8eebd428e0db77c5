import { assembleItems } from '../context/assemble-items.ts';
import { indexedUnits } from '../context/indexed-units.ts';
import { citationSalt } from '../core/citation-salt.ts';
import type { AssembleOptions, PrimeContext } from '../core/context.ts';
import type { Engine } from '../core/engine.ts';
import { recordsOf } from '../core/engine.ts';
import type { ContextItem } from '../core/item.ts';
import { startStopwatch } from '../core/stopwatch.ts';
import { hashText } from '../core/text/hash.ts';
import { learntFor } from '../knowledge/learnt.ts';
import { possiblyItem } from '../knowledge/possibly-learnt.ts';
import { stemFrequencies } from '../search/stem-frequencies.ts';
import { feedbackVersion, readUsage } from '../sessions/feedback.ts';
import { parseMentions } from './parse-mentions.ts';
import { type PrimeMaterial, planTurn, primeContextOf } from './prime.ts';
import { primeKey } from './prime-cache.ts';
import { catchAsWarning, type Found, messageItems, recentItems, referenceItems } from './prime-sources.ts';
import { addReferences } from './references.ts';
import { type ScoreWeights, scoreItems, wordsToWeigh } from './score-items.ts';
import { searchForTurn } from './search-for-turn.ts';
import { MESSAGE, type Reference, type Thread } from './thread.ts';
import { findThread } from './threads.ts';

/** The turn to be answered. */
export interface Turn {
  /** Id or name of the thread; if absent, only the message counts. */
  readonly thread?: string | undefined;
  readonly message: string;
}

interface Call {
  readonly now: number;
  readonly signal: AbortSignal;
}

interface PrimeOptions extends AssembleOptions {
  /** Reserved for the system prompt: the text has at most `maxTokens` minus this. */
  readonly reserveTokens: number;
  readonly searchLimit: number;
  readonly weights: ScoreWeights;
}

/**
 * Builds the context of the next turn: references, search results, messages, and what was useful recently, scored
 * together and fitted to the budget, references first.
 */
export async function buildPrimeContext(
  engine: Engine,
  turn: Turn,
  options: PrimeOptions,
  call: Call,
): Promise<PrimeContext> {
  const records = await recordsOf(engine);
  const thread = turn.thread === undefined ? undefined : await findThread(records, turn.thread);
  const references = referencesOf(thread, turn.message, call.now);
  const request = { thread, references, message: turn.message };
  const key = await cacheKeyOf(engine, request, options);
  const cached = await fromCache(engine, key, call.now);
  if (cached !== undefined) return cached;

  const stopwatch = startStopwatch();
  const { material, warnings, complete } = await retrieve(engine, request, options, call);
  stopwatch.mark('retrieve');
  const scored = await score(engine, material, turn.message, { ...options, now: call.now });
  stopwatch.mark('score');
  const maxTokens = Math.max(0, options.maxTokens - options.reserveTokens);
  const context = await assembleItems(
    engine,
    planTurn(scored, maxTokens),
    {
      ...options,
      maxTokens,
      maxItemShare: options.maxItemShare ?? shareFor(references.length, maxTokens),
    },
    { unitsOf: indexedUnits(engine), salt: await citationSalt(engine) },
  );
  const prime = primeContextOf(
    {
      ...context,
      warnings: [...warnings, ...reserveWarnings(options), ...context.warnings],
      stats: {
        ...context.stats,
        millisecondsPerStage: { ...stopwatch.milliseconds, ...context.stats.millisecondsPerStage },
      },
    },
    material,
    { threadId: thread?.id, reservedTokens: options.reserveTokens },
  );
  if (engine.primeCache !== undefined && complete) {
    engine.primeCache.set(key, { context: prime, files: await filesOf(engine, pathsOf(prime)) }, call.now);
  }
  return prime;
}

function reserveWarnings({ maxTokens, reserveTokens }: PrimeOptions): readonly string[] {
  if (maxTokens > reserveTokens) return [];
  return [
    `Of maxTokens (${maxTokens}) the system prompt keeps reserveTokens (${reserveTokens}), which leaves nothing; lower reserveTokens.`,
  ];
}

/** With several references, one long file must not crowd out the others. */
const SHARE_OF_SEVERAL = 0.5;
/** Half of a smaller budget may not fit even the beginning of a file. */
const MIN_SHARED_TOKENS = 1000;

function shareFor(references: number, maxTokens: number): number {
  return references > 1 && maxTokens >= MIN_SHARED_TOKENS ? SHARE_OF_SEVERAL : 1;
}

/** The thread's references plus the message's mentions, which rank first. */
function referencesOf(thread: Thread | undefined, message: string, now: number): readonly Reference[] {
  const mentioned = parseMentions(message).map(
    (mention): Reference => ({ ...mention, origin: 'mentioned', tier: 1, addedAt: now }),
  );
  return addReferences(thread?.references ?? [], mentioned);
}

interface Retrieved {
  readonly material: PrimeMaterial;
  readonly warnings: readonly string[];
  /** False if a source failed: a retry may do better, so the answer is not cached. */
  readonly complete: boolean;
}

interface Request {
  readonly thread: Thread | undefined;
  readonly references: readonly Reference[];
  readonly message: string;
}

async function retrieve(
  engine: Engine,
  { thread, references, message }: Request,
  { searchLimit, maxTokens }: PrimeOptions,
  call: Call,
): Promise<Retrieved> {
  const none: Found = { items: [], warnings: [] };
  const search = (paths: readonly string[], limit: number) =>
    searchForTurn(engine, message, { paths, limit }, call);
  const all = await Promise.all([
    referenceItems(engine, references, search),
    catchAsWarning('The index', search([], searchLimit)),
    thread === undefined ? none : catchAsWarning('The conversation', messageItems(engine, thread, message)),
    catchAsWarning('What was used lately', recentItems(engine)),
  ]);
  const [explicit, searched, history, recent] = all;
  const files = [...explicit.items, ...searched.items].flatMap(({ location }) => location?.path ?? []);
  const learnt: Found = await catchAsWarning(
    'What was learnt',
    learntFor(engine, { text: message, files, now: call.now, signal: call.signal }).then(
      ({ items, possibly, warnings }) => ({
        items: [...items, ...possiblyItem(possibly, maxTokens)],
        warnings,
      }),
    ),
  );
  return {
    material: {
      explicit: explicit.items,
      search: searched.items,
      learnt: learnt.items,
      history: history.items,
      recent: recent.items,
    },
    warnings: [...new Set([...all, learnt].flatMap(({ warnings }) => warnings))],
    complete: [...all, learnt].every(({ failed }) => failed !== true),
  };
}

async function score(
  engine: Engine,
  material: PrimeMaterial,
  message: string,
  options: { readonly weights: ScoreWeights; readonly now: number },
): Promise<PrimeMaterial> {
  const all = [...material.explicit, ...material.search, ...material.history, ...material.recent];
  const index = (await engine.store()).index(engine.scope);
  const [frequencies, size, usage] = await Promise.all([
    stemFrequencies(index, wordsToWeigh(message, all)),
    index.size(),
    readUsage(
      engine,
      all.map(({ id }) => id),
      options.now,
    ),
  ]);
  const inputs = {
    query: message,
    now: options.now,
    weights: options.weights,
    corpus: { documents: size.chunks, frequencies },
    usage,
  };
  const scored = (items: readonly ContextItem[]) => scoreItems(items, inputs);
  return {
    explicit: scored(material.explicit),
    search: scored(material.search),
    learnt: material.learnt,
    history: scored(material.history),
    recent: scored(material.recent),
  };
}

/** Everything the answer depends on except the files, which are checked on a cache hit. */
async function cacheKeyOf(
  engine: Engine,
  { thread, message }: Omit<Request, 'references'>,
  options: PrimeOptions,
): Promise<string> {
  if (engine.primeCache === undefined) return '';
  const records = await recordsOf(engine);
  const index = (await engine.store()).index(engine.scope);
  const [messages, { version }, feedback, recordVersion] = await Promise.all([
    thread === undefined ? 0 : records.count(MESSAGE, { where: { threadId: thread.id } }),
    index.size(),
    feedbackVersion(engine),
    records.version(),
  ]);
  const pointed = hashText(JSON.stringify(thread?.references ?? []));
  return primeKey({
    ...engine.scope,
    threadId: thread?.id ?? '',
    threadVersion: `${messages}:${pointed}:${recordVersion}`,
    message,
    options,
    indexVersion: version,
    feedbackVersion: feedback,
  });
}

async function fromCache(engine: Engine, key: string, now: number): Promise<PrimeContext | undefined> {
  const cached = engine.primeCache?.get(key, now);
  if (cached === undefined) return undefined;
  const files = await filesOf(engine, [...cached.files.keys()]);
  if ([...files].some(([path, hash]) => cached.files.get(path) !== hash)) {
    engine.primeCache?.discard(key);
    return undefined;
  }
  return { ...cached.context, stats: { ...cached.context.stats, cacheHit: true } };
}

function pathsOf({ items }: PrimeContext): readonly string[] {
  return [...new Set(items.flatMap(({ location }) => (location === undefined ? [] : [location.path])))];
}

async function filesOf(
  engine: Engine,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  if (paths.length === 0) return new Map();
  const reader = await engine.reader();
  const read = await Promise.all(paths.map((path) => reader.read(path)));
  return new Map(
    paths.map((path, index) => {
      const file = read[index];
      return [path, typeof file === 'object' ? file.contentHash : undefined];
    }),
  );
}
