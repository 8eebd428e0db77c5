import { DossierError } from './errors.ts';

/** Refuses a misspelt name, which would otherwise be silently ignored, and suggests the nearest known one. */
export function refuseUnknown(what: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const sentences = unknown.map((name) => {
    const nearest = nearestName(name, known);
    return `Unknown ${what} "${name}"${nearest === undefined ? '' : `: did you mean "${nearest}"?`}`;
  });
  const list = known.length === 0 ? `There is no ${what}.` : `Known: ${known.join(', ')}.`;
  throw new DossierError('invalid-input', `${sentences.join('; ').replace(/[^?]$/, '$&.')} ${list}`);
}

/** The known name closest in spelling, ignoring case and separators; undefined when all are far. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const wanted = plain(name);
  const scored = known
    .map((candidate) => ({ candidate, distance: distanceOf(wanted, plain(candidate)) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = scored;
  return best !== undefined && best.distance <= Math.max(1, Math.floor(wanted.length / 3))
    ? best.candidate
    : undefined;
}

/** The edit distance (insert, delete, replace) between two texts. */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const [above = 0, diagonal = 0, left = 0] = [row[column], row[column - 1], next[column - 1]];
      next.push(Math.min(above + 1, left + 1, diagonal + (letter === to[column - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
