import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { TokenHasher } from '../../core/ports.ts';

/** 192 bits, far beyond guessing. */
const SECRET_BYTES = 24;

export const nodeTokenHasher: TokenHasher = {
  create: () => randomBytes(SECRET_BYTES).toString('hex'),
  // A fast digest is fine: the secrets are random, so a dictionary attack does not help.
  digest: (text) => createHash('sha256').update(text).digest('hex'),
  sign: (secret, text) => createHmac('sha256', secret).update(text).digest('hex'),
  equal(one, other) {
    const [left, right] = [Buffer.from(one), Buffer.from(other)];
    return left.length === right.length && timingSafeEqual(left, right);
  },
};
