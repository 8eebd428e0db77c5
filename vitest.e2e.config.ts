import { defineConfig } from 'vitest/config';

/** End-to-end tests run the built binary (`npm run build` first) in temporary folders. */
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    globalSetup: ['test/e2e/shared-folder.ts'],
    // Limits for what never ends, not for what is slow: the machine may be busy.
    testTimeout: 300_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 60_000 } },
    fileParallelism: false,
  },
});
