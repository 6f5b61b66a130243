import type { Endpoint, Request } from '@rede/contract/endpoint';
import { send } from './call.ts';
import { formatBytes } from './bytes.ts';
import { doWork } from './work.ts';

/** The shortest time between two reports of what has arrived, in milliseconds. */
const reportInterval = 200;

const failed = 'Failed to export data to Excel';

/** Fetches a spreadsheet and saves it under its endpoint's file name: long work, which can be given up. */
export async function download<E extends Endpoint & { download: string }>(
  endpoint: E,
  request: Request<E>,
  viewed?: number,
): Promise<void> {
  const { download: name } = endpoint;
  const given = new AbortController();
  const cancel = () => given.abort();

  await doWork(
    `A exportar ${name}`,
    async (report) => {
      report({ done: 0 }, cancel);
      const response = await send(endpoint, request, given.signal, viewed);
      const blob = await receive(response, (bytes) => {
        report({ done: bytes, words: `${formatBytes(bytes)} recebidos` }, cancel);
      });
      // A proxy may answer with a page of its own, and 200.
      const isPage = blob.type.startsWith('text/html');
      if (blob.size === 0 || isPage) throw new Error(failed);
      save(blob, name);
      return blob.size;
    },
    (bytes) => ({ message: `${name} descarregado, ${formatBytes(bytes)}` }),
    { failure: () => 'Erro ao exportar dados para Excel. Tente novamente.' },
  );
}

/** Reads an answer whole and says how many bytes of it have arrived. */
async function receive(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let reportedAt = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
    if (done) return new Blob(pieces, { type: response.headers.get('Content-Type') ?? '' });
    pieces.push(value);
    bytes += value.byteLength;
    if (Date.now() - reportedAt < reportInterval) continue;
    reportedAt = Date.now();
    onBytes(bytes);
  }
}

export function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Safari starts the download only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
