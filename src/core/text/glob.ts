import { BoundedMap } from '../bounded-map.ts';
import { DossierError } from '../errors.ts';
import { trimEndOf } from './trim.ts';

/**
 * Whether a path matches a list of globs: one that includes it (or none that includes anything) and none that excludes
 * it. A glob starting with `!` excludes. `*` and `?` stay within a folder, `**` crosses folders, `{a,b}` are
 * alternatives; a plain folder name covers everything below it, and a glob without a slash matches at any depth. `.` is
 * the whole project. A literal path matches itself, even with glob characters in its names: `app/[slug]`.
 */
export function matchesGlobs(path: string, globs: readonly string[]): boolean {
  let included: boolean | undefined;
  for (const glob of globs) {
    if (glob.startsWith('!')) {
      if (matchesGlob(path, glob.slice(1))) return false;
    } else included = included === true || matchesGlob(path, glob);
  }
  return included ?? true;
}

/** Whether the glob matches the whole path, with forward slashes, or a folder above it. */
export function matchesGlob(path: string, glob: string): boolean {
  const { literal, steps, isOpen } = compiled(glob);
  if (path.startsWith(literal) && (path.length === literal.length || path[literal.length] === '/'))
    return true;
  const ends = advance(path, steps, [0]);
  return isOpen ? ends.length > 0 : ends.some((end) => end === path.length || path[end] === '/');
}

/**
 * Advances from positions in a path, ascending, to those after what a part of a glob matches. All positions at once: a
 * regular expression backtracks, and globs may come from hostile callers.
 */
type Step = (path: string, places: readonly number[]) => readonly number[];

function advance(path: string, steps: readonly Step[], from: readonly number[]): readonly number[] {
  let places = from;
  for (const step of steps) {
    if (places.length === 0) break;
    places = step(path, places);
  }
  return places;
}

/** Path filters are tested against every file of a project, so compiled globs are cached. */
const CACHED_GLOBS = 1000;
const known = new BoundedMap<string, Compiled>(CACHED_GLOBS);
/** Far longer than any path; also bounds the nesting, which could overflow the stack. */
const LONGEST_GLOB = 1000;

interface Compiled {
  /** The glob as written, for a path that is meant literally. */
  readonly literal: string;
  readonly steps: readonly Step[];
  /** Anything after the steps matches. */
  readonly isOpen: boolean;
}

function compiled(glob: string): Compiled {
  const before = known.get(glob);
  if (before !== undefined) return before;
  if (glob.length > LONGEST_GLOB) {
    const start = glob.slice(0, 40);
    throw new DossierError('invalid-input', `The glob "${start}…" has more than ${LONGEST_GLOB} characters.`);
  }
  const trimmed = trimEndOf(glob.replace(/^\.?\/+/, ''), '/');
  const isEverything = trimmed === '' || trimmed === '.';
  const isAnchored = trimmed.includes('/') || glob.startsWith('/') || glob.startsWith('./');
  const steps = isEverything ? [anything] : [...(isAnchored ? [] : [folders]), ...sequence(trimmed)];
  const isOpen = steps.at(-1) === anything;
  const made = { literal: trimmed, steps: isOpen ? steps.slice(0, -1) : steps, isOpen };
  known.set(glob, made);
  return made;
}

const TOKEN = /\*\*\/|\/\*\*$|\*\*|\*[^*?{},[]*|\?|\{|\}|,|\[!?[^\]/]+\]|[^*?{},[]+|\[/gu;

/** Unclosed braces end with the glob. */
function sequence(glob: string): readonly Step[] {
  const outer: { readonly alternatives: Step[][] }[] = [];
  let open = { alternatives: [[]] as Step[][] };
  const add = (...steps: readonly Step[]) => open.alternatives.at(-1)?.push(...steps);
  const close = () => {
    const { alternatives } = open;
    open = outer.pop() ?? { alternatives: [[]] };
    add(choice(alternatives));
  };
  for (const [token] of glob.matchAll(TOKEN)) {
    if (token === '**/') add(folders);
    else if (token === '/**') add(text('/'), anything);
    else if (token === '**') add(anything);
    else if (token.startsWith('*')) add(withinFolder(token.slice(1)));
    else if (token === '?') add(character(() => true));
    else if (token === '{') {
      outer.push(open);
      open = { alternatives: [[]] };
    } else if (token === '}' && outer.length > 0) close();
    else if (token === ',' && outer.length > 0) open.alternatives.push([]);
    else if (token.length > 2 && token.startsWith('[')) add(character(memberOf(token.slice(1, -1))));
    else add(text(token));
  }
  while (outer.length > 0) close();
  return open.alternatives[0] ?? [];
}

function text(literal: string): Step {
  return (path, places) =>
    places.filter((place) => path.startsWith(literal, place)).map((place) => place + literal.length);
}

function character(isMeant: (character: string) => boolean): Step {
  return (path, places) =>
    places.flatMap((place) => {
      const code = path.codePointAt(place);
      const found = code === undefined ? '/' : String.fromCodePoint(code);
      return found !== '/' && isMeant(found) ? [place + found.length] : [];
    });
}

/** `a-z_` or `!0-9`: the characters and ranges between brackets. */
function memberOf(members: string): (character: string) => boolean {
  const isNegated = members.startsWith('!');
  const signs = [...(isNegated ? members.slice(1) : members)];
  const ranges: [from: string, to: string][] = [];
  for (let at = 0; at < signs.length; at++) {
    const from = signs[at] ?? '';
    const to = signs[at + 1] === '-' ? signs[at + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) at += 2;
  }
  return (sign) => ranges.some(([from, to]) => from <= sign && sign <= to) !== isNegated;
}

/** Anything within a folder, then the literal, found with `indexOf`, as most positions do not match. */
function withinFolder(literal: string): Step {
  return (path, places) => {
    const ends: number[] = [];
    let folderEnd = -1;
    for (const place of places) {
      // Matches from here were already found from an earlier position in the same folder.
      if (place <= folderEnd) continue;
      folderEnd = path.indexOf('/', place);
      if (folderEnd < 0) folderEnd = path.length;
      for (let at = place; at >= 0 && at <= folderEnd; at++) {
        at = path.indexOf(literal, at);
        if (at < 0 || at > folderEnd) break;
        ends.push(at + literal.length);
      }
    }
    return ends;
  };
}

const anything: Step = (path, [first = 0]) =>
  Array.from({ length: path.length + 1 - first }, (_, at) => first + at);

/** Zero or more whole folders. */
const folders: Step = (path, places) => {
  const ends = new Set(places);
  for (let at = path.indexOf('/', places[0]); at >= 0; at = path.indexOf('/', at + 1)) ends.add(at + 1);
  return ascending(ends);
};

function choice(alternatives: readonly (readonly Step[])[]): Step {
  return (path, places) => ascending(new Set(alternatives.flatMap((steps) => advance(path, steps, places))));
}

function ascending(places: ReadonlySet<number>): readonly number[] {
  return [...places].sort((a, b) => a - b);
}
