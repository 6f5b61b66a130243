import { defineConfig } from 'vitest/config';

/** Of all projects alike, so that they run together: what one leaves of a machine another takes, down to the last file. */
const everywhere = {
  /** Bounded: the smallest machine this must run on has two cores. */
  maxWorkers: 2,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // A machine that is busy with other work is slow and not wrong.
  expect: { poll: { timeout: 30_000 } },
};

/** Files that run in one process after each other, which loads their modules once: each has its data to itself, and no module keeps a test's. */
const shared = { ...everywhere, isolate: false };

export default defineConfig({
  test: {
    maxWorkers: everywhere.maxWorkers,
    projects: [
      { test: { ...shared, name: 'contract', include: ['contract/test/**/*.test.ts'] } },
      { test: { ...shared, name: 'api', include: ['api/test/**/*.test.ts'], globalSetup: 'api/test/global-setup.ts' } },
      './web/vite.config.ts',
      // They change the process they run in: its environment and its signals.
      { test: { ...everywhere, name: 'local', include: ['local/test/**/*.test.ts'] } },
      { test: { ...shared, name: 'demo', include: ['demo/test/**/*.test.ts'] } },
      // A worker's files share one browser, and one product of the worker's own.
      { test: { ...shared, name: 'e2e', include: ['e2e/test/**/*.test.ts'], globalSetup: 'e2e/global-setup.ts' } },
    ],
  },
});
