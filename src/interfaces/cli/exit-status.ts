import type { ErrorCode } from '../../core/errors.ts';

/** Exit status by error code; 0 is success, 2 a usage error. */
export const EXIT_STATUS: Readonly<Record<ErrorCode, number>> = {
  'invalid-input': 2,
  'not-found': 3,
  conflict: 4,
  forbidden: 5,
  unauthenticated: 5,
  'outside-root': 5,
  'not-indexed': 6,
  'store-corrupt': 7,
  'store-busy': 8,
  unavailable: 8,
  timeout: 9,
  cancelled: 130,
  internal: 1,
};
