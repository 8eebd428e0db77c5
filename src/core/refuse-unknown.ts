import { DossierError } from './errors.ts';
import { editDistance } from './text/edit-distance.ts';

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
    .map((candidate) => ({ candidate, distance: editDistance(wanted, plain(candidate)) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = scored;
  return best !== undefined && best.distance <= Math.max(1, Math.floor(wanted.length / 3))
    ? best.candidate
    : undefined;
}
