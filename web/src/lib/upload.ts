import type { Answer, Endpoint, Request } from '@rede/contract/endpoint';
import { CallError, addressOf, problemIn, timeout, withToken } from './call.ts';

interface Options {
  /** Told how much of the file has left, from 0 to 1. Begins anew where it has to be sent again. */
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
  let alive = () => {};
  onStart?.(() => alive());

  const { status, responseText } = await withToken(endpoint, async (headers) => {
    signal?.throwIfAborted();
    const transfer = new XMLHttpRequest();
    const startedAt = Date.now();
    // The timeout is for silence: a large file on a slow line may take longer as long as it moves.
    alive = () => {
      transfer.timeout = Date.now() - startedAt + timeout;
    };
    transfer.open(endpoint.method, addressOf(endpoint, request));
    headers.forEach((value, name) => transfer.setRequestHeader(name, value));
    alive();
    onProgress?.(0);
    transfer.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress?.(total === 0 ? 1 : loaded / total);
      alive();
    });
    const answered = answerTo(transfer, signal);
    const form = new FormData();
    form.append('file', file);
    transfer.send(form);
    return answered;
  });
  if (status < 200 || status > 299) throw new CallError(status, problemIn(responseText));
  return responseText === '' ? undefined : (JSON.parse(responseText) as Answer<E>);
}

/** The transfer once it was answered, whatever the answer; until then it can be given up. */
function answerTo(transfer: XMLHttpRequest, signal: AbortSignal | undefined): Promise<XMLHttpRequest> {
  const giveUp = () => transfer.abort();
  signal?.addEventListener('abort', giveUp);
  transfer.addEventListener('loadend', () => signal?.removeEventListener('abort', giveUp));
  return new Promise((resolve, reject) => {
    transfer.addEventListener('load', () => resolve(transfer));
    for (const failure of ['error', 'timeout', 'abort'] as const) {
      transfer.addEventListener(failure, () => reject(signal?.aborted === true ? signal.reason : new CallError(0)));
    }
  });
}
