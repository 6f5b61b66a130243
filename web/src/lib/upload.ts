import type { Answer, Endpoint, Request } from '@rede/contract/endpoint';
import { CallError, parseAnswer, parseProblem, timeout, urlOf, withToken } from './call.ts';

interface Options {
  /** Reports the sent part of the file, from 0 to 1. Starts again when the file has to be sent again. */
  onProgress?: (sent: number) => void;
  /** Receives a function that restarts the timeout, for signs of progress other than sent bytes. */
  onStart?: (restartTimeout: () => void) => void;
  signal?: AbortSignal;
}

/** Uploads a file as the form field `file`. Uses XMLHttpRequest, because fetch does not report upload progress. */
export async function upload<E extends Endpoint & { upload: true }>(
  endpoint: E,
  { file, ...request }: Request<E> & { file: File },
  { onProgress, onStart, signal }: Options = {},
): Promise<Answer<E> | undefined> {
  let restartTimeout = () => {};
  onStart?.(() => restartTimeout());

  const { status, responseText } = await withToken(endpoint, async (headers) => {
    signal?.throwIfAborted();
    const transfer = new XMLHttpRequest();
    const startedAt = Date.now();
    // Extends the timeout: it limits inactivity, not the duration of a large upload.
    restartTimeout = () => {
      transfer.timeout = Date.now() - startedAt + timeout;
    };
    transfer.open(endpoint.method, urlOf(endpoint, request));
    headers.forEach((value, name) => transfer.setRequestHeader(name, value));
    restartTimeout();
    onProgress?.(0);
    transfer.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress?.(total === 0 ? 1 : loaded / total);
      restartTimeout();
    });
    const answered = responseOf(transfer, signal);
    const form = new FormData();
    form.append('file', file);
    transfer.send(form);
    return answered;
  });
  if (status < 200 || status > 299) throw new CallError(status, parseProblem(responseText));
  return parseAnswer(status, responseText);
}

/** Resolves on any response; can be aborted before that. */
function responseOf(transfer: XMLHttpRequest, signal: AbortSignal | undefined): Promise<XMLHttpRequest> {
  const abort = () => transfer.abort();
  signal?.addEventListener('abort', abort);
  transfer.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
  return new Promise((resolve, reject) => {
    transfer.addEventListener('load', () => resolve(transfer));
    for (const failure of ['error', 'timeout', 'abort'] as const) {
      transfer.addEventListener(failure, () => reject(signal?.aborted === true ? signal.reason : new CallError(0)));
    }
  });
}
