import type { ImportResult } from '@rede/contract/orders-import';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { FakeRequest } from './fake-request.ts';
import { address, answers, asked, csv, fakeUploads, result, send } from './orders-import.ts';
import { type Call, serve } from './server.ts';
import { open } from './start.tsx';

fakeUploads();

const words = 'GET /api/v1/orders/status-words';
const setWord = 'PUT /api/v1/orders/status-words';
const answered = {
  shop: 'prestashop',
  word: 'Preparação em curso',
  meaning: 'paid',
  saidBy: 'Teresa Matos',
  saidAt: '2026-07-01T08:00:00Z',
};
const tried: ImportResult = {
  ...result,
  id: null,
  total: 38,
  successful: 1,
  failed: 37,
  recognised: { ...result.recognised, shop: 'prestashop' },
  unknownWords: [{ word: 'Preparação em curso', records: 37 }],
  failedLines: [
    {
      lineNumber: 3,
      lines: 1,
      error: 'Não se sabe o que significa o estado "Preparação em curso" (Status)',
      field: null,
      values: { ecommerceId: '#3' },
    },
  ],
};

describe('a status that nobody knows', () => {
  test('is asked for in the trial, remembered for its shop, and the trial runs again with the same file', async () => {
    const calls = serve({ ...answers, [setWord]: { results: [answered] } });
    const user = open(address);
    await send(user, 'Experimentar');
    FakeRequest.last.answer(200, tried);

    const question = await screen.findByRole('group', { name: /Preparação em curso.* 37 linhas/ });
    expect(within(question).getByRole('radio', { name: 'Não sei' })).toBeChecked();
    expect(screen.getByText(/fica guardada para os próximos ficheiros desta loja \(PrestaShop\)/)).toBeVisible();
    await user.click(within(question).getByRole('radio', { name: 'Pago' }));
    expect(await within(question).findByText('Guardado')).toBeVisible();
    expect(calls.find(({ call }) => call === setWord)?.body).toEqual({
      shop: 'prestashop',
      word: 'Preparação em curso',
      meaning: 'paid',
    });
    const first = FakeRequest.last;
    await user.click(screen.getByRole('button', { name: 'Experimentar outra vez' }));
    await expect.poll(() => FakeRequest.last !== first && FakeRequest.last.sent).toBeTruthy();

    expect(asked()).toMatchObject({ dryRun: 'true' });
    expect(FakeRequest.last.sent?.get('file')).toEqual(csv);
  });

  test('loads its lines once it is explained, where the file was loaded', async () => {
    const calls = serve({
      ...answers,
      [words]: { results: [answered] },
      'GET /api/v1/orders/imports/12': { ...tried, id: 12, corrected: 0, correctedLines: [] },
      'POST /api/v1/orders/imports/12/lines': {
        lines: [{ lineNumber: 3, orderId: 9, error: null, field: null }],
        import: { ...tried, id: 12, failedLines: [], corrected: 1, correctedLines: [] },
      },
    });
    const user = open(address);
    await send(user, 'Upload');
    FakeRequest.last.answer(200, { ...tried, id: 12 });

    await user.click(await screen.findByRole('button', { name: 'Carregar a linha deste estado' }));

    await expect
      .poll(() => calls.find(({ call }) => call.startsWith('POST'))?.body)
      .toEqual({
        lines: [{ lineNumber: 3, values: { ecommerceId: '#3' } }],
      });
  });

  test('can be answered otherwise later, or forgotten', async () => {
    let results = [answered];
    const calls = serve({
      ...answers,
      [words]: () => ({ results }),
      [setWord]: ({ body }: Call) => {
        const { meaning } = body as { meaning?: string };
        results = meaning === undefined ? [] : [{ ...answered, meaning }];
        return { results };
      },
    });
    const user = open(address);

    await user.click(await screen.findByText('O que os estados das lojas querem dizer'));
    await user.selectOptions(await screen.findByLabelText('O que quer dizer Preparação em curso'), 'Por pagar');
    await waitFor(() => expect(screen.getByLabelText('O que quer dizer Preparação em curso')).toHaveValue('unpaid'));
    await user.click(screen.getByRole('button', { name: 'Esquecer Preparação em curso' }));

    await expect.poll(() => screen.queryByText('O que os estados das lojas querem dizer')).toBeNull();
    expect(calls.filter(({ call }) => call === setWord).map(({ body }) => body)).toEqual([
      { shop: 'prestashop', word: 'Preparação em curso', meaning: 'unpaid' },
      { shop: 'prestashop', word: 'Preparação em curso' },
    ]);
  });
});

describe('the result', () => {
  test('is no success where nothing of the file was loaded', async () => {
    serve(answers);
    const user = open(address);

    await send(user, 'Upload');
    FakeRequest.last.answer(200, { ...result, total: 4, successful: 0, failed: 4 });

    expect(await screen.findByText('Nenhuma das 4 linhas foi carregada.')).toBeVisible();
    expect(screen.queryByText('Ficheiro carregado com sucesso')).not.toBeInTheDocument();
  });

  test('says how much of the file was loaded', async () => {
    serve(answers);
    const user = open(address);

    await send(user, 'Upload');
    FakeRequest.last.answer(200, { ...result, total: 4, successful: 3, failed: 1 });

    expect(await screen.findByText('3 de 4 linhas carregadas, 1 com erro.')).toBeVisible();
    expect(await screen.findByText('Ficheiro carregado com sucesso')).toBeVisible();
  });
});
