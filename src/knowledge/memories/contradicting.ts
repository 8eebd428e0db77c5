import { differsInOneValue, type Statement, statementOf } from './near-duplicate.ts';

interface Said {
  readonly id: string;
  readonly content: string;
}

/** Longer ones are stories, in which one differing word is no contradiction. */
const MOST_WORDS = 40;
/** Of statements that are alike but for one word, each is compared with so many before it. */
const COMPARED = 8;

/**
 * Which memories are about the same subject and differ in one value, by the id of each. Statements are found by what
 * is left of them without one of their words, so the time grows with what is listed, not with its square.
 */
export function contradicting(memories: readonly Said[]): ReadonlyMap<string, readonly string[]> {
  const byRest = new Map<string, (Said & { readonly statement: Statement })[]>();
  const found = new Map<string, Set<string>>();
  const note = (id: string, other: string) => found.set(id, new Set([...(found.get(id) ?? []), other]));
  for (const memory of memories) {
    const said = { ...memory, statement: statementOf(memory.content) };
    for (const rest of restsOf(said.statement)) {
      const alike = byRest.get(rest) ?? [];
      byRest.set(rest, [...alike, said].slice(-COMPARED));
      for (const other of alike) {
        if (other.id === memory.id || found.get(memory.id)?.has(other.id) === true) continue;
        if (!differsInOneValue(other.statement, said.statement)) continue;
        note(memory.id, other.id);
        note(other.id, memory.id);
      }
    }
  }
  return new Map([...found].map(([id, others]) => [id, [...others]]));
}

/** The words of a statement, whatever their order: all of them, and all but each. */
function restsOf({ words }: Statement): ReadonlySet<string> {
  if (words.length > MOST_WORDS) return new Set();
  const stems = words.map(({ stem }) => stem).sort();
  return new Set([stems, ...stems.map((_, at) => stems.toSpliced(at, 1))].map((rest) => rest.join('\n')));
}
