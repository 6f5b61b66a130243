import { expect, test } from 'vitest';
import { everyEndpoint } from './every-endpoint.ts';

const endpoints = await everyEndpoint();

/** The product's calls, as its specification lists them, and those that were decided beside it. */
const calls = [
  'GET /api/settings',
  'GET /api/v1/activity',
  'GET /api/v1/activity/xls',
  'GET /api/v1/activity/:id/records',
  'POST /api/v1/activity/:id/undo',
  'POST /api/v1/activity/:kind/:recordId/restore',
  'GET /api/v1/attention/debts',
  'GET /api/v1/attention/duplicates',
  'GET /api/v1/attention/failed-invitations',
  'GET /api/v1/attention/refused-lines',
  'GET /api/v1/attention/stray-orders',
  'GET /api/v1/attention/today',
  'GET /api/v1/attention/without-upline',
  'GET /api/v1/consultants',
  'POST /api/v1/consultants',
  'POST /api/v1/consultants/change',
  'POST /api/v1/consultants/change/preview',
  'GET /api/v1/consultants/nearest',
  'GET /api/v1/consultants/suggestions',
  'GET /api/v1/consultants/xls',
  'DELETE /api/v1/consultants/:id',
  'GET /api/v1/consultants/:id',
  'PUT /api/v1/consultants/:id',
  'GET /api/v1/consultants/:id/history',
  'POST /api/v1/consultants/:id/history',
  'POST /api/v1/consultants/:id/history/preview',
  'DELETE /api/v1/consultants/:id/history/:historyId',
  'PUT /api/v1/consultants/:id/history/:historyId',
  'DELETE /api/v1/consultants/:id/history/:historyId/preview',
  'PUT /api/v1/consultants/:id/history/:historyId/preview',
  'GET /api/v1/consultants/:id/login',
  'POST /api/v1/consultants/:id/login/invitation',
  'PUT /api/v1/consultants/:id/preview',
  'GET /api/v1/consultants/:id/uplines',
  'POST /api/v1/consultants/:id/view',
  'GET /api/v1/dashboard/branches',
  'GET /api/v1/dashboard/debtors',
  'GET /api/v1/dashboard/direct',
  'GET /api/v1/dashboard/direct/xls',
  'GET /api/v1/dashboard/direct/:memberId/orders',
  'GET /api/v1/dashboard/months',
  'GET /api/v1/dashboard/movements',
  'GET /api/v1/dashboard/new-members',
  'GET /api/v1/dashboard/orders',
  'GET /api/v1/dashboard/overview',
  'GET /api/v1/dashboard/quiet-members',
  'GET /api/v1/dashboard/summary',
  'GET /api/v1/dashboard/total',
  'GET /api/v1/dashboard/total/xls',
  'GET /api/v1/dashboard/total/:memberId/orders',
  'GET /api/v1/orders',
  'POST /api/v1/orders',
  'POST /api/v1/orders/change',
  'POST /api/v1/orders/change/preview',
  'GET /api/v1/orders/change/progress/:progressKey',
  'POST /api/v1/orders/csv',
  'GET /api/v1/orders/csv/progress/:progressKey',
  'GET /api/v1/orders/imports',
  'GET /api/v1/orders/imports/:id',
  'POST /api/v1/orders/imports/:id/lines',
  'POST /api/v1/orders/imports/:id/undo',
  'GET /api/v1/orders/status-words',
  'PUT /api/v1/orders/status-words',
  'GET /api/v1/orders/totals',
  'GET /api/v1/orders/xls',
  'DELETE /api/v1/orders/:id',
  'GET /api/v1/orders/:id',
  'PUT /api/v1/orders/:id',
  'GET /api/v1/search',
  'GET /api/v1/views',
  'POST /api/v1/views',
  'DELETE /api/v1/views/:id',
  'PUT /api/v1/views/:id',
  'GET /api/v1/whoami',
];

test('the contract has the product’s calls, each once', () => {
  const declared = endpoints.map(({ method, path }) => `${method} ${path}`);

  expect(declared.toSorted()).toEqual(calls.toSorted());
});

test('every parameter of a path is declared, and no other', () => {
  const inPath = endpoints.map(({ path }) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name));

  expect(endpoints.map(({ params }) => Object.keys(params?.shape ?? {}))).toEqual(inPath);
});

test('reading sends no body, and what is not found by id may be 404', () => {
  const readers = endpoints.filter(({ method }) => method === 'GET' || method === 'DELETE');
  const byId = endpoints.filter(({ params }) => Object.keys(params?.shape ?? {}).some((name) => /id$/i.test(name)));

  expect(readers.filter(({ body, upload }) => body ?? upload)).toEqual([]);
  expect(byId.filter(({ errors }) => !errors?.includes(404))).toEqual([]);
});

test('a call answers JSON or a file; only deletions, and what is merely noted, answer nothing', () => {
  expect(endpoints.filter(({ response, download }) => response && download)).toEqual([]);
  const silent = endpoints.filter(({ response, download }) => !response && !download);
  expect(silent.filter(({ method }) => method !== 'DELETE').map(({ path }) => path)).toEqual([
    '/api/v1/consultants/:id/view',
  ]);
});

test('only the settings that the browser needs before a login are open to anybody', () => {
  expect(endpoints.filter(({ access }) => access === 'public').map(({ path }) => path)).toEqual(['/api/settings']);
  expect(
    endpoints
      .filter(({ access }) => access === 'own')
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual([
    '/api/v1/dashboard/branches',
    '/api/v1/dashboard/debtors',
    '/api/v1/dashboard/direct',
    '/api/v1/dashboard/direct/:memberId/orders',
    '/api/v1/dashboard/direct/xls',
    '/api/v1/dashboard/months',
    '/api/v1/dashboard/movements',
    '/api/v1/dashboard/new-members',
    '/api/v1/dashboard/orders',
    '/api/v1/dashboard/overview',
    '/api/v1/dashboard/quiet-members',
    '/api/v1/dashboard/summary',
    '/api/v1/dashboard/total',
    '/api/v1/dashboard/total/:memberId/orders',
    '/api/v1/dashboard/total/xls',
    '/api/v1/whoami',
  ]);
});
