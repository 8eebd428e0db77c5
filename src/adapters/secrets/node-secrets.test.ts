import { describe, expect, it } from 'vitest';
import { nodeSecrets } from './node-secrets.ts';

describe('nodeSecrets', () => {
  it('never gives the same secret twice', () => {
    const made = new Set(Array.from({ length: 1000 }, () => nodeSecrets.create()));
    expect(made.size).toBe(1000);
    for (const secret of made) expect(secret).toMatch(/^[0-9a-f]{48}$/);
  });

  it('compares digests by their text, whatever their lengths', () => {
    const digest = nodeSecrets.digest('a');
    expect(nodeSecrets.equal(digest, nodeSecrets.digest('a'))).toBe(true);
    expect(nodeSecrets.equal(digest, nodeSecrets.digest('b'))).toBe(false);
    expect(nodeSecrets.equal(digest, '')).toBe(false);
  });
});
