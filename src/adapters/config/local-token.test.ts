import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeTokenHasher } from '../tokens/node-token-hasher.ts';
import { keepLocalSalt, keepLocalToken } from './local-token.ts';

describe('the token of this machine', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-token-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const keep = () => keepLocalToken(join(folder, 'state', 'token'), nodeTokenHasher.create);

  it('is made once, for its user alone', () => {
    const token = keep();
    expect(token).toMatch(/^[0-9a-f]{48}$/);
    expect(keep()).toBe(token);
    expect(statSync(join(folder, 'state', 'token')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'state')).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['could be read by others', () => chmodSync(join(folder, 'state', 'token'), 0o644)],
    ['was emptied', () => writeFileSync(join(folder, 'state', 'token'), '')],
    [
      'became a link',
      () => {
        writeFileSync(join(folder, 'other'), 'a'.repeat(48), { mode: 0o600 });
        rmSync(join(folder, 'state', 'token'));
        symlinkSync(join(folder, 'other'), join(folder, 'state', 'token'));
      },
    ],
  ])('is made again when it %s', (_what, change) => {
    const token = keep();
    change();
    const next = keep();
    expect(next).not.toBe(token);
    expect(next).not.toBe('a'.repeat(48));
    expect(keep()).toBe(next);
  });

  it('is a salt of this process alone where nothing can be written', () => {
    writeFileSync(join(folder, 'file'), '');
    const path = join(folder, 'file', 'salt');
    const salt = keepLocalSalt(path, nodeTokenHasher.create);
    expect(salt).toMatch(/^[0-9a-f]{48}$/);
    expect(keepLocalSalt(path, nodeTokenHasher.create)).not.toBe(salt);
  });
});
