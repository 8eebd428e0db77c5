import { describe, expect, it } from 'vitest';
import { nodeTokenHasher } from './node-token-hasher.ts';

describe('nodeTokenHasher', () => {
  it('never gives the same secret twice', () => {
    const made = new Set(Array.from({ length: 1000 }, () => nodeTokenHasher.create()));
    expect(made.size).toBe(1000);
    for (const secret of made) expect(secret).toMatch(/^[0-9a-f]{48}$/);
  });

  it('compares digests by their text, whatever their lengths', () => {
    const digest = nodeTokenHasher.digest('a');
    expect(nodeTokenHasher.equal(digest, nodeTokenHasher.digest('a'))).toBe(true);
    expect(nodeTokenHasher.equal(digest, nodeTokenHasher.digest('b'))).toBe(false);
    expect(nodeTokenHasher.equal(digest, '')).toBe(false);
  });
});
