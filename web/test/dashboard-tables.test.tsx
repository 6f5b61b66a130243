import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { direct, nobody, answers, callsTo, shown, directTable, directFilter } from './dashboard-page.ts';
import { type Call, refuse, serve } from './server.ts';
import { open } from './start.tsx';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-31T23:30:00Z') }));

describe('a network’s table', () => {
  test('shows who is in it, and beneath it the sums over all pages', async () => {
    serve(answers);

    open('/dashboard');
    const table = await directTable();

    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Nome', 'Código', 'Valor Encomendas', 'Valor por pagar']);
    expect(await within(table).findByRole('row', { name: /Ana Sousa IK11 1\s234,50\s€ 0,00\s€/ })).toBeInTheDocument();
    expect(within(table).getByRole('row', { name: /Total 98\s765,40\s€ Por Pagar 1\s065,50\s€/ })).toBeInTheDocument();
  });

  test('has a column for the upline where the network is the whole one', async () => {
    serve({ ...answers, 'GET /api/v1/dashboard/total': direct });

    open('/');
    const table = await screen.findByRole('table', { name: 'Rede total' });

    expect(await within(table).findByRole('row', { name: /Ana Sousa IK11 IK7 1\s234,50\s€/ })).toBeInTheDocument();
    expect(within(table).getByRole('columnheader', { name: 'Código Upline' })).toBeInTheDocument();
    expect(await screen.findByLabelText('Código Upline')).toBeInTheDocument();
  });

  test('says that its data is on the way', async () => {
    serve({ ...answers, 'GET /api/v1/dashboard/direct': () => new Promise(() => {}) });

    open('/');
    const table = await directTable();

    expect(table).toHaveAttribute('aria-busy', 'true');
    expect(screen.getAllByText('A carregar dados...')[0]).toBeVisible();
  });

  test('asks for today in Lisbon and the three months before', async () => {
    const calls = serve(answers);

    open('/');
    await within(await directTable()).findByText('Ana Sousa');

    expect(callsTo(calls, 'direct')[0]?.query).toEqual({
      startDate: '2026-03-01',
      endDate: '2026-06-01',
      pageNumber: '0',
      pageSize: '10',
      sort: 'name',
    });
    expect(within(await directFilter()).getByLabelText('De')).toHaveValue('2026-03-01');
    expect(within(await directFilter()).getByLabelText('Até')).toHaveValue('2026-06-01');
  });

  test('that is empty says so', async () => {
    serve({ ...answers, 'GET /api/v1/dashboard/direct': nobody });

    open('/');

    expect(await within(await directTable()).findByText('Ainda não há ninguém nesta rede')).toBeInTheDocument();
  });

  test('that fails says so, is not asked for again by itself, and recovers by hand', async () => {
    let broken = true;
    const calls = serve({
      ...answers,
      'GET /api/v1/dashboard/direct': () => (broken ? refuse(500, 'Ocorreu um erro.')() : direct),
      'GET /api/v1/dashboard/total': direct,
    });
    const user = open('/');

    expect(await screen.findByText('Erro ao atualizar dados da rede direta. Tente novamente.')).toBeInTheDocument();
    expect(callsTo(calls, 'direct')).toHaveLength(1);
    broken = false;
    await user.click(within(await directTable()).getByRole('button', { name: 'Tentar novamente' }));

    expect(await within(await directTable()).findByText('Ana Sousa')).toBeInTheDocument();
  });

  test('of the whole network that fails says so too', async () => {
    serve({ ...answers, 'GET /api/v1/dashboard/total': refuse(500, 'Ocorreu um erro.') });

    open('/');

    expect(await screen.findByText('Erro ao atualizar dados da rede total. Tente novamente.')).toBeInTheDocument();
  });

  test('turns its pages and is sorted by its headings', async () => {
    const calls = serve(answers);
    const user = open('/');
    const table = await directTable();
    await within(table).findByText('Ana Sousa');

    await user.click(screen.getByRole('button', { name: 'Página 3' }));
    await user.click(within(table).getByRole('button', { name: 'Valor Encomendas' }));

    await waitFor(() => expect(callsTo(calls, 'direct').at(-1)?.query.sort).toBe('totalOrdersValue'));
    expect(shown(calls, 'direct').map(({ query }) => [query.pageNumber, query.sort])).toEqual([
      ['0', 'name'],
      ['2', 'name'],
      ['0', 'totalOrdersValue'],
    ]);
    expect(location.search).toBe('?direct-sort=totalOrdersValue');
  });

  test('has the next page before it is asked for', async () => {
    const secondPage = { ...direct, members: { ...direct.members, pageNumber: 1 } };
    const calls = serve({
      ...answers,
      'GET /api/v1/dashboard/direct': ({ query }: Call) => (query.pageNumber === '1' ? secondPage : direct),
    });
    const user = open('/');
    await within(await directTable()).findByText('Ana Sousa');

    await waitFor(() => expect(callsTo(calls, 'direct').map(({ query }) => query.pageNumber)).toEqual(['0', '1']));
    await user.click(screen.getByRole('button', { name: 'Página 2' }));

    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Página 2' })).toHaveAttribute('aria-current', 'page'),
    );
    expect(await directTable()).toHaveAttribute('aria-busy', 'false');
    await waitFor(() => expect(callsTo(calls, 'direct').map(({ query }) => query.pageNumber)).toEqual(['0', '1', '2']));
  });

  test('fetches nothing ahead for who saves data', async () => {
    Object.assign(navigator, { connection: { saveData: true } });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'));
    const calls = serve({ ...answers, 'GET /api/v1/dashboard/total': direct });

    open('/');
    await within(await screen.findByRole('table', { name: 'Rede total' })).findByText('Ana Sousa');
    await screen.findByText(/^por pagar/);

    expect(callsTo(calls, 'direct')).toHaveLength(1);
    expect(callsTo(calls, 'total')).toHaveLength(1);
  });

  test('does not talk of a page ahead that could not be had', async () => {
    const calls = serve({
      ...answers,
      'GET /api/v1/dashboard/direct': ({ query }: Call) =>
        query.pageNumber === '0' ? direct : refuse(500, 'Ocorreu um erro.')(),
    });

    open('/');
    await within(await directTable()).findByText('Ana Sousa');
    await waitFor(() => expect(callsTo(calls, 'direct')).toHaveLength(2));

    await screen.findByText(/^por pagar/);
    expect(screen.queryByText(/^Erro ao atualizar/)).not.toBeInTheDocument();
  });

  test('is quiet about nothing, which has nothing behind it', async () => {
    serve(answers);

    open('/');
    const row = await within(await directTable()).findByRole('row', { name: /Ana Sousa/ });

    const [ordered, owed] = within(row).getAllByRole('cell').slice(-2) as [HTMLElement, HTMLElement];
    expect(within(ordered).getByRole('button', { name: /1\s234,50\s€/ })).toBeInTheDocument();
    expect(owed).toHaveTextContent('–0,00 €');
    expect(within(owed).queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('a network’s filter', () => {
  test('is applied by Filtrar, stands in the address and is cleared by Limpar', async () => {
    const calls = serve(answers);
    const user = open('/dashboard?direct-pageNumber=2');

    await user.type(within(await directFilter()).getByLabelText('Nome'), 'ana');
    await user.type(within(await directFilter()).getByLabelText('Código'), 'IK1');
    await user.click(within(await directFilter()).getByRole('button', { name: 'Filtrar' }));

    await waitFor(() => expect(shown(calls, 'direct').at(-1)?.query).toMatchObject({ name: 'ana', code: 'IK1' }));
    expect(shown(calls, 'direct').at(-1)?.query.pageNumber).toBe('0');
    expect(location.search).toBe('?direct-name=ana&direct-codigo=IK1');

    await user.click(within(await directFilter()).getByRole('button', { name: 'Limpar' }));

    expect(location.search).toBe('');
    expect(within(await directFilter()).getByLabelText('Nome')).toHaveValue('');
  });

  test('leaves the focus where it was, and its fields follow Back', async () => {
    serve(answers);
    const user = open('/');
    const name = () => within(screen.getByRole('form', { name: 'Filtros: Rede directa' })).getByLabelText('Nome');

    await directFilter();
    await user.type(name(), 'ana{Enter}');
    await waitFor(() => expect(location.search).toBe('?direct-name=ana'));
    expect(name()).toHaveFocus();
    await user.click(within(await directFilter()).getByRole('button', { name: 'Limpar' }));
    await waitFor(() => expect(location.search).toBe(''));
    expect(within(await directFilter()).getByRole('button', { name: 'Limpar' })).toHaveFocus();
    history.back();

    await waitFor(() => expect(name()).toHaveValue('ana'));
  });

  test('of one table leaves the other alone', async () => {
    const calls = serve({ ...answers, 'GET /api/v1/dashboard/total': direct });

    open('/?total-parentId=IK12&direct-name=rui');
    await within(await screen.findByRole('table', { name: 'Rede total' })).findByText('Ana Sousa');

    expect(callsTo(calls, 'total')[0]?.query).toMatchObject({ parentId: 'IK12' });
    expect(callsTo(calls, 'total')[0]?.query).not.toHaveProperty('name');
    expect(callsTo(calls, 'direct')[0]?.query).toMatchObject({ name: 'rui' });
  });

  test('is taken up again when the page is opened without one', async () => {
    sessionStorage.setItem('filter:dashboard', '?direct-name=ana&total-name=rui');
    const calls = serve(answers);

    open('/');
    await within(await directTable()).findByText('Ana Sousa');

    expect(shown(calls, 'direct').map(({ query }) => query.name)).toEqual(['ana']);
    expect(callsTo(calls, 'total').map(({ query }) => query.name)).toEqual(['rui']);
    expect(location.search).toBe('?direct-name=ana&total-name=rui');
  });

  test('with days the wrong way round is not applied', async () => {
    const calls = serve(answers);
    const user = open('/');
    const until = within(await directFilter()).getByLabelText('Até');

    await user.clear(until);
    await user.type(until, '2026-01-31');
    await user.click(within(await directFilter()).getByRole('button', { name: 'Filtrar' }));

    expect(await screen.findByText('A data final não pode ser anterior à data inicial')).toBeInTheDocument();
    expect(shown(calls, 'direct')).toHaveLength(1);
  });

  test('shows what is set as chips, which can be taken off one by one', async () => {
    const calls = serve(answers);
    const user = open('/?direct-name=ana&direct-codigo=IK1&direct-startDate=2026-01-01&direct-endDate=2026-01-31');
    const chips = within(await screen.findByRole('list', { name: 'Filtros aplicados' }));
    expect(chips.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Nome: ana',
      'Código: IK1',
      'De 2026-01-01 a 2026-01-31',
    ]);

    await user.click(chips.getByRole('button', { name: 'Retirar Nome: ana' }));

    await waitFor(() => expect(shown(calls, 'direct').at(-1)?.query).not.toHaveProperty('name'));
    expect(location.search).toBe('?direct-codigo=IK1&direct-startDate=2026-01-01&direct-endDate=2026-01-31');
    await waitFor(() => expect(chips.getByRole('button', { name: 'Retirar Código: IK1' })).toHaveFocus());
  });

  test('that nobody matches says what to do', async () => {
    serve({ ...answers, 'GET /api/v1/dashboard/direct': nobody });

    open('/?direct-name=zzz');

    expect(await screen.findByText('Alargue as datas ou limpe os filtros para ver mais.')).toBeInTheDocument();
  });
});

describe('exporting a network', () => {
  test('saves the rows of the filter, on whatever page one is', async () => {
    const saved: string[] = [];
    Object.assign(URL, { createObjectURL: () => 'blob:here', revokeObjectURL: () => {} });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const calls = serve({ ...answers, 'GET /api/v1/dashboard/direct/xls': () => new Response('a spreadsheet') });
    const user = open('/?direct-name=ana&direct-pageNumber=2');

    await user.click(within(await directFilter()).getByRole('button', { name: 'Exportar' }));

    await waitFor(() => expect(saved).toEqual(['direct_network_data.xlsx']));
    expect(callsTo(calls, 'direct/xls')[0]?.query).toEqual({
      name: 'ana',
      startDate: '2026-03-01',
      endDate: '2026-06-01',
      sort: 'name',
    });
  });

  test('that fails says so', async () => {
    serve({ ...answers, 'GET /api/v1/dashboard/direct/xls': refuse(500, 'Ocorreu um erro.') });
    const user = open('/');

    await user.click(within(await directFilter()).getByRole('button', { name: 'Exportar' }));

    expect(await screen.findByText('Erro ao exportar dados para Excel. Tente novamente.')).toBeInTheDocument();
  });
});
