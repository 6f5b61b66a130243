import { ordersImport } from '@rede/contract/orders-import';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { takeAccessTokenFrom } from '../src/lib/call.ts';
import { upload } from '../src/lib/upload.ts';

/** The browser's own uploads, as far as they are used. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  opened: string[] = [];
  sent: FormData | undefined;
  status = 0;
  responseText = '';
  timeout = 0;

  open(...opened: string[]) {
    this.opened = opened;
    FakeRequest.last = this;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(form: FormData) {
    this.sent = form;
  }
  abort() {
    this.dispatchEvent(new Event('abort'));
  }
  answer(status: number, body: unknown) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.dispatchEvent(new Event('load'));
  }
}

const file = new File(['a;b'], 'encomendas.csv');
const sent = () => expect.poll(() => FakeRequest.last?.sent).toBeDefined();

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  FakeRequest.last = undefined as unknown as FakeRequest;
  takeAccessTokenFrom(async () => 'a-token');
});

describe('an upload', () => {
  test('sends the file in the field file, with the access token, and tells how far it has got', async () => {
    const progress: number[] = [];

    const answer = upload(ordersImport.load, file, { onProgress: (part) => progress.push(part) });
    await sent();
    const request = FakeRequest.last;
    request.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 4 }));
    request.answer(200, { total: 1 });

    await expect(answer).resolves.toEqual({ total: 1 });
    expect(request.opened).toEqual(['POST', '/api/v1/orders/csv']);
    expect(request.headers.authorization).toBe('Bearer a-token');
    expect(request.sent?.get('file')).toEqual(file);
    expect(progress).toEqual([0.25]);
  });

  test('may be silent for as long as any call, counted from the last byte that left', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    void upload(ordersImport.load, file);
    await sent();
    const request = FakeRequest.last;
    expect(request.timeout).toBe(180_000);

    vi.setSystemTime(60_000);
    request.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 4 }));

    expect(request.timeout).toBe(240_000);
    vi.useRealTimers();
  });

  test('that is refused fails with the server’s message', async () => {
    const answer = upload(ordersImport.load, file);
    await sent();
    FakeRequest.last.answer(413, { message: 'O ficheiro é demasiado grande.', code: 'too_large' });

    await expect(answer).rejects.toMatchObject({ status: 413, message: 'O ficheiro é demasiado grande.' });
  });

  test('that nobody answers is an unknown error', async () => {
    const answer = upload(ordersImport.load, file);
    await sent();
    FakeRequest.last.dispatchEvent(new Event('timeout'));

    await expect(answer).rejects.toThrow('An unknown error occurred');
  });

  test('can be given up', async () => {
    const controller = new AbortController();
    const answer = upload(ordersImport.load, file, { signal: controller.signal });
    await sent();
    controller.abort();

    await expect(answer).rejects.toThrow(/abort/i);
  });
});
