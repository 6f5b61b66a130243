import type { FailedLine, KeptImportInFull, LineValues } from '@rede/contract/orders-import';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { backOffice, pageOf } from './backoffice.ts';
import { provider } from './fake-keycloak.ts';
import { address, fakeUploads, imports, kept, noWords, result, savedFiles } from './orders-import.ts';
import { type Call, refuse, serve } from './server.ts';
import { open } from './start.tsx';

fakeUploads();

const unknownCode: FailedLine = {
  lineNumber: 4,
  lines: 1,
  error: 'Código IK: "IK99" não existe',
  field: 'internalId',
  values: { ecommerceId: '#4', createdAt: '2026-03-01', total: '10.00', internalId: 'IK99' },
};
const wrongTotal: FailedLine = {
  lineNumber: 7,
  lines: 1,
  error: 'Total: "dez" não é um valor em euros',
  field: 'total',
  values: { ecommerceId: '#7', createdAt: '2026-03-02', total: 'dez' },
};
const broken: FailedLine = { lineNumber: 9, lines: 1, error: 'Aspas por fechar', field: null, values: {} };

const near = [
  { id: 7, internalId: 'IK9', name: 'Ana Sousa', status: 'ACTIVE' },
  { id: 8, internalId: 'IK19', name: 'Rui Dias', status: 'INACTIVE' },
];

describe('the refused lines of a file', () => {
  test('open as a sheet, the first field at fault marked, told why, and with the focus', async () => {
    serve(answersWith(unknownCode, wrongTotal, broken));

    const user = await openGrid();

    expect(cell('Código IK', 4)).toHaveFocus();
    expect(cell('Código IK', 4)).toBeInvalid();
    expect(cell('Código IK', 4)).toHaveAccessibleDescription('Código IK: "IK99" não existe');
    expect(cell('Número de encomenda', 4)).toHaveValue('#4');
    expect(cell('Número de encomenda', 4)).toBeValid();
    expect(cell('Valor da Encomenda', 7)).toBeInvalid();
    expect(cell('Número de encomenda', 9)).toHaveAccessibleDescription('Aspas por fechar');
    await user.click(screen.getByRole('button', { name: 'Voltar à lista' }));
    expect(screen.getByRole('button', { name: 'Corrigir aqui' })).toHaveFocus();
    expect(screen.getByRole('row', { name: '4 Código IK: "IK99" não existe' })).toBeVisible();
  });

  test('take a proposed code by one click, and load alone without those that nobody touched', async () => {
    const { calls } = server([unknownCode, wrongTotal]);
    const user = await openGrid();

    await user.click(await screen.findByRole('button', { name: 'IK9 Ana Sousa' }));
    expect(cell('Código IK', 4)).toHaveValue('IK9');
    await user.click(screen.getByRole('button', { name: 'Carregar 1 linha corrigida' }));

    expect(await screen.findByText('1 linha carregada.')).toBeVisible();
    expect(sentLines(calls)).toEqual([
      { lineNumber: 4, values: { ecommerceId: '#4', createdAt: '2026-03-01', total: '10.00', internalId: 'IK9' } },
    ]);
    expect(screen.queryByLabelText('Código IK, linha 4')).not.toBeInTheDocument();
    expect(cell('Valor da Encomenda', 7)).toHaveValue('dez');
  });

  test('are gone through by the keyboard: Enter goes down, Shift+Enter up, Escape takes back, Ctrl+Enter loads', async () => {
    const { calls } = server([unknownCode, wrongTotal]);
    const user = await openGrid();

    await user.click(cell('Valor da Encomenda', 4));
    await user.keyboard('{Enter}');
    expect(cell('Valor da Encomenda', 7)).toHaveFocus();
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    expect(cell('Valor da Encomenda', 4)).toHaveFocus();
    await user.keyboard('9');
    expect(cell('Valor da Encomenda', 4)).toHaveValue('10.009');
    await user.keyboard('{Escape}');
    expect(cell('Valor da Encomenda', 4)).toHaveValue('10.00');
    expect(screen.getByRole('dialog')).toBeVisible();
    await user.keyboard('{ArrowDown}');
    await user.clear(cell('Valor da Encomenda', 7));
    await user.keyboard('12,50{Control>}{Enter}{/Control}');

    await screen.findByText('1 linha carregada.');
    expect(sentLines(calls)).toEqual([
      { lineNumber: 7, values: { ecommerceId: '#7', createdAt: '2026-03-02', total: '12,50' } },
    ]);
  });

  test('that are refused again stay with what was typed, and the focus goes to the new field at fault', async () => {
    const again = { error: 'Data de Encomenda: "2026-02-30" não é uma data', field: 'createdAt' as const };
    server([unknownCode, wrongTotal], { 7: again });
    const user = await openGrid();

    await typeIn(user, 'Valor da Encomenda', 7, '12,50');
    await typeIn(user, 'Data de Encomenda', 7, '2026-02-30');
    await typeIn(user, 'Código IK', 4, 'IK9');
    await user.click(screen.getByRole('button', { name: 'Carregar 2 linhas corrigidas' }));

    expect(await screen.findByText('1 linha carregada. 1 continua com erro.')).toBeVisible();
    await waitFor(() => expect(cell('Data de Encomenda', 7)).toHaveFocus());
    expect(cell('Data de Encomenda', 7)).toHaveAccessibleDescription(again.error);
    expect(cell('Valor da Encomenda', 7)).toHaveValue('12,50');
    expect(cell('Valor da Encomenda', 7)).toBeValid();
  });

  test('can be chosen as they are, for what they waited for may have come', async () => {
    const { calls } = server([unknownCode]);
    const user = await openGrid();

    await user.click(screen.getByRole('checkbox', { name: 'Carregar a linha 4' }));
    await user.click(screen.getByRole('button', { name: 'Carregar 1 linha corrigida' }));

    expect(await screen.findByText(/Não há mais linhas por corrigir/)).toBeVisible();
    expect(sentLines(calls)).toEqual([{ lineNumber: 4, values: unknownCode.values }]);
    const corrected = screen.getByRole('table', { name: 'Corrigidas' });
    expect(within(corrected).getByRole('link', { name: '#4' })).toHaveAttribute('href', '/backoffice/edit-orders/504');
  });

  test('are fifty on a page, counted by their reasons, and take one answer for all with the same value', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ ...unknownCode, lineNumber: index + 10 }));
    const { calls } = server([...many, wrongTotal]);
    const user = await openGrid();

    expect(screen.getAllByRole('textbox', { name: /^Número de encomenda, linha/ })).toHaveLength(50);
    await user.click(screen.getByRole('button', { name: '1 × Total: … não é um valor em euros' }));
    expect(screen.getAllByRole('textbox', { name: /^Número de encomenda, linha/ })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: '60 × Código IK: … não existe' }));
    await typeIn(user, 'Código IK', 10, 'IK9');
    await user.click(screen.getByRole('button', { name: 'Aplicar a todas as 60 linhas com este código' }));
    await user.click(screen.getByRole('button', { name: 'Página seguinte' }));
    expect(await screen.findByLabelText('Código IK, linha 69')).toHaveValue('IK9');
    await user.click(screen.getByRole('button', { name: 'Carregar 60 linhas corrigidas' }));

    expect(await screen.findByText('60 linhas carregadas.')).toBeVisible();
    expect(sentLines(calls).every(({ values }) => values.internalId === 'IK9')).toBe(true);
    expect(cell('Valor da Encomenda', 7)).toBeInvalid();
  });

  test('go 500 at a time where there are more', async () => {
    const many = Array.from({ length: 501 }, (_, index) => ({ ...unknownCode, lineNumber: index + 2 }));
    const { calls } = server(many);
    const user = await openGrid();

    await user.click(screen.getByRole('checkbox', { name: 'Escolher todas as linhas' }));
    await user.click(screen.getByRole('button', { name: 'Carregar 501 linhas corrigidas' }));

    expect(await screen.findByText(/^501 linhas carregadas/)).toBeVisible();
    expect(posts(calls).map(({ body }) => (body as { lines: unknown[] }).lines.length)).toEqual([500, 1]);
  });

  test('keep what was typed while the page is left, and say why nothing could be loaded', async () => {
    serve({
      ...answersWith(wrongTotal),
      'GET /api/v1/orders': pageOf([]),
      'POST /api/v1/orders/imports/12/lines': refuse(409, 'Este carregamento foi anulado.', 'in_use'),
    });
    const user = await openGrid();

    await typeIn(user, 'Valor da Encomenda', 7, '12,50');
    await user.click(screen.getByRole('button', { name: 'Carregar 1 linha corrigida' }));
    expect(await screen.findByText('Este carregamento foi anulado.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Fechar' }));
    await user.click(screen.getByRole('link', { name: 'Voltar às encomendas' }));
    await user.click(await within(screen.getByRole('main')).findByRole('link', { name: 'Carregar CSV' }));
    await user.click(await screen.findByRole('button', { name: /^Ver loja\.csv/ }));

    expect(await screen.findByLabelText('Valor da Encomenda, linha 7')).toHaveValue('12,50');
  });

  test('have what was typed again after a login', async () => {
    serve(answersWith(wrongTotal));
    const user = await openGrid();
    await typeIn(user, 'Valor da Encomenda', 7, '12,50');
    provider.refusal = 400;
    provider.client?.onTokenExpired?.();
    await screen.findByText('Loading...');
    provider.refusal = undefined;
    cleanup();

    open('/#state=1&code=2');

    expect(await screen.findByLabelText('Valor da Encomenda, linha 7')).toHaveValue('12,50');
    expect(await screen.findByText('O que tinha escrito foi reposto')).toBeVisible();
  });

  test('are saved as a file of our own titles where the file itself is gone', async () => {
    const files = savedFiles();
    serve(answersWith(unknownCode));
    const user = open(`${address}?ficheiro=12`);

    await user.click(await screen.findByRole('button', { name: 'Descarregar para corrigir' }));

    await expect.poll(() => files[0]?.name).toBe('loja-por-corrigir.csv');
    expect(await files[0]?.blob.text()).toContain(
      '"Código IK: ""IK99"" não existe";"#4";"";"2026-03-01";"";"IK99";"10.00";""\r\n',
    );
  });

  test('of an import that was undone, or that kept no values, are only listed', async () => {
    serve({
      ...answersWith({ ...unknownCode, values: null }),
      'GET /api/v1/orders/imports/12': {
        ...inFull([{ ...unknownCode, values: null }]),
        undoneAt: '2026-07-02T08:00:00Z',
        undoneBy: 'Rui Dias',
      },
    });

    open(`${address}?ficheiro=12`);

    expect(await screen.findByRole('row', { name: '4 Código IK: "IK99" não existe' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Corrigir aqui' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Descarregar para corrigir' })).not.toBeInTheDocument();
  });
});

function inFull(failedLines: FailedLine[], correctedLines: KeptImportInFull['correctedLines'] = []): KeptImportInFull {
  const { recognised, unknownWords } = result;
  return {
    ...kept,
    recognised,
    unknownWords,
    failedLines,
    failedLinesOmitted: 0,
    correctedLines,
    corrected: correctedLines.length,
  };
}

function answersWith(...lines: FailedLine[]) {
  return {
    ...backOffice,
    ...noWords,
    [imports]: pageOf([kept]),
    'GET /api/v1/orders/imports/12': inFull(lines),
    'GET /api/v1/consultants/nearest': { results: near },
    'GET /api/v1/consultants/suggestions': { results: [] },
  };
}

/** Loads what it is sent, but for the lines that it is told to refuse. */
function server(lines: FailedLine[], refused: Record<number, Pick<FailedLine, 'error' | 'field'>> = {}) {
  let left = lines;
  const correctedLines: KeptImportInFull['correctedLines'] = [];
  const calls = serve({
    ...answersWith(...lines),
    'GET /api/v1/orders/imports/12': () => inFull(left, correctedLines),
    'POST /api/v1/orders/imports/12/lines': ({ body }: Call) => {
      const sent = (body as { lines: { lineNumber: number; values: LineValues }[] }).lines;
      const outcomes = sent.map(({ lineNumber, values }) => {
        const reason = refused[lineNumber];
        if (reason) return { lineNumber, orderId: null, error: reason.error, field: reason.field };
        const before = left.find((line) => line.lineNumber === lineNumber)?.values ?? null;
        left = left.filter((line) => line.lineNumber !== lineNumber);
        const by = { correctedAt: '2026-07-02T08:00:00Z', correctedBy: 'Teresa Matos' };
        correctedLines.push({ lineNumber, before, after: values, orderId: 500 + lineNumber, ...by });
        return { lineNumber, orderId: 500 + lineNumber, error: null, field: null };
      });
      return { lines: outcomes, import: inFull(left, correctedLines) };
    },
  });
  return { calls };
}

async function openGrid(): Promise<UserEvent> {
  const user = open(`${address}?ficheiro=12`);
  await user.click(await screen.findByRole('button', { name: 'Corrigir aqui' }));
  await waitFor(() => expect(document.activeElement).toHaveAttribute('data-cell'));
  return user;
}

const cell = (title: string, line: number) => screen.getByLabelText(`${title}, linha ${line}`);

async function typeIn(user: UserEvent, title: string, line: number, text: string) {
  await user.clear(cell(title, line));
  await user.type(cell(title, line), text);
}

const posts = (calls: Call[]) => calls.filter(({ call }) => call.startsWith('POST'));

function sentLines(calls: Call[]) {
  return posts(calls).flatMap(({ body }) => (body as { lines: { lineNumber: number; values: LineValues }[] }).lines);
}
