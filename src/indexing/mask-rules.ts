import type { FileRow, IndexStore } from '../core/store.ts';
import { hashText } from '../core/text/hash.ts';
import { rulesFingerprint } from '../core/text/secrets/rules-fingerprint.ts';
import type { SecretRules } from '../core/text/secrets/secret-rules.ts';
import { formatOf, INDEX_FORMAT } from './index-format.ts';

const KEY = 'maskRules';
/** Files of one index were masked by different rules. */
const SEVERAL = 'several';

const fingerprint = (rules: SecretRules) =>
  hashText(JSON.stringify([rulesFingerprint(), rules.mask, rules.allow]));

/** Files up to this path were masked by these rules, others perhaps not. */
const upTo = (rules: string, path: string) => `${rules} up to ${path}`;
/** Before the first path. */
const START = '';

/** Records which rules masked the files of the index; called before files are written. */
export async function noteMaskRules(index: IndexStore, rules: SecretRules): Promise<void> {
  const before = await index.getMeta(KEY);
  const now = fingerprint(rules);
  if (before === now || before?.startsWith(upTo(now, START))) return;
  const isEmpty = (await index.size()).files === 0;
  await index.setMeta(KEY, isEmpty ? now : SEVERAL);
}

/** The path up to which files were masked by these rules, in order of paths; undefined if all were. */
export async function maskedUpTo(index: IndexStore, rules: SecretRules): Promise<string | undefined> {
  const noted = (await index.getMeta(KEY)) ?? SEVERAL;
  const now = fingerprint(rules);
  if (noted === now) return undefined;
  const start = upTo(now, START);
  return noted.startsWith(start) ? noted.slice(start.length) : START;
}

/** Whether files of the index were masked by other rules than these, so that every question masks them again. */
export async function isMaskedOtherwise(index: IndexStore, rules: SecretRules): Promise<boolean> {
  if ((await formatOf(index)) !== INDEX_FORMAT) return false;
  return (await maskedUpTo(index, rules)) !== undefined;
}

/** Called before the first file is masked again: from then on it shows if another process writes by other rules. */
export async function beginMasking(index: IndexStore, rules: SecretRules): Promise<void> {
  const end = await maskedUpTo(index, rules);
  if (end !== undefined) await index.setMeta(KEY, upTo(fingerprint(rules), end));
}

/** Records how far files were masked again, all of them without a path; false if others wrote by other rules. */
export async function noteMasked(
  index: IndexStore,
  rules: SecretRules,
  path: string | undefined,
): Promise<boolean> {
  const now = fingerprint(rules);
  const noted = await index.getMeta(KEY);
  if (noted !== now && !noted?.startsWith(upTo(now, START))) return false;
  await index.setMeta(KEY, path === undefined ? now : upTo(now, path));
  return true;
}

/**
 * The content hashes of files whose text, as it was indexed, needs no masking by these rules: none of those that
 * other rules may have masked.
 */
export async function maskedHashes(
  index: IndexStore,
  rules: SecretRules,
  files: readonly Pick<FileRow, 'path' | 'contentHash'>[],
): Promise<ReadonlyMap<string, string>> {
  const [end, format] = await Promise.all([maskedUpTo(index, rules), formatOf(index)]);
  if (format !== INDEX_FORMAT) return new Map();
  return new Map(
    files
      .filter(({ path }) => end === undefined || path <= end)
      .map(({ path, contentHash }) => [path, contentHash]),
  );
}
