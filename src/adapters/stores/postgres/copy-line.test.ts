import { expect, it } from 'vitest';
import { copyLine } from './copy-line.ts';
import { withoutPassword } from './postgres-errors.ts';

it('escapes what COPY would take for its own', () => {
  expect(copyLine(['a\tb\nc\\d\re', null, 1.5, true, Uint8Array.of(0, 255)])).toBe(
    'a\\tb\\nc\\\\d\\re\t\\N\t1.5\ttrue\t\\\\x00ff\n',
  );
  expect(copyLine(['\\N', '\\.', ''])).toBe('\\\\N\t\\\\.\t\n');
});

it('shows an address without its password', () => {
  expect(withoutPassword('postgres://ada:secret@host:5432/db')).toBe('postgres://ada@host:5432/db');
  expect(withoutPassword('postgres://ada@host/db')).toBe('postgres://ada@host/db');
});
