import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: 'es2022',
    // What has light-dark() and nesting; to lower them would lose the colour scheme, which is set by a variable.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Inlined assets would be data: addresses, which the content security policy knows only for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What every page needs is one file: parts of it that later pages need too are not split off.
      output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] } },
    },
  },
  test: {
    name: 'web',
    // As the other projects: unequal ones may not run together.
    maxWorkers: 2,
    environment: 'jsdom',
    // The app is loaded once, not for each file; test/setup.ts undoes what a test changed.
    isolate: false,
    include: ['test/**/*.test.{ts,tsx}'],
    setupFiles: ['test/setup.ts'],
    alias: { 'keycloak-js': `${import.meta.dirname}/test/fake-keycloak.ts` },
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
