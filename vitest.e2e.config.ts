import { defineConfig } from 'vitest/config';

/** End-to-end tests run the built binary (`npm run build` first) in temporary folders. */
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
