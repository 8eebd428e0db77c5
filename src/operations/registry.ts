import { config } from './config.ts';
import type { Operation } from './operation.ts';

/** Every operation, in the order help and the reference list them. */
export const operations: readonly Operation[] = [config];
