import type { KeptImport } from '@rede/contract/orders-import';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { backOffice, pageOf } from './backoffice.ts';
import { FakeRequest } from './fake-request.ts';
import { address, answers, fakeUploads, imports, kept, noWords, result, send } from './orders-import.ts';
import { refuse, serve } from './server.ts';
import { open } from './start.tsx';

fakeUploads();

describe('the files that were loaded', () => {
  const undone = { ...kept, id: 9, fileName: 'antigo.csv', undoneAt: '2026-01-06T10:00:00Z', undoneBy: 'Rui Dias' };
  const table = () => screen.findByRole('table', { name: 'Carregamentos anteriores' });

  test('are listed with who loaded them when, and what became of them', async () => {
    serve({ ...backOffice, ...noWords, [imports]: pageOf([kept, undone]) });

    open(address);

    expect(
      await within(await table()).findByRole('row', {
        name: /^loja\.csv 2026-07-01 23:05 por Teresa Matos 3 1 1 0 Carregado /,
      }),
    ).toBeVisible();
    const gone = within(await table()).getByRole('row', { name: /^antigo\.csv / });
    expect(gone).toHaveTextContent('Anulado em 2026-01-06 10:00 por Rui Dias');
    expect(within(gone).queryByRole('button', { name: /Anular/ })).not.toBeInTheDocument();
  });

  test('are none at first', async () => {
    serve(answers);

    open(address);

    expect(await screen.findByText('Ainda não foi carregado nenhum ficheiro')).toBeVisible();
  });

  test('that cannot be had say why', async () => {
    serve({ ...backOffice, ...noWords, [imports]: refuse(403, 'Sem acesso', 'forbidden') });

    open(address);

    expect(await screen.findByText('Sem acesso')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
  });

  test('can be opened for their failed lines and what was recognised', async () => {
    serve({
      ...backOffice,
      ...noWords,
      [imports]: pageOf([kept]),
      'GET /api/v1/orders/imports/12': {
        ...kept,
        recognised: { ...result.recognised, shop: 'prestashop', separator: ';', encoding: 'windows-1252' },
        failedLines: [
          { lineNumber: 4, lines: 1, error: 'Total: "x" não é um valor em euros', field: 'total', values: null },
        ],
        failedLinesOmitted: 0,
        unknownWords: [],
        correctedLines: [],
      },
    });

    const user = open(address);
    await user.click(await screen.findByRole('button', { name: /^Ver loja\.csv, carregado em /u }));

    const dialog = await screen.findByRole('dialog', { name: 'loja.csv' });
    expect(
      await within(dialog).findByText('Ficheiro do PrestaShop, separado por pontos e vírgulas, em Windows-1252.'),
    ).toBeVisible();
    expect(within(dialog).getByRole('row', { name: '4 Total: "x" não é um valor em euros' })).toBeVisible();
    expect(dialog).toHaveTextContent('Carregado em 2026-07-01 23:05 por Teresa Matos.');
  });

  test('are undone only after it was said how many orders go', async () => {
    let rows = [kept];
    const calls = serve({
      ...backOffice,
      ...noWords,
      [imports]: () => pageOf(rows),
      'POST /api/v1/orders/imports/12/undo': () => {
        rows = [{ ...kept, undoneAt: '2026-07-02T08:00:00Z', undoneBy: 'Teresa Matos' }];
        return rows[0];
      },
    });

    const user = open(address);
    await user.click(await screen.findByRole('button', { name: /^Anular loja\.csv, carregado em /u }));
    const dialog = await screen.findByRole('dialog', { name: 'Anular carregamento' });
    expect(dialog).toHaveTextContent('As 3 encomendas que vieram deste ficheiro vão ser apagadas.');
    expect(dialog).toHaveTextContent('A encomenda que ele actualizou volta ao pagamento que tinha.');
    await user.click(within(dialog).getByRole('button', { name: 'Anular carregamento' }));

    expect(await screen.findByText('Carregamento anulado com sucesso')).toBeVisible();
    expect(await screen.findByText(/^Anulado/)).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(calls.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1);
  });

  test('stay where they cannot be undone, and say why', async () => {
    serve({
      ...backOffice,
      ...noWords,
      [imports]: pageOf([kept]),
      'POST /api/v1/orders/imports/12/undo': refuse(409, '2 encomendas deste ficheiro já foram alteradas.', 'in_use'),
    });

    const user = open(address);
    await user.click(await screen.findByRole('button', { name: /^Anular loja\.csv, carregado em /u }));
    await user.click(await screen.findByRole('button', { name: 'Anular carregamento' }));

    expect(
      await within(screen.getByRole('dialog')).findByText('2 encomendas deste ficheiro já foram alteradas.'),
    ).toBeVisible();
  });

  test('are looked up again after a load, whose result goes when it is undone', async () => {
    let rows: KeptImport[] = [];
    serve({
      ...backOffice,
      ...noWords,
      [imports]: () => pageOf(rows),
      'POST /api/v1/orders/imports/12/undo': { ...kept, undoneAt: '2026-07-02T08:00:00Z', undoneBy: 'Teresa Matos' },
    });
    const user = open(address);
    await screen.findByText('Ainda não foi carregado nenhum ficheiro');

    await send(user, 'Upload');
    rows = [kept];
    FakeRequest.last.answer(200, result);
    await screen.findByRole('region', { name: 'Resultado' });
    await user.click(await screen.findByRole('button', { name: /^Anular loja\.csv, carregado em /u }));
    await user.click(await screen.findByRole('button', { name: 'Anular carregamento' }));

    await waitFor(() => expect(screen.queryByRole('region', { name: 'Resultado' })).not.toBeInTheDocument());
  });
});
