import { ordersImport } from '@rede/contract/orders-import';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { call, takeAccessTokenFrom } from '../src/lib/call.ts';
import { upload } from '../src/lib/upload.ts';
import { pageOf } from './backoffice.ts';
import { FakeRequest } from './fake-request.ts';
import { serve } from './server.ts';

const file = new File(['a;b'], 'encomendas.csv');
const sent = () => expect.poll(() => FakeRequest.last?.sent).toBeDefined();
const sentAgain = (first: FakeRequest) =>
  expect.poll(() => FakeRequest.last !== first && FakeRequest.last.sent).toBeTruthy();

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  FakeRequest.last = undefined as unknown as FakeRequest;
  takeAccessTokenFrom(async () => 'a-token');
});

describe('an upload', () => {
  test('sends the file in the field file, with the access token, and tells how far it has got', async () => {
    const progress: number[] = [];

    const answer = upload(
      ordersImport.load,
      { file, query: { dryRun: 'true' } },
      { onProgress: (part) => progress.push(part) },
    );
    await sent();
    const request = FakeRequest.last;
    request.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 4 }));
    request.answer(200, { total: 1 });

    await expect(answer).resolves.toEqual({ total: 1 });
    expect(request.opened).toEqual(['POST', '/api/v1/orders/csv?dryRun=true']);
    expect(request.headers.authorization).toBe('Bearer a-token');
    expect(request.sent?.get('file')).toEqual(file);
    expect(progress).toEqual([0, 0.25]);
  });

  test('may be silent for as long as any call, counted from the last byte that left', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    void upload(ordersImport.load, { file });
    await sent();
    const request = FakeRequest.last;
    expect(request.timeout).toBe(180_000);

    vi.setSystemTime(60_000);
    request.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 4 }));

    expect(request.timeout).toBe(240_000);
  });

  test('may be silent longer while the server gives signs of life', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    let alive = () => {};
    void upload(ordersImport.load, { file }, { onStart: (tell) => (alive = tell) });
    await sent();

    vi.setSystemTime(170_000);
    alive();

    expect(FakeRequest.last.timeout).toBe(350_000);
  });

  test('that is refused fails with the server’s message', async () => {
    const answer = upload(ordersImport.load, { file });
    await sent();
    FakeRequest.last.answer(413, { message: 'O ficheiro é demasiado grande.', code: 'too_large' });

    await expect(answer).rejects.toMatchObject({ status: 413, message: 'O ficheiro é demasiado grande.' });
  });

  test('that is answered by something else than the server fails with an unknown error', async () => {
    const answer = upload(ordersImport.load, { file });
    await sent();
    FakeRequest.last.answerText(200, '<!doctype html><h1>Bem-vindo</h1>');

    await expect(answer).rejects.toThrow('An unknown error occurred');
  });

  test('whose token is refused is sent once more, with another and from its beginning', async () => {
    takeAccessTokenFrom(async (refused) => (refused === 'a-token' ? 'another' : 'a-token'));
    const progress: number[] = [];

    const answer = upload(ordersImport.load, { file }, { onProgress: (part) => progress.push(part) });
    await sent();
    const first = FakeRequest.last;
    first.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 4, total: 4 }));
    first.answer(401, { message: 'Sessão inválida', code: 'unauthenticated' });
    await sentAgain(first);
    FakeRequest.last.answer(200, { total: 1 });

    await expect(answer).resolves.toEqual({ total: 1 });
    expect(FakeRequest.last.headers.authorization).toBe('Bearer another');
    expect(FakeRequest.last.sent?.get('file')).toEqual(file);
    expect(progress).toEqual([0, 1, 0]);
  });

  test('whose other token is refused too fails', async () => {
    const answer = upload(ordersImport.load, { file });
    await sent();
    const first = FakeRequest.last;
    first.answer(401, { message: 'Sessão inválida', code: 'unauthenticated' });
    await sentAgain(first);
    FakeRequest.last.answer(401, { message: 'Sessão inválida', code: 'unauthenticated' });

    await expect(answer).rejects.toMatchObject({ status: 401, message: 'Sessão inválida' });
  });

  test('that is given up while it gets another token is not sent again', async () => {
    const controller = new AbortController();
    const { promise: another, resolve: renew } = Promise.withResolvers<string>();
    takeAccessTokenFrom(async (refused) => (refused === undefined ? 'a-token' : another));
    const answer = upload(ordersImport.load, { file }, { signal: controller.signal });
    await sent();
    const first = FakeRequest.last;

    first.answer(401, { message: 'Sessão inválida', code: 'unauthenticated' });
    controller.abort();
    renew('another');

    await expect(answer).rejects.toThrow(/abort/i);
    expect(FakeRequest.last).toBe(first);
  });

  test('asks for a token that is good for a while, as no other call does', async () => {
    const validities: (number | undefined)[] = [];
    takeAccessTokenFrom(async (_refused, validity) => {
      validities.push(validity);
      return 'a-token';
    });
    serve({ 'GET /api/v1/orders/imports': pageOf([]) });

    void upload(ordersImport.load, { file });
    await sent();
    await call(ordersImport.list, { query: {} });

    expect(validities).toEqual([60, undefined]);
  });

  test('that nobody answers is an unknown error', async () => {
    const answer = upload(ordersImport.load, { file });
    await sent();
    FakeRequest.last.dispatchEvent(new Event('timeout'));

    await expect(answer).rejects.toThrow('An unknown error occurred');
  });

  test('can be given up', async () => {
    const controller = new AbortController();
    const answer = upload(ordersImport.load, { file }, { signal: controller.signal });
    await sent();
    controller.abort();

    await expect(answer).rejects.toThrow(/abort/i);
  });
});
