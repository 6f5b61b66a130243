import { defineConfig, type OxlintConfig } from 'oxlint';

type Override = NonNullable<OxlintConfig['overrides']>[number];

/** Imports that no file of a folder may have, and why. */
interface Wall {
  group: string[];
  message: string;
}

/** What a folder's files may not import. A later one replaces an earlier one for the files that both are about. */
function walls(files: string | string[], ...patterns: Wall[]): Override {
  return { files: [files].flat(), rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

const benchmarks = ['@rede/bench/**', '**/bench/src/**'];

const production: Wall = {
  group: [
    '@rede/local/**',
    '@rede/demo/**',
    '@rede/web/**',
    '**/local/src/**',
    '**/demo/src/**',
    '**/web/src/**',
    ...benchmarks,
  ],
  message: 'Production never loads local, demo or bench, and api and web meet only in the contract.',
};

const apiFeatures = ['identity', 'consultants', 'history', 'logins', 'orders', 'orders-import', 'dashboard'].concat([
  'activity',
  'search',
  'saved-views',
  'attention',
]);

/**
 * What features of the API may use beside their own: a consultant is saved with its upline, and files are read and loaded as orders.
 */
const mayUse: Record<string, string[]> = { consultants: ['history'], 'orders-import': ['orders', 'orders-file'] };

/** Files beside `routes.ts` that know the web server, and therefore no SQL. */
const servingFiles: Record<string, string[]> = { 'orders-import': ['upload.ts'] };

/** What a feature of the API keeps away from. */
function apiFeature(feature: string): Override[] {
  const others = [...apiFeatures, 'orders-file'].filter(
    (other) => other !== feature && !mayUse[feature]?.includes(other),
  );
  const common: Wall[] = [
    production,
    { group: folders(others), message: 'Features do not import each other: they meet in SQL or in app.' },
    {
      group: ['../app.ts', '../main.ts', '../run.ts'],
      message: 'A feature is registered by app and knows nothing of it.',
    },
  ];
  const serving = ['routes.ts', ...(servingFiles[feature] ?? [])].map((file) => `api/src/${feature}/${file}`);
  return [
    walls(`api/src/${feature}/**`, ...common, {
      group: ['fastify', '@fastify/**', '../http/serve.ts', '**/routes.ts'],
      message: 'Only routes know the web server.',
    }),
    walls(serving, ...common, {
      group: ['kysely', 'kysely/**', 'pg', 'pg-*'],
      message: 'Routes contain no SQL.',
    }),
  ];
}

const browser: Wall = {
  group: [
    '@rede/api/**',
    '@rede/local/**',
    '@rede/demo/**',
    '@rede/bench/**',
    '**/api/src/**',
    '**/local/src/**',
    '**/bench/src/**',
  ],
  message: 'The browser meets the server only in the contract.',
};

const webFeatures = ['consultants', 'history', 'orders', 'orders-import', 'dashboard', 'search', 'attention'];

/** What every page of the back office shows beside its own: who changed this, and the views of a list. */
const sharedWebFeatures = ['activity', 'saved-views'];

function webFeature(feature: string): Override {
  return walls(`web/src/${feature}/**`, browser, {
    group: folders(['app', ...webFeatures.filter((other) => other !== feature)]),
    message: 'Features import neither each other nor the app; they meet in the router.',
  });
}

function folders(names: string[]): string[] {
  return names.map((name) => `../${name}/**`);
}

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  env: { builtin: true, node: true, browser: true },
  ignorePatterns: ['**/dist/**', 'artifacts/**'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'no-console': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    eqeqeq: ['error', 'always'],
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      {
        considerDefaultExhaustiveForUnions: true,
      },
    ],
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-misused-spread': 'off',
    'react/react-in-jsx-scope': 'off',
    'import/no-unassigned-import': 'off',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'no-control-regex': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/no-standalone-expect': [
      'error',
      {
        additionalTestBlockFunctions: ['test'],
      },
    ],
    'import/no-named-as-default-member': 'off',
    'typescript/consistent-return': 'off',
    'vitest/require-awaited-expect-poll': 'off',
  },
  overrides: [
    walls('contract/src/**', {
      group: ['*', '!zod', '!zod/**', '!./*'],
      message: 'The contract imports only zod and its own files.',
    }),
    walls('api/src/**', production),
    walls('api/src/db/**', production, {
      group: ['../**', '!../../migrations/**'],
      message: 'The database layer knows nothing above it.',
    }),
    walls('api/src/http/**', production, { group: folders(apiFeatures), message: 'The HTTP layer knows no feature.' }),
    walls(['api/src/background/**', 'api/src/verify/**'], production, {
      group: folders(apiFeatures),
      message: 'What keeps up derived data knows no feature.',
    }),
    ...apiFeatures.flatMap(apiFeature),
    walls('api/src/orders-file/**', {
      group: ['*', '!./*', '!../http/problem.ts', '!@rede/contract/**', '!node:*'],
      message: 'Reading a file of orders needs the contract and Problem only: no database, no HTTP.',
    }),
    walls('web/src/**', browser),
    walls('web/src/lib/**', browser, {
      group: ['../*/**'],
      message: 'lib is the ground: it knows nothing above it.',
    }),
    walls('web/src/ui/**', browser, {
      group: [
        ...folders(['app', 'identity', ...webFeatures, ...sharedWebFeatures]),
        ...['consultants', 'history', 'logins', 'orders', 'orders-import', 'dashboard', 'identity']
          .concat(['activity', 'search', 'saved-views', 'attention'])
          .map((noun) => `@rede/contract/${noun}`),
      ],
      message: 'ui knows no noun of the product.',
    }),
    webFeature('identity'),
    ...[...webFeatures, ...sharedWebFeatures].map(webFeature),
    walls(['local/**', 'demo/**', 'e2e/**', 'api/test/**', 'contract/test/**', 'web/test/**'], {
      group: benchmarks,
      message: 'Benchmarks use the product; nothing uses them.',
    }),
    walls('bench/**', {
      group: ['@rede/web/**', '@rede/e2e/**', '**/web/src/**', '**/e2e/**', '!@rede/e2e/chromium.ts'],
      message: 'Benchmarks ask the API over HTTP, the database, and a browser.',
    }),
    {
      files: ['**/test/**'],
      rules: { 'typescript/require-array-sort-compare': 'off', 'import/no-cycle': ['error', { ignoreTypes: true }] },
    },
  ],
});
