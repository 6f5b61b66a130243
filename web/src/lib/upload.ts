import type { Answer, Endpoint } from '@rede/contract/endpoint';
import { CallError, addressOf, headersFor, problemIn, timeout } from './call.ts';

interface Options {
  /** Told how much of the file has left, from 0 to 1. */
  onProgress?: (sent: number) => void;
  signal?: AbortSignal;
}

/** Sends a file as the form field `file`. By XMLHttpRequest, for fetch cannot tell how far an upload has got. */
export async function upload<E extends Endpoint & { upload: true }>(
  endpoint: E,
  file: File,
  { onProgress, signal }: Options = {},
): Promise<Answer<E> | undefined> {
  const headers = await headersFor(endpoint);
  signal?.throwIfAborted();

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const startedAt = Date.now();
    const giveUp = () => request.abort();

    request.open(endpoint.method, addressOf(endpoint, {}));
    headers.forEach((value, name) => request.setRequestHeader(name, value));
    request.timeout = timeout;
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress?.(total === 0 ? 1 : loaded / total);
      // The timeout is for silence: a large file on a slow line may take longer as long as it moves.
      request.timeout = Date.now() - startedAt + timeout;
    });
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      if (status < 200 || status > 299) reject(new CallError(status, problemIn(responseText)));
      else resolve(responseText === '' ? undefined : (JSON.parse(responseText) as Answer<E>));
    });
    for (const failure of ['error', 'timeout', 'abort'] as const) {
      request.addEventListener(failure, () => reject(signal?.aborted === true ? signal.reason : new CallError(0)));
    }
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', giveUp));
    signal?.addEventListener('abort', giveUp);

    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}
