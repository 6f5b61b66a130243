import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { guide } from './guide.ts';

const resolve = (path: string) => join(import.meta.dirname, path);

/** What signs in, and nothing of the app. */
const firstScript =
  /index\.html|keycloak-js|web\/src\/(main|outdated)\.ts|web\/src\/identity\/(session|settings|login-frame|other-tabs)\.ts|vite\/preload-helper|rolldown\/runtime/;

/** What calls the server: React is in it without the DOM. */
const dataScript =
  /node_modules\/(zod|react|@tanstack\/[\w-]+)\/|contract\/src\/|web\/src\/(lib|app\/(data|query-client)|identity\/calls|dashboard\/(calls|network-query)|ui\/(drafts|toasts))/;

/** Writes the service worker, with the files of a first start: it takes their place in `src/service-worker.js`. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_options, bundle) {
      const first = Object.keys(bundle).filter((file) => /^assets\/(index|data|app)-[^/]+\.(js|css)$/.test(file));
      const files = ['/logo', '/favicon.svg', ...first.map((file) => `/${file}`)];
      const source = readFileSync(resolve('src/service-worker.js'), 'utf8');
      const build = createHash('sha256').update(JSON.stringify(files)).update(source).digest('hex').slice(0, 12);
      const written = source.replace('__FILES__', JSON.stringify(files)).replace('__BUILD__', JSON.stringify(build));
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: written });
    },
  };
}

/** Writes the app's addresses into the page: the first script has them fetched before they are run. */
function appAddresses(): Plugin {
  return {
    name: 'app-addresses',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const files = Object.keys(bundle).filter((file) => /^assets\/app-[^/]+\.(js|css)$/.test(file));
        const content = files.map((file) => `/${file}`).join(' ');
        return [{ tag: 'meta', attrs: { name: 'app', content }, injectTo: 'head' }];
      },
    },
  };
}

/** Leaves out the sentences that say what a call is for: only the API's documentation shows them. */
function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /contract\/src\// },
      handler: (code) => code.replaceAll(/^ {4}summary: '[^'\n]*',$/gm, ''),
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [withoutSummaries(), react(), guide(), appAddresses(), serviceWorker()],
  build: {
    target: 'es2022',
    // What has light-dark() and nesting; to lower them would lose the colour scheme, which is set by a variable.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Inlined assets would be data: addresses, which the content security policy knows only for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The app and its data are loaded by the first script alone. They are named here so that what they need counts as initial.
      input: { index: resolve('index.html'), data: resolve('src/app/data.ts'), app: resolve('src/app/app.tsx') },
      output: {
        codeSplitting: {
          // Three files before the first table: parts of them that later pages need too are not split off.
          groups: [
            { name: 'start', tags: ['$initial'], test: firstScript, priority: 3 },
            { name: 'data', tags: ['$initial'], test: dataScript, priority: 2 },
            { name: 'app', tags: ['$initial'], priority: 1 },
          ],
        },
      },
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
