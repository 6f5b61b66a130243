import type { NetworkData, Overview } from '@rede/contract/dashboard';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Sentence } from '../src/dashboard/month-band.tsx';
import { windowOfPeriod } from '../src/dashboard/period.ts';
import { provider } from './fake-keycloak.ts';
import { type Call, administrator, consultant, refuse, serve, settings } from './server.ts';
import { open } from './start.tsx';

const direct: NetworkData = {
  members: {
    results: [
      {
        id: 11,
        name: 'Ana Sousa',
        internalId: 'IK11',
        parentId: 'IK7',
        totalOrdersValue: '1234.50',
        totalPendingValue: '0.00',
      },
      {
        id: 12,
        name: 'Rui Matos',
        internalId: 'IK12',
        parentId: 'IK7',
        totalOrdersValue: '65.50',
        totalPendingValue: '65.50',
      },
    ],
    totalPages: 3,
    pageNumber: 0,
    totalResults: 22,
  },
  totals: { totalOrdersValue: '98765.40', totalPendingValue: '1065.50' },
};

const nobody: NetworkData = {
  members: { results: [], totalPages: 0, pageNumber: 0, totalResults: 0 },
  totals: { totalOrdersValue: '0.00', totalPendingValue: '0.00' },
};

const overview: Overview = {
  window: { startDate: '2026-03-01', endDate: '2026-06-01' },
  before: { startDate: '2025-11-28', endDate: '2026-02-28' },
  direct: { members: 22, before: 20, joined: 3, left: 1 },
  total: { members: 1286, before: 1290, joined: 0, left: 4 },
  ownOrders: { totalOrdersValue: '1500.00', valueBefore: '1564.10' },
  month: {
    window: { startDate: '2026-06-01', endDate: '2026-06-01' },
    before: { startDate: '2026-05-01', endDate: '2026-05-01' },
    totalOrdersValue: '300.00',
    valueBefore: '200.00',
    changes: [
      { id: 11, internalId: 'IK11', name: 'Ana Sousa', totalOrdersValue: '150.00', valueBefore: '20.00' },
      { id: 12, internalId: 'IK12', name: 'Rui Matos', totalOrdersValue: '0.00', valueBefore: '30.00' },
    ],
  },
};

const noOne = { results: [], totalPages: 0, pageNumber: 0, totalResults: 0 };
const debtors = { members: { ...noOne, totalPages: 41, totalResults: 41 }, totals: { totalPendingValue: '16141.97' } };
const quietNamed = (...names: string[]) => names.map((name, id) => ({ id, name, internalId: `IK${id}` }));

const answers = {
  'GET /api/settings': settings,
  'GET /api/v1/whoami': consultant,
  'GET /api/v1/dashboard/summary': { totalDirectConsultants: 22, totalTreeConsultants: 1286, totalOrders: '1500.00' },
  'GET /api/v1/dashboard/overview': overview,
  'GET /api/v1/dashboard/debtors': debtors,
  'GET /api/v1/dashboard/new-members': { ...noOne, totalPages: 6, totalResults: 6 },
  'GET /api/v1/dashboard/quiet-members': {
    ...noOne,
    results: quietNamed('Rita Peixoto', 'Eva Lima', 'Ivo Reis'),
    totalPages: 3,
    totalResults: 9,
  },
  'GET /api/v1/dashboard/direct': direct,
  'GET /api/v1/dashboard/total': nobody,
};

const callsTo = (calls: Call[], path: string) => calls.filter(({ call }) => call === `GET /api/v1/dashboard/${path}`);
/** The calls for what is shown, without those that fetch the next page ahead. */
function shown(calls: Call[], path: string): Call[] {
  let last: number | undefined;
  return callsTo(calls, path).filter(({ query }) => {
    const isAhead = last !== undefined && Number(query.pageNumber) === last + 1;
    if (!isAhead) last = Number(query.pageNumber);
    return !isAhead;
  });
}
const directTable = () => screen.findByRole('table', { name: 'Rede directa' });
const directFilter = () => screen.findByRole('form', { name: 'Filtros: Rede directa' });

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-31T23:30:00Z') }));

describe('the cards', () => {
  test('count both networks and add up one’s own orders', async () => {
    serve(answers);

    open('/');

    expect(await card('A minha rede directa')).toHaveTextContent('22 Colaboradores');
    expect(await card('A minha rede total')).toHaveTextContent('1 286 Colaboradores');
    expect(await card('As minhas encomendas')).toHaveTextContent('Últimos 3 meses: 1 500,00 €');
  });

  test('say how they changed, and what the change is made of', async () => {
    serve(answers);
    const user = open('/');

    await user.click(await screen.findByRole('button', { name: 'A minha rede directa: +2 em 3 meses' }));

    const parts = screen.getByText('saiu').closest('ul') as HTMLElement;
    expect(parts).toBeVisible();
    expect(
      within(parts)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['20 nos 3 meses anteriores', '+3 entraram', '−1 saiu', '= 22 agora']);
    expect(screen.getByRole('button', { name: 'A minha rede total: −4 em 3 meses' })).toBeVisible();
  });

  test('open one’s own orders of both windows', async () => {
    const calls = serve({ ...answers, 'GET /api/v1/dashboard/orders': { orders: noOne, totals: nobody.totals } });
    const user = open('/');

    await user.click(
      await screen.findByRole('button', { name: 'As minhas encomendas: −4,1\u00a0% face aos 3 meses anteriores' }),
    );
    await user.click(screen.getByRole('button', { name: /^1\s564,10\s€$/ }));

    await waitFor(() =>
      expect(callsTo(calls, 'orders')[0]?.query).toMatchObject({ startDate: '2025-11-28', endDate: '2026-02-28' }),
    );
  });

  test.each([
    ['1500.00', 'igual aos 3 meses anteriores'],
    ['0.00', 'nada nos 3 meses anteriores'],
    ['1499.99', 'quase igual aos 3 meses anteriores'],
    ['750.00', '+100,0\u00a0% face aos 3 meses anteriores'],
  ])('compare one’s own orders with %s before: %s', async (valueBefore, said) => {
    const ownOrders = { totalOrdersValue: '1500.00', valueBefore };
    serve({ ...answers, 'GET /api/v1/dashboard/overview': { ...overview, ownOrders } });

    open('/');

    expect(await screen.findByRole('button', { name: `As minhas encomendas: ${said}` })).toBeVisible();
  });

  test('that did not change say so', async () => {
    const total = { members: 1286, before: 1286, joined: 0, left: 0 };
    serve({ ...answers, 'GET /api/v1/dashboard/overview': { ...overview, total } });

    open('/');

    expect(await screen.findByRole('button', { name: 'A minha rede total: igual em 3 meses' })).toBeVisible();
  });

  test('that cannot be had can be asked for again', async () => {
    let broken = true;
    serve({
      ...answers,
      'GET /api/v1/dashboard/summary': () =>
        broken ? refuse(500, 'Ocorreu um erro.')() : answers['GET /api/v1/dashboard/summary'],
    });
    const user = open('/');

    await screen.findByText('Ocorreu um erro.');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(document.body).not.toHaveFocus();

    expect(await card('A minha rede directa')).toHaveTextContent('22 Colaboradores');
  });
});

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

describe('the period', () => {
  const until = async (kind: 'directa' | 'total') => {
    const form = await screen.findByRole('form', { name: `Filtros: Rede ${kind}` });
    return ['De', 'Até'].map((label) => within(form).getByLabelText<HTMLInputElement>(label).value);
  };

  test('is one for the page: both tables have its days', async () => {
    const calls = serve(answers);
    const user = open('/');

    await user.click(await screen.findByRole('link', { name: 'Mês passado' }));

    await waitFor(() => expect(location.search).toBe('?periodo=mes-passado'));
    expect(await until('directa')).toEqual(['2026-05-01', '2026-05-31']);
    expect(await until('total')).toEqual(['2026-05-01', '2026-05-31']);
    expect(shown(calls, 'direct').at(-1)?.query).toMatchObject({ startDate: '2026-05-01', endDate: '2026-05-31' });
    expect(callsTo(calls, 'total').at(-1)?.query).toMatchObject({ startDate: '2026-05-01', endDate: '2026-05-31' });
    expect(screen.getByRole('link', { name: 'Mês passado' })).toHaveAttribute('aria-current', 'true');
    expect(screen.getByRole('link', { name: 'Últimos 3 meses' })).not.toHaveAttribute('aria-current');
  });

  test('of three months is the one of an address that names none', async () => {
    serve(answers);
    const user = open('/?periodo=este-ano');

    await user.click(await screen.findByRole('link', { name: 'Últimos 3 meses' }));

    await waitFor(() => expect(location.search).toBe(''));
    expect(await until('directa')).toEqual(['2026-03-01', '2026-06-01']);
  });

  test('is taken up again, and means the days of the day it is opened on', async () => {
    sessionStorage.setItem('filter:dashboard', '?periodo=este-mes');
    serve(answers);

    open('/');

    expect(await until('directa')).toEqual(['2026-06-01', '2026-06-01']);
    await waitFor(() => expect(location.search).toBe('?periodo=este-mes'));
  });

  test('leaves a table the days it was given, until another is chosen, and its other filters for good', async () => {
    const calls = serve(answers);
    const user = open('/?direct-startDate=2025-01-01&direct-endDate=2025-01-31&direct-name=ana&direct-sort=-name');
    expect(await until('directa')).toEqual(['2025-01-01', '2025-01-31']);
    expect(await until('total')).toEqual(['2026-03-01', '2026-06-01']);

    await user.click(screen.getByRole('link', { name: 'Este ano' }));

    await waitFor(() => expect(location.search).toBe('?direct-name=ana&direct-sort=-name&periodo=este-ano'));
    expect(await until('directa')).toEqual(['2026-01-01', '2026-06-01']);
    expect(shown(calls, 'direct').at(-1)?.query).toMatchObject({ name: 'ana', sort: '-name', startDate: '2026-01-01' });
  });

  test('is no filter of a table that names the same days', async () => {
    serve(answers);
    const user = open('/?periodo=mes-passado');

    await user.type(within(await directFilter()).getByLabelText('Nome'), 'ana{Enter}');

    await waitFor(() => expect(location.search).toBe('?periodo=mes-passado&direct-name=ana'));
  });

  test('can be any days', async () => {
    serve(answers);
    const user = open('/');

    await user.click(await screen.findByRole('button', { name: 'Datas…' }));
    const days = within(await screen.findByRole('form', { name: 'Datas' }));
    await waitFor(() => expect(days.getByLabelText('De')).toHaveFocus());
    await user.clear(days.getByLabelText('De'));
    await user.type(days.getByLabelText('De'), '2025-01-01');
    await user.clear(days.getByLabelText('Até'));
    await user.type(days.getByLabelText('Até'), '2025-01-31{Enter}');

    await waitFor(() => expect(location.search).toBe('?startDate=2025-01-01&endDate=2025-01-31'));
    expect(await until('total')).toEqual(['2025-01-01', '2025-01-31']);
    const chosen = screen.getByRole('button', { name: '2025-01-01 a 2025-01-31' });
    expect(chosen).toHaveAttribute('aria-current', 'true');
    expect(chosen).toHaveFocus();
  });

  test('refuses days the wrong way round', async () => {
    serve(answers);
    const user = open('/');

    await user.click(await screen.findByRole('button', { name: 'Datas…' }));
    const days = within(await screen.findByRole('form', { name: 'Datas' }));
    await user.clear(days.getByLabelText('Até'));
    await user.type(days.getByLabelText('Até'), '2026-01-31{Enter}');

    expect(await days.findByText('A data final não pode ser anterior à data inicial')).toBeVisible();
    expect(location.search).toBe('');
  });

  test('that an address gives the wrong way round is the standard one', async () => {
    serve(answers);

    open('/?startDate=2027-01-01');

    expect(await until('directa')).toEqual(['2026-03-01', '2026-06-01']);
  });

  test.each([
    ['2026-06-01', 'este-mes', '2026-06-01', '2026-06-01'],
    ['2026-01-31', 'mes-passado', '2025-12-01', '2025-12-31'],
    ['2026-03-31', 'mes-passado', '2026-02-01', '2026-02-28'],
    ['2026-11-22', 'este-ano', '2026-01-01', '2026-11-22'],
    ['2026-05-31', undefined, '2026-02-28', '2026-05-31'],
  ] as const)('on %s, %s, is from %s to %s', (today, periodo, startDate, endDate) => {
    expect(windowOfPeriod({ periodo }, today)).toEqual({ startDate, endDate });
  });
});

describe('the way to a section', () => {
  test('moves the focus there and stands in the address', async () => {
    serve(answers);
    const user = open('/?direct-name=ana');

    await user.click(await screen.findByRole('link', { name: 'Rede total' }));

    expect(document.activeElement).toHaveAttribute('id', 'rede-total');
    await waitFor(() => expect(location.hash).toBe('#rede-total'));
    expect(location.search).toBe('?direct-name=ana');
  });
});

describe('this month', () => {
  const month = (given: Partial<Overview['month']>) => ({ ...overview.month, ...given });

  test.each([
    ['more', {}, 'A rede encomendou 300,00 € até dia 22, +50,0 % do que nos mesmos 22 dias de outubro.'],
    [
      'less',
      { valueBefore: '312.82' },
      'A rede encomendou 300,00 € até dia 22, −4,1 % do que nos mesmos 22 dias de outubro.',
    ],
    [
      'half a tenth',
      { valueBefore: '299.85' },
      'A rede encomendou 300,00 € até dia 22, +0,1 % do que nos mesmos 22 dias de outubro.',
    ],
    [
      'the same',
      { valueBefore: '300.00' },
      'A rede encomendou 300,00 € até dia 22, tanto como nos mesmos 22 dias de outubro.',
    ],
    [
      'almost the same',
      { valueBefore: '299.99' },
      'A rede encomendou 300,00 € até dia 22, quase tanto como nos mesmos 22 dias de outubro.',
    ],
    [
      'nothing before',
      { valueBefore: '0.00' },
      'A rede encomendou 300,00 € até dia 22; não tinha encomendado nada nos mesmos 22 dias de outubro.',
    ],
    [
      'nothing yet',
      { totalOrdersValue: '0.00' },
      'A rede ainda não encomendou nada este mês. Tinha encomendado 200,00 € nos mesmos 22 dias de outubro.',
    ],
    [
      'nothing at all',
      { totalOrdersValue: '0.00', valueBefore: '0.00' },
      'A rede ainda não encomendou nada este mês. Também não tinha encomendado nos mesmos 22 dias de outubro.',
    ],
    [
      'the first day',
      {
        window: { startDate: '2026-11-01', endDate: '2026-11-01' },
        before: { startDate: '2026-10-01', endDate: '2026-10-01' },
      },
      'A rede encomendou 300,00 € hoje, dia 1, +50,0 % do que no dia 1 de outubro.',
    ],
    [
      'a shorter month before',
      {
        window: { startDate: '2026-03-01', endDate: '2026-03-31' },
        before: { startDate: '2026-02-01', endDate: '2026-02-28' },
      },
      'A rede encomendou 300,00 € até dia 31, +50,0 % do que nos 28 dias de fevereiro.',
    ],
    [
      'sums beyond a number',
      { totalOrdersValue: '90071992547409930.01', valueBefore: '90071992547409.93' },
      'A rede encomendou 90 071 992 547 409 930,01 € até dia 22, +99 900,0 % do que nos mesmos 22 dias de outubro.',
    ],
  ] as const)('is told in a sentence: %s', (_, given, sentence) => {
    const november = {
      window: { startDate: '2026-11-01', endDate: '2026-11-22' },
      before: { startDate: '2026-10-01', endDate: '2026-10-22' },
    };

    const { container } = render(<Sentence month={month({ ...november, ...given })} />);

    expect(container.textContent?.replaceAll('\u00a0', ' ')).toBe(sentence);
  });

  test('names who made the difference, each with the orders behind it, of the month before where there are none yet', async () => {
    const orders = { member: quietNamed('Ana')[0], head: quietNamed('Maria')[0], orders: noOne, totals: nobody.totals };
    const calls = serve({
      ...answers,
      'GET /api/v1/dashboard/total/11/orders': orders,
      'GET /api/v1/dashboard/total/12/orders': orders,
    });
    const user = open('/');
    const people = within(await screen.findByRole('list', { name: 'Quem mais pesou na diferença' }));

    await user.click(people.getByRole('button', { name: /^Ana Sousa \+130,00\s€$/ }));
    await waitFor(() => expect(callsTo(calls, 'total/11/orders')).not.toEqual([]));
    await user.keyboard('{Escape}');
    await user.click(people.getByRole('button', { name: /^Rui Matos −30,00\s€$/ }));
    await waitFor(() => expect(callsTo(calls, 'total/12/orders')).not.toEqual([]));

    expect(callsTo(calls, 'total/11/orders')[0]?.query).toMatchObject({
      startDate: '2026-06-01',
      endDate: '2026-06-01',
    });
    expect(callsTo(calls, 'total/12/orders')[0]?.query).toMatchObject({
      startDate: '2026-05-01',
      endDate: '2026-05-01',
    });
  });

  test('says what is owed, who is new and who has gone quiet, each the way to its section', async () => {
    const calls = serve(answers);
    const user = open('/?direct-name=ana&total-startDate=2026-01-01&total-endDate=2026-01-31');
    const band = within(await screen.findByRole('region', { name: 'O meu mês' }));

    const owed = await band.findByRole('link', { name: /16\s141,97\s€ por pagar, 41 pessoas/ });
    expect(owed).toHaveAttribute('href', expect.stringMatching(/#quem-deve$/));
    const quiet = await band.findByRole('link', { name: /9 encomendavam e pararam\s?Rita, Eva, Ivo e mais 6/ });
    expect(quiet).toHaveAttribute('href', expect.stringMatching(/#pararam$/));
    expect(callsTo(calls, 'new-members')[0]?.query).toMatchObject({ startDate: '2026-06-01', endDate: '2026-06-01' });
    await user.click(await band.findByRole('link', { name: '6 entraram na rede este mês' }));

    await waitFor(() => expect(location.search).toBe('?direct-name=ana&periodo=este-mes'));
    expect(location.hash).toBe('#novos');
  });

  test('says so where nobody owes, is new or has gone quiet', async () => {
    serve({
      ...answers,
      'GET /api/v1/dashboard/debtors': { members: noOne, totals: { totalPendingValue: '0.00' } },
      'GET /api/v1/dashboard/new-members': noOne,
      'GET /api/v1/dashboard/quiet-members': noOne,
    });

    open('/');

    expect(await screen.findByText('Está tudo pago')).toBeVisible();
    expect(await screen.findByText('Ninguém entrou este mês')).toBeVisible();
    expect(await screen.findByText('Todos a encomendar ao seu ritmo')).toBeVisible();
  });

  test('fails part by part, and each can be asked for again', async () => {
    let broken = true;
    serve({
      ...answers,
      'GET /api/v1/dashboard/debtors': () => (broken ? refuse(500, 'Ocorreu um erro.')() : debtors),
      'GET /api/v1/dashboard/overview': () => (broken ? refuse(500, 'Ocorreu um erro.')() : overview),
    });
    const user = open('/');
    const retryDebts = await screen.findByRole('button', { name: 'Tentar novamente: o que está por pagar' });
    expect(await card('A minha rede directa')).toHaveTextContent('22 Colaboradores');
    expect(await screen.findByRole('link', { name: '6 entraram na rede este mês' })).toBeVisible();

    broken = false;
    await user.click(retryDebts);
    await user.click(screen.getByRole('button', { name: 'Tentar novamente: este mês' }));

    expect(await screen.findByRole('link', { name: /por pagar, 41 pessoas/ })).toBeVisible();
    expect(await screen.findByText(/do que no dia 1 de maio/)).toBeVisible();
  });
});

describe('who has nobody below yet', () => {
  const alone = {
    ...answers,
    'GET /api/v1/dashboard/summary': { totalDirectConsultants: 0, totalTreeConsultants: 0, totalOrders: '0.00' },
    'GET /api/v1/dashboard/direct': nobody,
  };

  test('is told what to do first, with the own code to copy, in the place of empty tables', async () => {
    serve(alone);
    const user = open('/');

    expect(await screen.findByRole('heading', { name: 'A sua rede começa aqui' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copiar' }));

    expect(await screen.findByText('Copiado')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('IK7');
    expect(await card('A minha rede total')).toHaveTextContent('0 Colaboradores');
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'O meu mês' })).not.toBeInTheDocument();
  });

  test('sees the tables where a filter may hide somebody', async () => {
    serve(alone);

    open('/?total-name=ana');

    expect(
      await within(await screen.findByRole('table', { name: 'Rede total' })).findByText(
        'Nenhum colaborador encontrado',
      ),
    ).toBeVisible();
  });

  test('sees the tables of days on which there was somebody', async () => {
    serve({ ...alone, 'GET /api/v1/dashboard/total': direct });

    open('/?periodo=este-ano');

    expect(
      await within(await screen.findByRole('table', { name: 'Rede total' })).findByText('Ana Sousa'),
    ).toBeVisible();
  });
});

describe('printing', () => {
  const rows = (first: number, count: number) =>
    Array.from({ length: count }, (_, place) => ({
      ...direct.members.results[1],
      id: first + place,
      name: `N${first + place}`,
    }));
  const many = ({ query }: Call) => {
    const [pageNumber, pageSize] = [Number(query.pageNumber), Number(query.pageSize)];
    const first = pageNumber * pageSize;
    const results = rows(first, Math.max(0, Math.min(pageSize, 1286 - first)));
    const totalPages = Math.ceil(1286 / pageSize);
    return { ...direct, members: { results, pageNumber, totalPages, totalResults: 1286 } };
  };

  test('has all rows of both tables first, up to 500, and says where there are more', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    const calls = serve({ ...answers, 'GET /api/v1/dashboard/total': many });
    const user = open('/?total-parentId=IK1');
    await within(await screen.findByRole('table', { name: 'Rede total' })).findByText('N0');

    await user.click(screen.getByRole('button', { name: 'Imprimir' }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());

    const [onPaper] = screen.getAllByRole('table', { name: 'Rede total', hidden: true });
    expect(within(onPaper as HTMLElement).getAllByRole('row', { hidden: true })).toHaveLength(1 + 500 + 1);
    expect(screen.getByText(/As primeiras 500 de 1\s286 pessoas/)).toHaveTextContent('Código Upline: IK1');
    expect(
      callsTo(calls, 'total')
        .filter(({ query }) => query.pageSize === '200')
        .map(({ query }) => [query.pageNumber, query.parentId]),
    ).toEqual([
      ['0', 'IK1'],
      ['1', 'IK1'],
      ['2', 'IK1'],
    ]);

    fireEvent(window, new Event('afterprint'));
    await waitFor(() => expect(screen.getAllByRole('table', { name: 'Rede total' })).toHaveLength(1));
  });

  test('by the keyboard has them too', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    serve(answers);
    const user = open('/');
    await within(await directTable()).findByText('Ana Sousa');

    await user.keyboard('{Control>}p{/Control}');

    await waitFor(() => expect(print).toHaveBeenCalledOnce());
  });

  test('prints what the screen shows where the rows cannot be had', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    serve({
      ...answers,
      'GET /api/v1/dashboard/direct': ({ query }: Call) =>
        query.pageSize === '200' ? refuse(500, 'Ocorreu um erro.')() : direct,
    });
    const user = open('/');
    await within(await directTable()).findByText('Ana Sousa');

    await user.click(screen.getByRole('button', { name: 'Imprimir' }));

    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(screen.getAllByRole('table', { name: 'Rede directa' })).toHaveLength(1);
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

describe('the footer', () => {
  test('shows the upline and the company’s contacts', async () => {
    serve(answers);

    open('/');
    const footer = await screen.findByRole('contentinfo');

    expect(footer).toHaveTextContent('IK2');
    expect(footer).toHaveTextContent('Joaquim Upline');
    expect(within(footer).getByRole('link', { name: 'joaquim@rede.example' })).toBeInTheDocument();
    expect(within(footer).getByRole('link', { name: '+351 210 000 000' })).toHaveAttribute('href', 'tel:+351210000000');
    expect(within(footer).getByRole('link', { name: 'www.rede.example' })).toBeInTheDocument();
  });

  test('says where something is not known', async () => {
    serve({
      ...answers,
      'GET /api/v1/whoami': { ...consultant, parentId: 'IK0', parentName: null, parentEmail: null },
    });

    open('/');
    const footer = await screen.findByRole('contentinfo');

    expect(footer).toHaveTextContent('IK0');
    expect(within(footer).getAllByText('Informação não disponível')).toHaveLength(2);
  });

  test('says once what is not known at all', async () => {
    serve({
      ...answers,
      'GET /api/settings': { ...settings, contact: { phone: '+351 210 000 000', email: null, website: null } },
      'GET /api/v1/whoami': { ...consultant, parentId: null, parentName: null, parentEmail: null },
    });

    open('/');
    const footer = within(await screen.findByRole('contentinfo'));

    expect(footer.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Código, nome, email',
      'Telefone',
      'Email, Website',
    ]);
    expect(footer.getAllByText('Informação não disponível')).toHaveLength(2);
  });
});

test('an administrator who is no consultant has no network to show, and none is asked for', async () => {
  provider.isAdmin = true;
  const calls = serve({ ...answers, 'GET /api/v1/whoami': administrator });

  open('/dashboard');

  expect(await screen.findByText('Não há rede para mostrar')).toBeVisible();
  expect(calls.filter(({ call }) => call.includes('/dashboard'))).toEqual([]);
});

/** What a card says, once it says something. */
async function card(title: string) {
  const value = (await screen.findByText(title)).nextElementSibling as HTMLElement;
  await waitFor(() => expect(value).not.toBeEmptyDOMElement());
  await waitFor(() => expect(value.textContent).not.toBe(''));
  return value;
}
