import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'web/src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: ['test/e2e/**', '**/node_modules/**'],
    globalSetup: ['scripts/copy-grammars.mjs', 'scripts/make-vocabularies.mjs', 'scripts/make-ideas.mjs'],
    // Limits for what never ends, not for what is slow: the machine may be busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/**/*.test.ts', 'src/program/**'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: {
        'src/{core,assembly,indexing,sessions,search,context,knowledge,conversation,operations}/**': {
          lines: 90,
        },
      },
    },
  },
});
