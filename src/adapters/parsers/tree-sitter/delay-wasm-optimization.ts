import { setFlagsFromString } from 'node:v8';

/**
 * How much of a function of WebAssembly has to run before V8 optimizes it, many times the usual. The lexer
 * of a large grammar is one function that takes a second to optimize, longer than some hundred files take to
 * parse without. For Node 20, whose flag this is.
 */
const TIERING_BUDGET = '--wasm-tiering-budget=100000000';

/** Applies to grammars loaded from then on. */
export function delayWasmOptimization(): void {
  if (process.version.startsWith('v20.')) setFlagsFromString(TIERING_BUDGET);
}
