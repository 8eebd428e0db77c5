import { expect, it } from 'vitest';
import { copyLine } from './copy-line.ts';

it('escapes what COPY would take for its own', () => {
  expect(copyLine(['a\tb\nc\\d\re', null, 1.5, true, Uint8Array.of(0, 255)])).toBe(
    'a\\tb\\nc\\\\d\\re\t\\N\t1.5\ttrue\t\\\\x00ff\n',
  );
  expect(copyLine(['\\N', '\\.', ''])).toBe('\\\\N\t\\\\.\t\n');
});
