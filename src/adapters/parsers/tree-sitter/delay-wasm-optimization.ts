import { setFlagsFromString } from 'node:v8';

/**
 * Raises V8's budget before it optimizes a WebAssembly function, many times over. The lexer of a large grammar is one
 * function that takes a second to optimize: longer than parsing hundreds of files without. The flag is Node 20's.
 */
const TIERING_BUDGET = '--wasm-tiering-budget=100000000';

/** Applies to grammars loaded afterwards. */
export function delayWasmOptimization(): void {
  if (process.version.startsWith('v20.')) setFlagsFromString(TIERING_BUDGET);
}
