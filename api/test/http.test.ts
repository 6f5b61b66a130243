import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answered, type Api, startApi } from './start-api.ts';

let api: Api;

beforeAll(async () => {
  api = await startApi({
    settings: {
      TRUST_PROXY: 'true',
      APP_TITLE: 'Rede de Teste',
      CONTACT_PHONE: '210 000 000',
      CONTACT_EMAIL: 'apoio@exemplo.pt',
      CONTACT_WEBSITE: 'https://exemplo.pt',
      EXPORT_CONSULTANTS: 'true',
    },
  });
});
afterAll(() => api.stop());

const json = { 'content-type': 'application/json' };
const invalidJson = { code: 'invalid', message: 'O pedido não é JSON válido.' };
const unknownAddress = { code: 'not_found', message: 'Este endereço não existe.' };
const unsupported = { code: 'unsupported_media_type', message: 'Este tipo de conteúdo não é aceite.' };

test.each(['{"name":', '{"a":1}}', "{'a':1}", '{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{}}}'])(
  'the body %s is no JSON for us',
  async (body) => {
    const answered = await api.admin.request('POST', '/api/v1/orders', { headers: json, body });

    expect([answered.status, answered.body]).toEqual([400, invalidJson]);
  },
);

test.each(['[]', '"texto"', '7', 'true'])('the body %s is no order, and the answer says so', async (body) => {
  const answered = await api.admin.request('POST', '/api/v1/orders', { headers: json, body });

  expect(answered.status).toBe(400);
  expect(answered.body.message).toMatch(/^Entrada inválida: esperava um objeto/);
});

test('no body, null and an empty object are the same: all that is obligatory is missing', async () => {
  const answered = await Promise.all([
    api.admin.request('POST', '/api/v1/orders'),
    api.admin.request('POST', '/api/v1/orders', { headers: json, body: '' }),
    api.admin.request('POST', '/api/v1/orders', { headers: json, body: 'null' }),
    api.admin.request('POST', '/api/v1/orders', { headers: json, body: '{}' }),
  ]);

  expect(answered.map(({ status, body }) => [status, body.errors?.length])).toEqual([
    [400, 3],
    [400, 3],
    [400, 3],
    [400, 3],
  ]);
});

test('a call without a body may name its type all the same', async () => {
  const { id } = await api.order({ ecommerceId: 'TYPED' });

  const { status } = await api.admin.request('DELETE', `/api/v1/orders/${id}`, { headers: json });

  expect(status).toBe(204);
});

test('a body nested as deep as it may be long is refused like any other', async () => {
  const body = `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`;

  const answered = await api.admin.request('POST', '/api/v1/orders', { headers: json, body });

  expect(answered.status).toBe(400);
  expect(answered.body.errors).toContainEqual({ field: 'a', message: 'Campo desconhecido' });
});

test.each([
  ['name=a&name=b', 'name', 'Texto inválido'],
  ['name=a&name=', 'name', 'Texto inválido'],
  ['pageNumber=0&pageNumber=1', 'pageNumber', 'Número inválido'],
  ['status=ACTIVE&status=INACTIVE', 'status', 'Status inválido'],
  ['dateStart=2026-01-01&dateStart=2026-01-02', 'dateStart', 'Data inválida'],
  ['surprise=1', 'surprise', 'Campo desconhecido'],
  ['Name=a', 'Name', 'Campo desconhecido'],
  ['__proto__=1', '__proto__', 'Campo desconhecido'],
  ['constructor=1', 'constructor', 'Campo desconhecido'],
  ['name=%00', 'name', 'Contém caracteres inválidos'],
  ['name=' + 'a'.repeat(201), 'name', 'No máximo 200 caracteres'],
  ['pageSize=0', 'pageSize', 'Entre 1 e 200'],
  ['pageSize=1.5', 'pageSize', 'Número inválido'],
  ['pageNumber=2147483648', 'pageNumber', 'Número demasiado alto'],
])('the query %s is refused at %s', async (query, field, message) => {
  const { status, body } = await api.admin.get(`/api/v1/consultants?${query}`);

  expect([status, body]).toEqual([400, { code: 'invalid', message, errors: [{ field, message }] }]);
});

test('a query where none is asked for is refused too', async () => {
  const one = await api.admin.get('/api/v1/orders/1?full=1');
  const settings = await api.admin.get('/api/settings?full=1');

  expect([one.status, settings.status]).toEqual([400, 400]);
  expect(one.body.errors).toEqual([{ field: 'full', message: 'Campo desconhecido' }]);
});

test('path, query and body are checked together', async () => {
  const { status, body } = await api.admin.request('PUT', '/api/v1/orders/abc?full=1', {
    headers: json,
    body: JSON.stringify({ ecommerceId: '1', createdAt: '2026-01-01' }),
  });

  expect(status).toBe(400);
  expect(body.errors).toEqual([
    { field: 'id', message: 'Identificador inválido' },
    { field: 'full', message: 'Campo desconhecido' },
    { field: 'total', message: 'Valor da Encomenda é obrigatório' },
  ]);
});

test.each(['0', '-1', '1.5', 'abc', '9007199254740993', '1'.repeat(300), '0x1', '1e0', '%201', '+1'])(
  '%s is no id',
  async (id) => {
    const { status, body } = await api.admin.get(`/api/v1/consultants/${id}`);

    expect([status, body.errors]).toEqual([400, [{ field: 'id', message: 'Identificador inválido' }]]);
  },
);

test.each([
  ['GET', '/api/v1/nada'],
  ['GET', '/nada'],
  ['GET', '/api/v1/consultants/%ff'],
  ['GET', '/api/v1/consultants/1/history/1'],
  ['PATCH', '/api/v1/consultants/1'],
  ['DELETE', '/api/v1/consultants'],
  ['OPTIONS', '/api/v1/consultants'],
  ['POST', '/api/v1/whoami'],
])('%s %s is nothing that is served', async (method, path) => {
  const { status, body } = await api.admin.request(method, path);

  expect([status, body]).toEqual([404, unknownAddress]);
});

test('a body that is too large is refused as such', async () => {
  const body = JSON.stringify({ name: 'a'.repeat(300_000) });

  const answered = await api.admin.request('POST', '/api/v1/consultants', { headers: json, body });

  expect([answered.status, answered.body]).toEqual([
    413,
    { code: 'too_large', message: 'O pedido é demasiado grande.' },
  ]);
});

test('a body that is not JSON is refused by its type', async () => {
  const form = new FormData();
  form.set('file', new Blob(['a']), 'a.csv');

  const answered = await Promise.all([
    api.admin.request('POST', '/api/v1/orders', { headers: { 'content-type': 'text/plain' }, body: '{}' }),
    api.admin.request('POST', '/api/v1/orders', { headers: { 'content-type': 'application/xml' }, body: '<a/>' }),
    api.admin.request('POST', '/api/v1/orders', { body: new URLSearchParams({ total: '1' }) }),
    api.admin.request('POST', '/api/v1/orders', { body: form }),
  ]);

  expect(answered.map(({ status, body }) => [status, body])).toEqual(answered.map(() => [415, unsupported]));
});

test('every answer carries the strict headers, whatever it is', async () => {
  const { id } = await api.order({ ecommerceId: 'HEADERS' });
  const nobody = api.withToken(undefined);

  const answered: Answered<unknown>[] = await Promise.all([
    api.admin.get('/api/v1/orders'),
    api.admin.delete(`/api/v1/orders/${id}`),
    api.admin.download('/api/v1/orders/xls'),
    api.admin.request('POST', '/api/v1/orders', { headers: json, body: '{' }),
    api.admin.request('POST', '/api/v1/orders', { headers: { 'content-type': 'text/plain' }, body: 'x' }),
    api.admin.request('HEAD', '/api/v1/orders'),
    api.admin.get('/api/v1/orders/999999'),
    api.admin.get('/api/v1/orders/%ff'),
    api.admin.get('/api/v1/nada'),
    nobody.get('/api/v1/orders'),
    nobody.get('/api/settings'),
    nobody.request('GET', '/api/docs/'),
    nobody.get('/api/docs/json'),
  ]);

  const strict = {
    'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  };
  expect(answered.map(({ headers }) => Object.fromEntries(headers))).toMatchObject(answered.map(() => strict));
  expect(answered.map(({ headers }) => headers.get('x-powered-by') ?? headers.get('server'))).toEqual(
    answered.map(() => null),
  );
});

test('scripts come from here only, and none stands in a page', async () => {
  const { headers } = await api.admin.get('/api/v1/nada');

  const policy = headers.get('content-security-policy') ?? '';
  expect(policy.split(';').find((directive) => directive.startsWith('script-src'))).toBe("script-src 'self'");
  expect(policy).not.toContain('unsafe-eval');
});

test('over TLS browsers are told to stay there', async () => {
  const overTls = await api.admin.request('GET', '/api/settings', { headers: { 'x-forwarded-proto': 'https' } });
  const without = await api.admin.request('GET', '/api/settings');

  expect(overTls.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  expect(without.headers.get('strict-transport-security')).toBe(null);
});

test('/health says that server and database are well', async () => {
  const { status, body } = await api.withToken(undefined).get('/health');

  expect([status, body]).toEqual([200, { status: 'ok' }]);
});

test('/api/settings is the server’s configuration', async () => {
  const { body } = await api.withToken(undefined).get('/api/settings');

  expect(body).toMatchObject({
    title: 'Rede de Teste',
    exports: { consultants: true, orders: false },
    contact: { phone: '210 000 000', email: 'apoio@exemplo.pt', website: 'https://exemplo.pt' },
  });
});

test('calls beyond the limit are refused for the rest of the minute, bad tokens counted, pages and health not', async () => {
  const own = await startApi({ settings: { RATE_LIMIT: '3' } });
  const nobody = own.withToken(undefined);

  const statuses = [];
  for (let call = 0; call < 5; call += 1) statuses.push((await nobody.get('/api/v1/orders')).status);
  const refused = await own.admin.get('/api/v1/orders');
  const health = await nobody.get('/health');
  await own.stop();

  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  expect([refused.status, refused.body]).toEqual([
    429,
    { code: 'rate_limited', message: 'Demasiados pedidos. Tente novamente dentro de um minuto.' },
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(health.status).toBe(200);
});
