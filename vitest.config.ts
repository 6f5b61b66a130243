import { defineConfig } from 'vitest/config';

/** Workers are bounded: the smallest machine this must run on has two cores. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'contract', isolate: false, include: ['contract/test/**/*.test.ts'] } },
      {
        test: {
          name: 'api',
          include: ['api/test/**/*.test.ts'],
          globalSetup: 'api/test/global-setup.ts',
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      './web/vite.config.ts',
      { test: { name: 'local', include: ['local/test/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 } },
      { test: { name: 'demo', isolate: false, include: ['demo/test/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 } },
      {
        test: {
          name: 'e2e',
          include: ['e2e/test/**/*.test.ts'],
          globalSetup: 'e2e/global-setup.ts',
          fileParallelism: false,
          // One browser for all files; each test is a visitor of its own.
          isolate: false,
          // After all others: a browser kept waiting by a busy machine proves nothing.
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
});
