import type { ImportResult, KeptImport } from '@rede/contract/orders-import';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, vi } from 'vitest';
import { backOffice, pageOf } from './backoffice.ts';
import { FakeRequest } from './fake-request.ts';
import type { Call } from './server.ts';
import type { open } from './start.tsx';

export const address = '/backoffice/upload-csv';

const content = 'Número de encomenda;Data de Encomenda;Valor da Encomenda\n1;2026-01-01;10\n2;2026-01-02;x\n';
// jsdom's files are no streams.
export const csv = Object.assign(new File([content], 'encomendas.csv', { type: 'text/csv' }), {
  stream: () => new Response(content).body,
});

export const result: ImportResult = {
  id: 12,
  total: 3,
  successful: 3,
  updated: 0,
  failed: 0,
  malformed: 0,
  failedLines: [],
  failedLinesOmitted: 0,
  recognised: {
    shop: 'shopify',
    separator: ',',
    encoding: 'utf-8',
    columns: [
      { field: 'ecommerceId', title: 'Name' },
      { field: 'createdAt', title: 'Created at' },
      { field: 'total', title: 'Total' },
    ],
  },
  unknownWords: [],
  sameFile: null,
};

export const kept: KeptImport = {
  id: 12,
  fileName: 'loja.csv',
  loadedAt: '2026-07-01T22:05:00Z',
  loadedBy: 'Teresa Matos',
  total: 5,
  successful: 3,
  updated: 1,
  failed: 1,
  malformed: 0,
  undoneAt: null,
  undoneBy: null,
  corrected: 0,
};

export const imports = 'GET /api/v1/orders/imports';
export const noWords = { 'GET /api/v1/orders/status-words': { results: [] } };
export const answers = { ...backOffice, ...noWords, [imports]: pageOf([]) };

/** From a server that cannot tell how far a load has got. */
export const untold = () => null;

/** Uploads are answered by the test. */
export function fakeUploads(): void {
  beforeEach(() => {
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
    vi.spyOn(crypto, 'randomUUID').mockReturnValue('7f000000-0000-4000-8000-000000000007');
    FakeRequest.last = undefined as unknown as FakeRequest;
  });
}

/** Chooses the file and sends it. */
export async function send(user: ReturnType<typeof open>, button: 'Upload' | 'Experimentar') {
  await user.upload(await screen.findByLabelText('Ficheiro'), csv);
  expect(await screen.findByText('encomendas.csv')).toBeVisible();
  await user.click(screen.getByRole('button', { name: button }));
  await expect.poll(() => FakeRequest.last?.sent).toBeDefined();
}

export function drop(target: HTMLElement, ...files: File[]) {
  const items = files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file }));
  fireEvent.drop(target, { dataTransfer: { files, items, types: ['Files'] } });
}

export function sent(loaded: number, total: number) {
  FakeRequest.last.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total }));
}

/** The query of the last upload. */
export function asked() {
  return Object.fromEntries(new URL(FakeRequest.last.opened[1] ?? '', location.origin).searchParams);
}

export function isAskedBeforeClosing(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

export const polls = (calls: Call[]) => calls.filter(({ call }) => call.includes('/csv/progress/')).length;
export const outcome = () => screen.getByRole('region', { name: /^Resultado/ });

export function counts() {
  const terms = within(outcome())
    .getAllByRole('term')
    .map(({ textContent }) => textContent);
  const values = within(outcome())
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);
  return Object.fromEntries(terms.map((term, index) => [term, values[index]]));
}

/** The files that the page saves from now on. */
export function savedFiles() {
  const files: { name: string; blob: Blob }[] = [];
  let latest: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    latest = blob as Blob;
    return 'blob:saved';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    if (latest) files.push({ name: this.download, blob: latest });
  });
  return files;
}
