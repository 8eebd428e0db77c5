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

/** Records which rules masked the files of the index; called before files are written. */
export async function noteMaskRules(index: IndexStore, rules: SecretRules): Promise<void> {
  const before = await index.getMeta(KEY);
  const now = fingerprint(rules);
  if (before === now) return;
  const isEmpty = (await index.size()).files === 0;
  await index.setMeta(KEY, isEmpty ? now : SEVERAL);
}

/**
 * The content hashes of files whose text, as it was indexed, needs no masking by these rules. None if any file of the
 * index was masked by other rules.
 */
export async function maskedHashes(
  index: IndexStore,
  rules: SecretRules,
  files: readonly Pick<FileRow, 'path' | 'contentHash'>[],
): Promise<ReadonlyMap<string, string>> {
  const [noted, format] = await Promise.all([index.getMeta(KEY), formatOf(index)]);
  if (noted !== fingerprint(rules) || format !== INDEX_FORMAT) return new Map();
  return new Map(files.map(({ path, contentHash }) => [path, contentHash]));
}
