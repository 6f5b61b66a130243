import type { Answer, Endpoint, Request } from '@rede/contract/endpoint';
import { CallError, addressOf, headersFor, problemIn, timeout } from './call.ts';

interface Options {
  /** Told how much of the file has left, from 0 to 1. */
  onProgress?: (sent: number) => void;
  /** Is handed a function that tells of a sign of life other than bytes on their way: the timeout counts from there. */
  onStart?: (alive: () => void) => void;
  signal?: AbortSignal;
}

/** Sends a file as the form field `file`. By XMLHttpRequest, for fetch cannot tell how far an upload has got. */
export async function upload<E extends Endpoint & { upload: true }>(
  endpoint: E,
  { file, ...request }: Request<E> & { file: File },
  { onProgress, onStart, signal }: Options = {},
): Promise<Answer<E> | undefined> {
  const headers = await headersFor(endpoint);
  signal?.throwIfAborted();

  return new Promise((resolve, reject) => {
    const transfer = new XMLHttpRequest();
    const startedAt = Date.now();
    const giveUp = () => transfer.abort();
    // The timeout is for silence: a large file on a slow line may take longer as long as it moves.
    const alive = () => {
      transfer.timeout = Date.now() - startedAt + timeout;
    };

    transfer.open(endpoint.method, addressOf(endpoint, request));
    headers.forEach((value, name) => transfer.setRequestHeader(name, value));
    alive();
    onStart?.(alive);
    transfer.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress?.(total === 0 ? 1 : loaded / total);
      alive();
    });
    transfer.addEventListener('load', () => {
      const { status, responseText } = transfer;
      if (status < 200 || status > 299) reject(new CallError(status, problemIn(responseText)));
      else resolve(responseText === '' ? undefined : (JSON.parse(responseText) as Answer<E>));
    });
    for (const failure of ['error', 'timeout', 'abort'] as const) {
      transfer.addEventListener(failure, () => reject(signal?.aborted === true ? signal.reason : new CallError(0)));
    }
    transfer.addEventListener('loadend', () => signal?.removeEventListener('abort', giveUp));
    signal?.addEventListener('abort', giveUp);

    const form = new FormData();
    form.append('file', file);
    transfer.send(form);
  });
}
