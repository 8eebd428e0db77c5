import { config } from './config.ts';
import type { Operation } from './operation.ts';

/**
 * Every operation by its method name in the library, in the order help and the reference list them.
 * A new operation is added here and nowhere else.
 */
export const library = { config };

export const operations: readonly Operation[] = Object.values(library);
