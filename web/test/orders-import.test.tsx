import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { backOffice } from './backoffice.ts';
import { FakeRequest } from './fake-request.ts';
import { serve } from './server.ts';
import { open } from './start.tsx';

const address = '/backoffice/upload-csv';
const csv = new File(['Número de encomenda;Data de Encomenda;Valor da Encomenda'], 'encomendas.csv', {
  type: 'text/csv',
});
const result = { total: 3, successful: 3, failed: 0, malformed: 0, failedLines: [], failedLinesOmitted: 0 };

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  FakeRequest.last = undefined as unknown as FakeRequest;
  serve(backOffice);
});

describe('loading orders from a file', () => {
  test('needs a file', async () => {
    const user = open(address);

    await user.click(await screen.findByRole('button', { name: 'Upload' }));

    expect(screen.getByRole('alert')).toHaveTextContent('Não seleccionou nenhum ficheiro');
    expect(screen.getByLabelText('Ficheiro')).toHaveAccessibleDescription(/Não seleccionou nenhum ficheiro/);
    expect(FakeRequest.last).toBeUndefined();
  });

  test('takes one file only, and says what it understands', async () => {
    open(address);

    const input = await screen.findByLabelText('Ficheiro');

    expect(input).not.toHaveAttribute('multiple');
    expect(input).toHaveAccessibleDescription(/Shopify/);
    expect(screen.getByRole('link', { name: 'Voltar às encomendas' })).toHaveAttribute('href', '/backoffice/orders');
  });

  test('shows how far it is: on its way, then at the server', async () => {
    const user = open(address);

    await choose(user);
    await user.click(screen.getByRole('button', { name: 'Upload' }));
    await sent();
    act(() => progress(1, 4));
    expect(screen.getByText('A enviar o ficheiro...')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
    act(() => progress(4, 4));

    expect(screen.getByText('A carregar as encomendas...')).toBeVisible();
    expect(screen.queryByText('Resultado')).not.toBeInTheDocument();
  });

  test('tells what became of it', async () => {
    const user = open(address);

    await choose(user);
    await user.click(screen.getByRole('button', { name: 'Upload' }));
    await sent();
    FakeRequest.last.answer(200, result);

    expect(await screen.findByText('Ficheiro carregado com sucesso')).toBeVisible();
    expect(counts()).toEqual({ Total: '3', Carregadas: '3', Recusadas: '0', 'Mal formadas': '0' });
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(FakeRequest.last.sent?.get('file')).toEqual(csv);
  });

  test('lists every line that was not loaded, paged, and counts those that are not listed', async () => {
    const failedLines = Array.from({ length: 45 }, (_, index) => ({
      lineNumber: index + 2,
      error: `Valor da Encomenda: "x${index}" não é um valor em euros`,
    }));
    const user = open(address);

    await choose(user);
    await user.click(screen.getByRole('button', { name: 'Upload' }));
    await sent();
    FakeRequest.last.answer(200, {
      total: 12_050,
      successful: 5,
      failed: 12_040,
      malformed: 5,
      failedLines,
      failedLinesOmitted: 12_000,
    });

    const table = await screen.findByRole('table', { name: 'Linhas que não foram carregadas' });
    const headings = within(table).getAllByRole('columnheader');
    expect(headings.map(({ textContent }) => textContent)).toEqual(['Linha', 'Mensagem']);
    expect(
      within(table).getByRole('row', { name: '2 Valor da Encomenda: "x0" não é um valor em euros' }),
    ).toBeVisible();
    expect(screen.getByText(/E mais 12\s000 linhas que não são mostradas\./)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Última página' }));
    expect(within(table).getByRole('row', { name: /^46 / })).toBeVisible();
    expect(within(table).queryByRole('row', { name: /^2 / })).not.toBeInTheDocument();
  });

  test('that is refused says why, and can be tried again with another file', async () => {
    const user = open(address);

    await choose(user);
    await user.click(screen.getByRole('button', { name: 'Upload' }));
    await sent();
    FakeRequest.last.answer(400, { message: 'Falta a coluna Valor da Encomenda.', code: 'invalid' });

    expect(await screen.findByText('Erro a carregar ficheiro: Falta a coluna Valor da Encomenda.')).toBeVisible();
    await waitFor(() =>
      expect(screen.getByLabelText('Ficheiro')).toHaveAccessibleDescription(/Falta a coluna Valor da Encomenda\./),
    );
    await user.upload(screen.getByLabelText('Ficheiro'), new File(['b'], 'outro.csv'));
    await waitFor(() => expect(screen.queryByText('Falta a coluna Valor da Encomenda.')).not.toBeInTheDocument());
  });

  test('takes a file that is dropped, but not several', async () => {
    open(address);
    const input = await screen.findByLabelText('Ficheiro');

    drop(input, csv, new File(['b'], 'outro.csv'));
    expect(await screen.findByText('Escolha um só ficheiro')).toBeVisible();
    drop(input, csv);

    expect(await screen.findByText('encomendas.csv')).toBeVisible();
    expect(screen.queryByText('Escolha um só ficheiro')).not.toBeInTheDocument();
  });
});

async function choose(user: ReturnType<typeof open>) {
  await user.upload(await screen.findByLabelText('Ficheiro'), csv);
  expect(await screen.findByText('encomendas.csv')).toBeVisible();
}

function drop(target: HTMLElement, ...files: File[]) {
  const items = files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file }));
  fireEvent.drop(target, { dataTransfer: { files, items, types: ['Files'] } });
}

const sent = () => expect.poll(() => FakeRequest.last?.sent).toBeDefined();

function progress(loaded: number, total: number) {
  FakeRequest.last.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total }));
}

function counts() {
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  return Object.fromEntries(terms.map((term, index) => [term, values[index]]));
}
