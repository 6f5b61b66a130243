import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ImportResult, KeptImport } from '@rede/contract/orders-import';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { backOffice, pageOf } from './backoffice.ts';
import { FakeRequest } from './fake-request.ts';
import { type Call, refuse, serve } from './server.ts';
import { open } from './start.tsx';

const address = '/backoffice/upload-csv';
const content = 'Número de encomenda;Data de Encomenda;Valor da Encomenda\n1;2026-01-01;10\n2;2026-01-02;x\n';
// jsdom's files are no streams.
const csv = Object.assign(new File([content], 'encomendas.csv', { type: 'text/csv' }), {
  stream: () => new Response(content).body,
});

const result: ImportResult = {
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

const kept: KeptImport = {
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

const imports = 'GET /api/v1/orders/imports';
const noWords = { 'GET /api/v1/orders/status-words': { results: [] } };
const answers = { ...backOffice, ...noWords, [imports]: pageOf([]) };

/** From a server that cannot tell how far a load has got. */
const untold = () => null;

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.spyOn(crypto, 'randomUUID').mockReturnValue('7f000000-0000-4000-8000-000000000007');
  FakeRequest.last = undefined as unknown as FakeRequest;
});

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

describe('a load that takes long', () => {
  const progress = 'GET /api/v1/orders/csv/progress/7f000000-0000-4000-8000-000000000007';

  test('shows how much of the file has left, then how many records were read, then that they are written', async () => {
    let told: unknown = { phase: 'reading', records: 1 };
    serve({ ...answers, [progress]: () => told });
    const user = open(address);

    await send(user, 'Upload');
    act(() => sent(1, 4));
    expect(await screen.findByText('25 %')).toBeVisible();
    expect(screen.getByText('A enviar o ficheiro…')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('value', '25');
    expect(await screen.findByText('1 registo lido')).toBeVisible();
    act(() => sent(4, 4));
    told = { phase: 'reading', records: 12_000 };
    expect(await screen.findByText(/^12\s000 registos lidos$/)).toBeVisible();
    expect(screen.getByText('A ler as encomendas…')).toBeVisible();
    told = { phase: 'writing', records: 12_500 };

    expect(await screen.findByText('A gravar…')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Resultado' })).not.toBeInTheDocument();
  });

  test('shows that it is at it where nobody can tell how far', async () => {
    const calls = serve({ ...answers, [progress]: untold });
    const user = open(address);

    await send(user, 'Upload');
    act(() => sent(4, 4));
    await expect.poll(() => polls(calls)).toBeGreaterThan(1);

    expect(await screen.findByText('A carregar as encomendas…')).toBeVisible();
    expect(screen.getByRole('progressbar')).not.toHaveAttribute('value');
    FakeRequest.last.answer(200, result);
    expect(await screen.findByRole('region', { name: 'Resultado' })).toBeVisible();
  });

  test('can be given up while the file is on its way, and not after', async () => {
    serve({ ...answers, [progress]: untold });
    const user = open(address);

    await send(user, 'Upload');
    await user.click(screen.getByRole('button', { name: 'Cancelar envio' }));
    expect(await screen.findByText('Envio cancelado. Nada foi carregado.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload' })).toHaveFocus();
    expect(screen.queryByText(/Erro a carregar ficheiro/)).not.toBeInTheDocument();
    const given = FakeRequest.last;
    await user.click(screen.getByRole('button', { name: 'Upload' }));
    await expect.poll(() => FakeRequest.last !== given && FakeRequest.last.sent).toBeTruthy();
    screen.getByRole('button', { name: 'Cancelar envio' }).focus();
    act(() => sent(4, 4));

    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancelar envio' })).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Upload' })).toHaveFocus();
  });

  test('whose token is refused begins anew, and can be given up again', async () => {
    serve({ ...answers, [progress]: untold });
    const user = open(address);

    await send(user, 'Upload');
    const refused = FakeRequest.last;
    act(() => sent(4, 4));
    refused.answer(401, { message: 'Sessão inválida', code: 'unauthenticated' });
    await expect.poll(() => FakeRequest.last !== refused && FakeRequest.last.sent).toBeTruthy();
    expect(await screen.findByText('0 %')).toBeVisible();
    const aborted = vi.spyOn(FakeRequest.last, 'abort');
    await user.click(screen.getByRole('button', { name: 'Cancelar envio' }));

    expect(aborted).toHaveBeenCalled();
    expect(FakeRequest.last.headers.authorization).toBe('Bearer second-token');
    expect(await screen.findByText('Envio cancelado. Nada foi carregado.')).toBeVisible();
    expect(screen.queryByText(/Erro a carregar ficheiro/)).not.toBeInTheDocument();
  });

  test('goes on when the page is left, ends with a word elsewhere, and its result is there for who comes back', async () => {
    serve({ ...answers, [progress]: untold, 'GET /api/v1/orders': pageOf([]) });
    const user = open(address);
    await send(user, 'Upload');
    const aborted = vi.spyOn(FakeRequest.last, 'abort');

    await user.click(screen.getByRole('link', { name: 'Voltar às encomendas' }));
    expect(await screen.findByRole('heading', { name: 'Gestão de Encomendas' })).toBeVisible();
    expect(aborted).not.toHaveBeenCalled();
    FakeRequest.last.answer(200, result);
    expect(await screen.findByText('Ficheiro carregado com sucesso')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Carregar CSV' }));

    expect(await screen.findByRole('region', { name: 'Resultado' })).toBeVisible();
    expect(screen.getByText('encomendas.csv')).toBeVisible();
  });

  test('is found running by who comes back, and no second one starts beside it', async () => {
    serve({ ...answers, [progress]: untold, 'GET /api/v1/orders': pageOf([]) });
    const user = open(address);
    await send(user, 'Upload');
    const running = FakeRequest.last;

    await user.click(screen.getByRole('link', { name: 'Voltar às encomendas' }));
    await user.click(await screen.findByRole('link', { name: 'Carregar CSV' }));
    expect(await screen.findByText('A enviar o ficheiro…')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Upload' }));

    expect(FakeRequest.last).toBe(running);
    expect(screen.getByLabelText('Ficheiro')).toBeDisabled();
  });

  test('has the browser ask before the tab is closed, until it is over', async () => {
    serve({ ...answers, [progress]: untold });
    const user = open(address);

    await send(user, 'Upload');
    expect(isAskedBeforeClosing()).toBe(true);
    FakeRequest.last.answer(200, result);
    await screen.findByRole('region', { name: 'Resultado' });

    expect(isAskedBeforeClosing()).toBe(false);
  });
});

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

/** Chooses the file and sends it. */
async function send(user: ReturnType<typeof open>, button: 'Upload' | 'Experimentar') {
  await user.upload(await screen.findByLabelText('Ficheiro'), csv);
  expect(await screen.findByText('encomendas.csv')).toBeVisible();
  await user.click(screen.getByRole('button', { name: button }));
  await expect.poll(() => FakeRequest.last?.sent).toBeDefined();
}

function drop(target: HTMLElement, ...files: File[]) {
  const items = files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file }));
  fireEvent.drop(target, { dataTransfer: { files, items, types: ['Files'] } });
}

function sent(loaded: number, total: number) {
  FakeRequest.last.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total }));
}

/** The query of the last upload. */
function asked() {
  return Object.fromEntries(new URL(FakeRequest.last.opened[1] ?? '', location.origin).searchParams);
}

function isAskedBeforeClosing(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

const polls = (calls: Call[]) => calls.filter(({ call }) => call.includes('/csv/progress/')).length;
const outcome = () => screen.getByRole('region', { name: /^Resultado/ });

function counts() {
  const terms = within(outcome())
    .getAllByRole('term')
    .map(({ textContent }) => textContent);
  const values = within(outcome())
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);
  return Object.fromEntries(terms.map((term, index) => [term, values[index]]));
}

/** The files that the page saves from now on. */
function savedFiles() {
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
