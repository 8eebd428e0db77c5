import type { ParsedQuery } from '../core/query.ts';
import type { Candidate } from './fuse-signals.ts';
import { isShort } from './parse-query.ts';
import type { RankingRules } from './ranking-rules.ts';

/** What is found around a chunk speaks for it, too: the rest of its file, the file's tests, the folder. */
export interface Shares {
  readonly file: number;
  readonly tests: number;
  readonly folder: number;
}

/** The shares of each path among the candidates. */
export function sharesByPath(
  scored: readonly Candidate[],
  query: ParsedQuery,
  rules: RankingRules,
): ReadonlyMap<string, Shares> {
  const chunks = new Map<string, number[]>();
  const tests = new Set<string>();
  for (const { chunk, score } of scored) {
    keepBest(chunks, chunk.path, score, rules.fileChunks);
    if (chunk.role === 'test') tests.add(chunk.path);
  }
  const mean = (best: readonly number[] = []) => best.reduce((sum, own) => sum + own, 0) / rules.fileChunks;
  const ofTests = new Map<string, number>();
  const folders = new Map<string, number[]>();
  for (const [path, best] of chunks) {
    const score = (best[0] ?? 0) + rules.fileShare * mean(best);
    keepBest(folders, folderOf(path), score, rules.fileChunks);
    const tested = tests.has(path) ? testedName(path) : '';
    if (tested !== '') ofTests.set(tested, Math.max(ofTests.get(tested) ?? 0, score));
  }
  const folderShare = isShort(query) ? rules.folderShare : 0;
  return new Map(
    Array.from(chunks, ([path, best]) => [
      path,
      {
        file: rules.fileShare * mean(best),
        tests: tests.has(path) ? 0 : rules.testShare * (ofTests.get(testedName(path)) ?? 0),
        folder: folderShare * mean(folders.get(folderOf(path))),
      },
    ]),
  );
}

/** Keeps the largest scores of each key, largest first. */
function keepBest(kept: Map<string, number[]>, key: string, score: number, most: number): void {
  const best = kept.get(key);
  if (best === undefined) kept.set(key, [score]);
  else if (best.length < most || score > best.at(-1)!) {
    const place = best.findIndex((other) => other < score);
    best.splice(place < 0 ? best.length : place, 0, score);
    if (best.length > most) best.pop();
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

const OF_TESTS = /^test[_-]|^Test(?=[A-Z])|[._-](?:tests?|spec)$|(?:Tests?|Spec)$/g;

/** `foo` for `src/foo.ts`, `foo.test.ts`, `test_foo.py` and `FooTest.java`. */
function testedName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  return name.replace(OF_TESTS, '').toLowerCase();
}
