import type { Commit } from '../core/ports.ts';

/** Wider commits are renames and reformatting; their messages do not describe the changed lines. */
const WIDEST_COMMIT = 20;
const MIN_WORDS = 3;
const NO_QUESTION =
  /^(?:merge|revert|bump|release|version|v?\d+\.\d+|wip|initial commit|update changelog)\b|\bdeps(?:-dev)?\)/i;
const TRAILER =
  /^(?:signed-off-by|co-authored-by|reviewed-by|acked-by|tested-by|reported-by|change-id|pr-url|refs?|fixes|closes|resolves|see|cc|link)\b[ :#].*$/gim;

/** The question a commit message asks of a search: the message without trailers and issue numbers. */
export function commitQuestion({ message, files }: Commit): string | undefined {
  if (files.length === 0 || files.length > WIDEST_COMMIT || NO_QUESTION.test(message)) return undefined;
  const text = message
    .replace(TRAILER, '')
    .replace(/\(?#\d+\)?/g, '')
    .trim();
  return text.split(/\s+/).length < MIN_WORDS ? undefined : text;
}
