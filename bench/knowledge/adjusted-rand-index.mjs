import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const source = new URL('../../src/knowledge/clustering/testing/adjusted-rand-index.ts', import.meta.url);
const { module } = await runnerImport(fileURLToPath(source));

/** The measure that the tests of clustering use; the package does not ship it. */
export const { adjustedRandIndex } = module;
