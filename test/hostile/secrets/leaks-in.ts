import type { Planted } from './surroundings.ts';

/** Something that was answered, printed or stored. */
export interface Said {
  readonly where: string;
  readonly text: string;
}

/** Shorter runs of hex digits also stand in hashes by chance. */
const WINDOW = 12;

/** Which secrets are seen where, as sentences. Reads every text once, however many secrets there are. */
export function leaksIn(said: readonly Said[], planted: readonly Planted[]): string[] {
  const owners = new Map<string, Planted>();
  const short: Planted[] = [];
  for (const each of planted) {
    for (const part of each.secret) {
      if (part.length < WINDOW) short.push({ ...each, secret: [part] });
      for (let at = 0; at + WINDOW <= part.length; at++) owners.set(part.slice(at, at + WINDOW), each);
    }
  }
  const leaks = new Set<string>();
  const seen = new Set<string>();
  for (const { where, text } of said) {
    if (seen.has(text)) continue;
    seen.add(text);
    for (let at = 0; at + WINDOW <= text.length; at++) {
      const owner = owners.get(text.slice(at, at + WINDOW));
      if (owner !== undefined) leaks.add(`${owner.kind} in ${owner.place} is shown by ${where}`);
    }
    for (const { kind, place, secret } of short) {
      if (secret.some((part) => text.includes(part))) leaks.add(`${kind} in ${place} is shown by ${where}`);
    }
  }
  return [...leaks];
}
