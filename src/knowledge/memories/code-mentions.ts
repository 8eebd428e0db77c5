import { trimEndOf } from '../../core/text/trim.ts';
import type { CodeMention } from './memory.ts';

/** Code named in a text: identifiers with an inner capital, underscore, dot or call, and paths. */
export function namedCode(text: string): {
  readonly names: readonly string[];
  readonly paths: readonly string[];
} {
  const names = new Set<string>();
  const paths = new Set<string>();
  for (const [, quoted, bare] of text.matchAll(
    /`([^`\n]{1,200})`|([\p{L}_$][\p{L}\p{N}_$./\\-]*(?:\(\))?)/gu,
  )) {
    const word = trimEndOf((quoted ?? bare ?? '').trim(), '.,:;');
    if (PATH.test(word)) paths.add(word.replaceAll('\\', '/').replace(/^\.\//, ''));
    else if (quoted !== undefined ? NAME.test(word) : IDENTIFIER.test(word)) {
      names.add(word.replace(/\(.*$/, '').split('.').at(-1) ?? word);
    }
  }
  return { names: [...names].slice(0, MAX_MENTIONS), paths: [...paths].slice(0, MAX_MENTIONS) };
}

const PATH =
  /^(?:[\w@.-]+[/\\])+[\w@.-]+\.\w{1,8}$|^[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|php|cs|cpp|cc|c|h|hpp|kt|swift|scala|sh|sql|json|ya?ml|toml|md|css|html)$/;
const NAME = /^[\p{L}_$][\p{L}\p{N}_$.]*(?:\(.*\))?$/u;
const IDENTIFIER =
  /\p{Ll}\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}]|\(\)$|^\p{L}\w+\.\p{Ll}\w+\(\)$|^\p{Lu}\w*\.\p{L}\w+(?:\(\))?$/u;
/** A memory that names more code than this is a list, not a statement about it. */
const MAX_MENTIONS = 10;

type CodeState = 'unchanged' | 'changed' | 'gone';

/** What became of the code a memory names: `present` holds the current hashes by `mentionKey`. */
export function checkMentions(
  mentions: readonly CodeMention[],
  present: ReadonlyMap<string, string>,
): readonly { readonly mention: CodeMention; readonly state: CodeState }[] {
  return mentions.map((mention) => {
    const hash = present.get(mentionKey(mention));
    return {
      mention,
      state: hash === undefined ? 'gone' : hash === mention.contentHash ? 'unchanged' : 'changed',
    };
  });
}

export function mentionKey(mention: Pick<CodeMention, 'name' | 'path'>): string {
  return `${mention.path}\n${mention.name}`;
}

/** Lines shown under a memory whose code has changed; none if it has not. */
export function mentionNotes(
  checked: readonly { readonly mention: CodeMention; readonly state: CodeState }[],
  commit?: string,
): string[] {
  const at = commit === undefined ? 'when it was written' : `at commit ${commit.slice(0, 7)}`;
  return checked
    .filter(({ state }) => state !== 'unchanged')
    .map(({ mention, state }) => {
      const what = mention.name === mention.path ? mention.path : `${mention.name} in ${mention.path}`;
      return state === 'gone' ? `(true ${at}; ${what} is gone now)` : `(true ${at}; ${what} changed since)`;
    });
}
