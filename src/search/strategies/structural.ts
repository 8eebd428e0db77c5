import type { FileRow } from '../../core/store.ts';
import { accepts } from '../chunks-of-units.ts';
import { aboutProject } from './about-project.ts';
import type { Signal, Strategy, StrategyInput } from './strategy.ts';

/** More paths than this in one text are a listing, not a question. */
const MAX_PATHS = 20;
/** A name shared by many files (`index.ts`) points nowhere. */
const MAX_FILES = 8;

/** Files, and lines of files, named in the query; for a question about the whole project, the files that tell. */
export const structural: Strategy = {
  name: 'structural',
  ignoresExpansions: true,
  kinds: {
    'named-path': { weight: 0.5 },
    'named-place': { weight: 1.5 },
    // The words of such a question stand everywhere.
    'about-project': { weight: 5 },
  },
  async find(input) {
    const [named, about] = await Promise.all([namedFiles(input), aboutProject(input)]);
    return [...named, ...about];
  },
};

async function namedFiles(input: StrategyInput): Promise<readonly Signal[]> {
  const { index, query, filter } = input;
  const signals: Signal[] = [];
  for (const path of query.paths.slice(0, MAX_PATHS)) {
    const files = await filesNamed(input, path);
    if (files.length === 0 || files.length > MAX_FILES) continue;
    const strength = 1 / Math.sqrt(files.length);
    const lines = query.places.filter((place) => place.path === path);
    for (const chunk of await index.chunksOfFiles(files.map((file) => file.path))) {
      if (!accepts(filter, chunk)) continue;
      signals.push({ kind: 'named-path', chunk, strength, detail: path });
      const place = lines.find(({ line, endLine }) => line <= chunk.endLine && endLine >= chunk.startLine);
      if (place === undefined) continue;
      signals.push({ kind: 'named-place', chunk, strength, detail: `${path}:${place.line}` });
    }
  }
  return signals;
}

/**
 * The files that a path in a query means. Traces print paths of other machines and builds (`/usr/lib/app/src/a.py`), so
 * the files that share the longest suffix with it are taken.
 */
async function filesNamed({ index }: StrategyInput, path: string): Promise<readonly FileRow[]> {
  const segments = path.split('/');
  const alike = await index.filesEndingWith(segments.at(-1) ?? path);
  const exact = alike.filter((file) => sharedEnd(file.path, segments) === segments.length);
  if (exact.length > 0) return exact;
  const longest = Math.max(0, ...alike.map((file) => sharedEnd(file.path, segments)));
  // A shared bare file name proves nothing unless no other file has it.
  return longest > 1 || alike.length === 1
    ? alike.filter((file) => sharedEnd(file.path, segments) === longest)
    : [];
}

function sharedEnd(path: string, segments: readonly string[]): number {
  const own = path.split('/');
  let shared = 0;
  while (
    shared < Math.min(own.length, segments.length) &&
    own.at(-1 - shared)?.toLowerCase() === segments.at(-1 - shared)?.toLowerCase()
  ) {
    shared++;
  }
  return shared;
}
