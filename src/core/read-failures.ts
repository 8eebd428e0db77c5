import type { ReadFailure } from './ports.ts';

/** Why a file cannot be read, as the end of a sentence. */
export const READ_FAILURES: Readonly<Record<ReadFailure, string>> = {
  missing: 'there is no such file in the project',
  'outside-root': 'the path leads outside the project',
  'not-a-file': 'the path is not a file',
  'too-large': 'the file is larger than the setting index.maxFileBytes',
  binary: 'the file is not text',
  generated: 'a program wrote the file',
  secret: 'the file holds secrets',
  unreadable: 'the file system refuses it',
};
