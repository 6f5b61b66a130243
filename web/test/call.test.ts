import { consultants } from '@rede/contract/consultants';
import { identity } from '@rede/contract/identity';
import { dashboard } from '@rede/contract/dashboard';
import { orders } from '@rede/contract/orders';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CallError, call, expectData, takeAccessTokenFrom } from '../src/lib/call.ts';
import { download } from '../src/lib/download.ts';
import { type Call, consultant, refuse, serve, settings } from './server.ts';

const newOrder = { ecommerceId: 'E-1', createdAt: '2025-03-01', total: '12.50' };

beforeEach(() => takeAccessTokenFrom(async () => 'a-token'));

describe('a call', () => {
  test('fills in the path, leaves out empty filters and carries the access token', async () => {
    const calls = serve({ 'GET /api/v1/consultants': { results: [] }, 'GET /api/v1/consultants/7': { id: 7 } });

    await call(consultants.list, { query: { name: ' ', email: 'ana@', pageNumber: 0 } });
    await call(consultants.get, { params: { id: 7 } });

    expect(calls).toEqual([
      {
        call: 'GET /api/v1/consultants',
        query: { email: 'ana@', pageNumber: '0' },
        body: undefined,
        token: 'Bearer a-token',
      },
      { call: 'GET /api/v1/consultants/7', query: {}, body: undefined, token: 'Bearer a-token' },
    ]);
  });

  test('whose token is refused is made once more, with another', async () => {
    takeAccessTokenFrom(async (refused) => (refused === 'a-token' ? 'another' : 'a-token'));
    const calls = serve({
      'POST /api/v1/orders': ({ token }: Call) =>
        token === 'Bearer a-token' ? Response.json({ message: 'Sessão inválida' }, { status: 401 }) : { id: 1 },
    });

    await call(orders.create, { body: newOrder });

    expect(calls.map(({ token, body }) => [token, body])).toEqual([
      ['Bearer a-token', newOrder],
      ['Bearer another', newOrder],
    ]);
  });

  test('whose other token is refused too fails', async () => {
    const calls = serve({ 'GET /api/v1/whoami': refuse(401, 'Sessão inválida', 'unauthenticated') });

    const failure = await call(identity.whoami, {}).catch((error: unknown) => error);

    expect(failure).toMatchObject({ status: 401, message: 'Sessão inválida' });
    expect(calls).toHaveLength(2);
  });

  test('that is public is made without a token', async () => {
    const calls = serve({ 'GET /api/settings': settings });

    await call(identity.settings, {});

    expect(calls[0]?.token).toBeNull();
  });

  test('that is refused fails with the server’s message, its kind and the fields it names', async () => {
    serve({
      'GET /api/v1/whoami': () =>
        Response.json(
          { message: 'Dados inválidos', code: 'invalid', errors: [{ field: 'name', message: 'Nome é obrigatório' }] },
          { status: 400 },
        ),
    });

    const failure = await call(identity.whoami, {}).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(CallError);
    expect(failure).toMatchObject({
      status: 400,
      message: 'Dados inválidos',
      code: 'invalid',
      errors: [{ field: 'name', message: 'Nome é obrigatório' }],
    });
  });

  test.each([
    ['a proxy answers in words of its own', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['a proxy answers so as if all were well', () => new Response('<!doctype html><h1>Bem-vindo</h1>')],
    ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('fails with an unknown error where %s', async (_case, reply) => {
    serve({ 'GET /api/v1/whoami': reply });

    await expect(call(identity.whoami, {})).rejects.toThrow('An unknown error occurred');
  });

  test('that was given up is told so, not failed', async () => {
    const controller = new AbortController();
    serve({ 'GET /api/v1/whoami': () => Promise.reject(controller.signal.reason) });
    controller.abort();

    await expect(call(identity.whoami, {}, controller.signal)).rejects.toThrow(/abort/i);
  });

  test('whose answer is empty fails in the words of who needs it', async () => {
    serve({ 'GET /api/v1/whoami': undefined });

    const answer = expectData(call(identity.whoami, {}), 'No data returned from whoAmI endpoint');

    await expect(answer).rejects.toThrow('No data returned from whoAmI endpoint');
  });

  test('is answered with the data', async () => {
    serve({ 'GET /api/v1/whoami': consultant });

    await expect(expectData(call(identity.whoami, {}), 'none')).resolves.toEqual(consultant);
  });
});

describe('a download', () => {
  test('is saved under its endpoint’s name', async () => {
    const saved = catchDownloads();
    serve({ 'GET /api/v1/dashboard/direct/xls': () => new Response('a spreadsheet') });

    await download(dashboard.directSpreadsheet, { query: {} });

    expect(saved).toEqual(['direct_network_data.xlsx']);
  });

  test('that is empty is a failure', async () => {
    const saved = catchDownloads();
    serve({ 'GET /api/v1/dashboard/total/xls': () => new Response('') });

    await expect(download(dashboard.totalSpreadsheet, { query: {} })).rejects.toThrow('Failed to export data to Excel');
    expect(saved).toEqual([]);
  });

  test('that is a page of a proxy is a failure', async () => {
    const saved = catchDownloads();
    const page = () => new Response('<h1>Bem-vindo</h1>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
    serve({ 'GET /api/v1/dashboard/total/xls': page });

    await expect(download(dashboard.totalSpreadsheet, { query: {} })).rejects.toThrow('Failed to export data to Excel');
    expect(saved).toEqual([]);
  });

  test('that is refused fails with the server’s message', async () => {
    serve({ 'GET /api/v1/dashboard/total/xls': refuse(503, 'Tente mais tarde.') });

    await expect(download(dashboard.totalSpreadsheet, { query: {} })).rejects.toThrow('Tente mais tarde.');
  });
});

/** The names under which the browser is asked to save something. */
function catchDownloads(): string[] {
  const saved: string[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:here', revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return saved;
}
