import type { Engine } from '../core/engine.ts';
import type { ParsedQuery } from '../core/query.ts';
import { indexFirst, type PendingFiles, pendingFiles } from '../indexing/index-first.ts';
import { beforeRuns } from '../indexing/index-run.ts';
import { detectLanguage } from './languages/detect-language.ts';
import { translate } from './languages/translate.ts';
import { wordListOf } from './languages/word-list-of.ts';
import { findInPaths, likelyFiles, scanWordsOf } from './likely-files.ts';
import { parseQuery } from './parse-query.ts';
import { searchedFor } from './search-project.ts';
import { addSynonyms } from './understand-query.ts';

interface LookOptions {
  readonly now: number;
  readonly signal: AbortSignal;
  /** The files not yet indexed, where the caller knows them. */
  readonly files?: PendingFiles;
}

/** Tens of thousands of files take half of it, a cold disk or a busy machine more; the likeliest paths come first. */
const SCAN_MILLISECONDS = 1500;
/** Limits on what is then read and parsed: a second's work on two cores. */
const MAX_FILES = 120;
const MAX_BYTES = 1_500_000;

/**
 * Prepares an answer while the index is incomplete: scans the missing files for the words of the question and indexes
 * the likeliest, so that the ordinary search finds them. Returns the share of the project then indexed, 0 to 1.
 */
export async function indexLikelyFirst(engine: Engine, text: string, options: LookOptions): Promise<number> {
  return beforeRuns(engine, async () => {
    const { listed, pending } = options.files ?? (await pendingFiles(engine, options.signal));
    const query = await readQuery(engine, searchedFor(text));
    const chosen = await chooseFiles(engine, query, pending, options.signal);
    if (chosen.length > 0) {
      await indexFirst(engine, chosen, { ...options, listed, progress: () => undefined });
    }
    return listed.length === 0 ? 1 : 1 - Math.max(0, pending.length - chosen.length) / listed.length;
  });
}

/** Every possible meaning, as there is no index yet to say which of them the project has. */
async function readQuery(engine: Engine, text: string): Promise<ParsedQuery> {
  const language = detectLanguage(text);
  const list = language === undefined ? undefined : await wordListOf(engine, language);
  if (language === undefined || list === undefined) return addSynonyms(parseQuery(text));
  const words = translate(text, language, list).flatMap((piece) =>
    'kept' in piece ? [piece.kept] : piece.meanings,
  );
  return addSynonyms(parseQuery(words.join(' '), text));
}

async function chooseFiles(
  engine: Engine,
  query: ParsedQuery,
  pending: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const words = scanWordsOf(query);
  const inPaths = findInPaths(words, pending);
  const nothing = {
    counts: new Uint8Array(pending.length * words.length),
    bytes: new Uint32Array(pending.length),
  };
  const byPath = likelyFiles(query, words, pending, { inPaths, ...nothing });
  const first = new Set(byPath);
  const ordered = [...byPath, ...pending.filter((path) => !first.has(path))];
  const counted = await (await engine.scanner?.())?.count(
    ordered,
    words.map((word) => word.text),
    { milliseconds: SCAN_MILLISECONDS, signal },
  );
  const likely = counted === undefined ? byPath : likelyFiles(query, words, ordered, { inPaths, ...counted });
  const bytesOf = new Map(ordered.map((path, row) => [path, counted?.bytes[row] ?? 0]));
  let bytes = 0;
  return likely.slice(0, MAX_FILES).filter((path) => {
    const fits = bytes < MAX_BYTES;
    bytes += bytesOf.get(path) ?? 0;
    return fits;
  });
}
