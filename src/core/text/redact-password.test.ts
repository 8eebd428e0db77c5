import fc from 'fast-check';
import { expect, it } from 'vitest';
import { redactPassword } from './redact-password.ts';

it.each([
  ['postgres://ada:secret@host:5432/db', 'postgres://ada@host:5432/db'],
  ['postgres://ada@host/db', 'postgres://ada@host/db'],
  ['postgresql://host/db', 'postgresql://host/db'],
  ['postgres://host/db?user=ada&password=secret', 'postgres://host/db'],
  ['postgres://host/db?replica=postgres://ada:secret@other/db', 'postgres://host/db'],
  ['postgres://ada:se#cret@host/db', 'postgres://…'],
  ['postgres://ada:1/secret@host/db', 'postgres://…'],
  ['/home/ada/a@b:c.sqlite', '/home/ada/a@b:c.sqlite'],
])('%s is shown as %s', (address, shown) => {
  expect(redactPassword(address)).toBe(shown);
});

it('never shows a password, whatever signs it has', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (signs) => {
      const password = `s3cret${signs}s3cret`;
      expect(redactPassword(`postgres://ada:${password}@host/db`)).not.toContain('s3cret');
    }),
  );
});
