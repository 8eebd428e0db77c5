/** Why a file is left out of the index. Counted in the report; `index.include` does not override it. */
export const SKIP_REASONS = [
  'ignored',
  'excluded',
  'vendored',
  'generated',
  'secret',
  'binary',
  'too-large',
  'not-a-file',
  'submodule',
  'outside-root',
  'missing',
  'unreadable',
  'failed',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];
