import { describe, expect, it } from 'vitest';
import { translatingErrors } from './sqlite-errors.ts';

describe('an error of SQLite', () => {
  it.each([
    ['database or disk is full', 13, 'unavailable', /disk is full/],
    ['disk I/O error', 10, 'unavailable', /cannot be read or written .* may be full/],
    ['attempt to write a readonly database', 8, 'unavailable', /is read-only/],
    ['database disk image is malformed', 11, 'store-corrupt', /is damaged .* index --rebuild/],
    ['database is locked', 5, 'store-busy', /Another process is writing/],
  ])('%s becomes a sentence with the next step', (message, errcode, code, sentence) => {
    const error = Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode });
    const work = () =>
      translatingErrors('/tmp/s.sqlite', () => {
        throw error;
      });
    expect(work).toThrow(expect.objectContaining({ code, message: expect.stringMatching(sentence) }));
  });
});
