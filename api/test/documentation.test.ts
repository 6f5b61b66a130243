import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyEndpoint } from '../../contract/test/every-endpoint.ts';
import { type Api, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('the documentation describes every call of the contract: who may, what goes in, what comes out, what is refused', async () => {
  const { body } = await api.withToken(undefined).get<OpenApi>('/api/docs/json');
  const endpoints = await everyEndpoint();

  const described = endpoints.map(({ method, path }) => {
    const operation = body.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    return {
      call: `${method} ${path}`,
      summary: operation?.summary,
      isOpen: operation?.security === undefined,
      pathParameters: operation?.parameters?.filter((one) => one.in === 'path').map(({ name }) => name) ?? [],
      hasQuery: operation?.parameters?.some((one) => one.in === 'query') ?? false,
      hasBody: operation?.requestBody !== undefined,
      answers: Object.keys(operation?.responses ?? {}),
    };
  });

  expect(described).toEqual(
    endpoints.map(
      ({
        method,
        path,
        summary,
        access,
        params,
        query,
        body: sent,
        upload,
        response,
        download,
        status,
        errors = [],
      }) => ({
        call: `${method} ${path}`,
        summary,
        isOpen: access === 'public',
        pathParameters: Object.keys(params?.shape ?? {}),
        hasQuery: query !== undefined,
        hasBody: sent !== undefined || upload === true,
        answers: [
          status ?? (response || download ? 200 : 204),
          ...[400, ...(access === 'public' ? [] : [401, 403]), ...errors, 429, 503].toSorted(),
        ].map(String),
      }),
    ),
  );
});

test('the documentation’s page is there, its scripts from here', async () => {
  const page = await api.withToken(undefined).request<string>('GET', '/api/docs/');
  const scripts = [...page.body.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, source]) => source ?? '');
  const script = await fetch(new URL(scripts[0] ?? '', `${api.address}/api/docs/`));

  expect(page.status).toBe(200);
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((source) => /^(https?:)?\/\//.test(source))).toEqual([]);
  expect(script.status).toBe(200);
});

interface OpenApi {
  paths: Record<string, Record<string, Operation | undefined> | undefined>;
}

interface Operation {
  summary: string;
  security?: unknown[];
  parameters?: { name: string; in: string }[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
}
