import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { FakeRequest } from './fake-request.ts';
import {
  address,
  answers,
  asked,
  counts,
  csv,
  drop,
  fakeUploads,
  outcome,
  result,
  savedFiles,
  send,
} from './orders-import.ts';
import { serve } from './server.ts';
import { open } from './start.tsx';

fakeUploads();

describe('loading orders from a file', () => {
  beforeEach(() => void serve(answers));

  test('needs a file', async () => {
    const user = open(address);

    await user.click(await screen.findByRole('button', { name: 'Upload' }));

    expect(screen.getByRole('alert')).toHaveTextContent('Não seleccionou nenhum ficheiro');
    expect(screen.getByLabelText('Ficheiro')).toHaveAccessibleDescription(/Não seleccionou nenhum ficheiro/);
    expect(screen.getByLabelText('Ficheiro')).toHaveFocus();
    expect(FakeRequest.last).toBeUndefined();
  });

  test('takes one file only, and says what it understands', async () => {
    open(address);

    const input = await screen.findByLabelText('Ficheiro');

    expect(input).not.toHaveAttribute('multiple');
    expect(input).toHaveAccessibleDescription(/Shopify/);
    expect(screen.getByRole('link', { name: 'Voltar às encomendas' })).toHaveAttribute('href', '/backoffice/orders');
  });

  test('tells what became of it', async () => {
    const user = open(address);

    await send(user, 'Upload');
    FakeRequest.last.answer(200, result);

    expect(await screen.findByText('Ficheiro carregado com sucesso')).toBeVisible();
    await screen.findByRole('region', { name: /^Resultado/ });
    expect(counts()).toEqual({ Total: '3', Carregadas: '3', Recusadas: '0', 'Mal formadas': '0' });
    expect(within(outcome()).queryByRole('table')).not.toBeInTheDocument();
    expect(FakeRequest.last.sent?.get('file')).toEqual(csv);
    expect(asked()).toEqual({ progressKey: '7f000000-0000-4000-8000-000000000007' });
  });

  test('says in plain words what the file was taken for', async () => {
    const user = open(address);

    await send(user, 'Upload');
    FakeRequest.last.answer(200, result);

    expect(await screen.findByText('Ficheiro da Shopify, separado por vírgulas, em UTF-8.')).toBeVisible();
    await user.click(screen.getByText('De onde vem cada campo'));
    expect(screen.getByText((_, node) => node?.textContent === 'Número de encomenda vem de Name')).toBeVisible();
    expect(screen.getByText('Sem coluna no ficheiro: Cupão, Data de Pagamento, Código IK, Valor Pago.')).toBeVisible();
  });

  test('updates payments only where that is asked for, and counts them apart', async () => {
    const user = open(address);

    const option = await screen.findByRole('checkbox', {
      name: 'Actualizar o pagamento das encomendas que já existem',
    });
    expect(option).not.toBeChecked();
    await user.click(option);
    await send(user, 'Upload');
    FakeRequest.last.answer(200, { ...result, successful: 1, updated: 2 });

    await screen.findByRole('region', { name: 'Resultado' });
    expect(counts()).toEqual({ Total: '3', Carregadas: '1', Actualizadas: '2', Recusadas: '0', 'Mal formadas': '0' });
    expect(asked()).toMatchObject({ updateExisting: 'true' });
  });

  test('says who loaded the same file before', async () => {
    const user = open(address);

    await send(user, 'Upload');
    const sameFile = { id: 3, loadedAt: '2026-01-05T09:30:00Z', loadedBy: 'Rui Dias' };
    FakeRequest.last.answer(200, { ...result, sameFile });

    expect(
      await screen.findByText('Este mesmo ficheiro já tinha sido carregado por Rui Dias em 2026-01-05 09:30.'),
    ).toBeVisible();
  });

  test('lists every line that was not loaded, paged, and counts those that are not listed', async () => {
    const failedLines = Array.from({ length: 45 }, (_, index) => ({
      lineNumber: index + 2,
      lines: 1,
      error: `Valor da Encomenda: "x${index}" não é um valor em euros`,
      field: 'total',
      values: null,
    }));
    const user = open(address);

    await send(user, 'Upload');
    FakeRequest.last.answer(200, {
      ...result,
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
    expect(screen.getByText(/E mais 12\s000 linhas que não são mostradas\./)).toHaveTextContent(
      'O ficheiro para corrigir só leva as que são mostradas.',
    );
    await user.click(screen.getByRole('button', { name: 'Última página' }));
    expect(within(table).getByRole('row', { name: /^46 / })).toBeVisible();
    expect(within(table).queryByRole('row', { name: /^2 / })).not.toBeInTheDocument();
  });

  test('gives back the lines that failed, as a file to correct', async () => {
    const files = savedFiles();
    const user = open(address);

    await send(user, 'Upload');
    FakeRequest.last.answer(200, {
      ...result,
      successful: 1,
      failed: 1,
      failedLines: [
        {
          lineNumber: 3,
          lines: 1,
          error: 'Valor da Encomenda: "x" não é um valor em euros',
          field: 'total',
          values: null,
        },
      ],
      recognised: { ...result.recognised, separator: ';' },
    });
    await user.click(await screen.findByRole('button', { name: 'Descarregar para corrigir' }));

    await expect.poll(() => files.length).toBe(1);
    expect(files[0]?.name).toBe('encomendas-por-corrigir.csv');
    expect(await files[0]?.blob.text()).toBe(
      'Erro;Número de encomenda;Data de Encomenda;Valor da Encomenda\r\n' +
        '"Valor da Encomenda: ""x"" não é um valor em euros";2;2026-01-02;x\r\n',
    );
  });

  test('that is refused says why, and can be tried again with another file', async () => {
    const user = open(address);

    await send(user, 'Upload');
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

  test('offers a model, whose examples belong to nobody', async () => {
    const files = savedFiles();
    const user = open(address);

    await user.click(await screen.findByRole('button', { name: 'Descarregar ficheiro modelo' }));

    expect(files[0]?.name).toBe('modelo-encomendas.csv');
    const [header, ...rows] = (await files[0]?.blob.text())?.trim().split('\r\n') ?? [];
    expect(header).toBe(
      'Número de encomenda;Cupão;Data de Encomenda;Data de Pagamento;Código IK;Valor da Encomenda;Valor Pago',
    );
    expect(rows.map((row) => row.split(';')[4])).toEqual(['EXEMPLO-APAGUE-ESTA-LINHA', 'EXEMPLO-APAGUE-ESTA-LINHA']);
  });
});

describe('trying a file', () => {
  const failedLines = [
    { lineNumber: 3, lines: 1, error: 'Valor da Encomenda: "x" não é um valor em euros', field: 'total', values: null },
  ];
  const tried = { ...result, id: null, total: 3, successful: 2, failed: 1, failedLines };

  test('says that nothing was loaded, and loads the same file when asked to', async () => {
    serve(answers);
    const user = open(address);

    await send(user, 'Experimentar');
    expect(asked()).toMatchObject({ dryRun: 'true' });
    FakeRequest.last.answer(200, tried);
    expect(await screen.findByRole('region', { name: 'Resultado da experiência' })).toBeVisible();
    expect(screen.getByText('Isto foi só uma experiência: nada foi carregado.')).toBeVisible();
    expect(counts()).toEqual({ Total: '3', 'Por carregar': '2', Recusadas: '1', 'Mal formadas': '0' });
    expect(screen.getByRole('table', { name: 'Linhas que não seriam carregadas' })).toBeVisible();
    expect(screen.queryByText('Ficheiro carregado com sucesso')).not.toBeInTheDocument();
    const trial = FakeRequest.last;
    await user.click(screen.getByRole('button', { name: 'Carregar agora' }));
    await expect.poll(() => FakeRequest.last !== trial && FakeRequest.last.sent).toBeTruthy();
    expect(asked()).not.toHaveProperty('dryRun');
    expect(FakeRequest.last.sent?.get('file')).toEqual(csv);
    FakeRequest.last.answer(200, { ...result, successful: 2, failed: 1, failedLines });

    expect(await screen.findByRole('region', { name: 'Resultado' })).toBeVisible();
    expect(await screen.findByText('Ficheiro carregado com sucesso')).toBeVisible();
    expect(screen.queryByText('Isto foi só uma experiência: nada foi carregado.')).not.toBeInTheDocument();
  });

  test('offers no load where there is nothing to load', async () => {
    serve(answers);
    const user = open(address);

    await send(user, 'Experimentar');
    FakeRequest.last.answer(200, { ...tried, successful: 0, failed: 3 });

    expect(await screen.findByText('Neste ficheiro não há nada por carregar.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Carregar agora' })).not.toBeInTheDocument();
  });

  test('is forgotten when what it was tried with changes', async () => {
    serve(answers);
    const user = open(address);

    await send(user, 'Experimentar');
    FakeRequest.last.answer(200, tried);
    await screen.findByRole('region', { name: 'Resultado da experiência' });
    await user.click(screen.getByRole('checkbox'));

    expect(screen.queryByRole('region', { name: 'Resultado da experiência' })).not.toBeInTheDocument();
  });
});
