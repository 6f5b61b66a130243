import type { Endpoint, Request } from '@rede/contract/endpoint';
import { send } from './call.ts';

/** Fetches a spreadsheet and saves it under its endpoint's file name. */
export async function download<E extends Endpoint & { download: string }>(
  endpoint: E,
  request: Request<E>,
  signal?: AbortSignal,
  viewed?: number,
): Promise<void> {
  const blob = await (await send(endpoint, request, signal, viewed)).blob();
  // A proxy may answer with a page of its own, and 200.
  const isPage = blob.type.startsWith('text/html');
  if (blob.size === 0 || isPage) throw new Error('Failed to export data to Excel');
  save(blob, endpoint.download);
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
