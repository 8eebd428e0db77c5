import type { Citation, MapEntry } from '../core/context.ts';
import type { ContextItem } from '../core/item.ts';
import { firstCharacters } from '../core/text/first-characters.ts';
import { hashText } from '../core/text/hash.ts';
import type { SourceKind } from '../core/vocabulary.ts';
import { type Block, rangesOf } from './block.ts';

const PREFIXES: Readonly<Record<SourceKind, string>> = {
  reference: 'ref',
  code: 'cod',
  document: 'doc',
  commit: 'com',
  memory: 'mem',
  experience: 'exp',
  value: 'val',
  message: 'msg',
};

/**
 * Enough for a one in twenty thousand chance of a collision among three hundred items; longer where one happens.
 * Tokenizers take three digits as one token, so that every id costs the same, whatever the salt.
 */
const SHORTEST = 9;

/**
 * A citation id for every item, such as `cod-120492837`: the same item gets the same id in every context that
 * has the same salt. Nobody who does not know the salt can write a text that holds the id of another item.
 * Two items whose hashes share a prefix get as many digits as it takes to tell them apart.
 */
export function citationsOf(
  items: readonly Pick<ContextItem, 'id' | 'source'>[],
  salt = '',
): Map<string, string> {
  const citations = new Map<string, string>();
  const taken = new Map<string, string[]>();
  for (const { id, source } of items) {
    const full = `${PREFIXES[source]}-${digitsOf(salt + id)}`;
    const short = full.slice(0, PREFIXES[source].length + 1 + SHORTEST);
    const sharing = taken.get(short);
    if (sharing === undefined) taken.set(short, [id]);
    else sharing.push(id);
    citations.set(id, full);
  }
  for (const [short, ids] of taken) {
    const longer = ids.length > 1;
    for (const [position, id] of ids.entries()) {
      const full = citations.get(id) ?? short;
      const clashes = longer && ids.some((other) => other !== id && citations.get(other) === full);
      citations.set(id, longer ? full + (clashes ? `-${position + 1}` : '') : short);
    }
  }
  return citations;
}

/** Sixty-four bits as digits, least significant first. */
function digitsOf(id: string): string {
  return BigInt(`0x${hashText(id)}`)
    .toString()
    .padStart(20, '0')
    .split('')
    .reverse()
    .join('');
}

/** What an answer's reader needs to find a cited block again; nothing for a block without a citation. */
export function blockCitation(block: Block): Citation[] {
  if (block.citation === undefined) return [];
  const ranges = rangesOf(block);
  const [first, last] = [ranges[0], ranges.at(-1)];
  const telling = block.lines.find((line) => line.text.trim() !== '')?.text.trim() ?? '';
  return [
    {
      id: block.citation,
      itemId: block.itemId,
      source: block.source,
      title: block.name,
      excerpt: firstCharacters(telling, LONGEST_EXCERPT),
      ...(block.path === undefined ? {} : { path: block.path }),
      ...(first === undefined || last === undefined
        ? {}
        : { startLine: first.startLine, endLine: last.endLine }),
    },
  ];
}

/** The same for files in the map: a citation covers all places of its file. */
export function mapCitations(places: readonly MapEntry[]): Citation[] {
  const cited = new Map<string, Citation>();
  for (const { citation, id, source, name, path, startLine, endLine } of places) {
    if (citation === undefined || cited.has(citation)) continue;
    cited.set(citation, {
      id: citation,
      itemId: id,
      source,
      title: name === '' ? path : name,
      excerpt: '',
      path,
      startLine,
      endLine,
    });
  }
  return [...cited.values()];
}

const LONGEST_EXCERPT = 160;
