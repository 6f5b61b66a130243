import type { NetworkData } from '@rede/contract/dashboard';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
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

const answers = {
  'GET /api/settings': settings,
  'GET /api/v1/whoami': consultant,
  'GET /api/v1/dashboard/summary': { totalDirectConsultants: 22, totalTreeConsultants: 1286, totalOrders: '1500.00' },
  'GET /api/v1/dashboard/direct': direct,
  'GET /api/v1/dashboard/total': nobody,
};

const callsTo = (calls: Call[], path: string) => calls.filter(({ call }) => call === `GET /api/v1/dashboard/${path}`);
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

    await user.click(screen.getByRole('button', { name: 'Página 2' }));
    await user.click(within(table).getByRole('button', { name: 'Valor Encomendas' }));

    await waitFor(() => expect(callsTo(calls, 'direct')).toHaveLength(3));
    expect(callsTo(calls, 'direct').map(({ query }) => [query.pageNumber, query.sort])).toEqual([
      ['0', 'name'],
      ['1', 'name'],
      ['0', 'totalOrdersValue'],
    ]);
  });
});

describe('a network’s filter', () => {
  test('is applied by Filtrar, stands in the address and is cleared by Limpar', async () => {
    const calls = serve(answers);
    const user = open('/dashboard?direct-pageNumber=2');

    await user.type(within(await directFilter()).getByLabelText('Nome'), 'ana');
    await user.type(within(await directFilter()).getByLabelText('Código'), 'IK1');
    await user.click(within(await directFilter()).getByRole('button', { name: 'Filtrar' }));

    await waitFor(() => expect(callsTo(calls, 'direct').at(-1)?.query).toMatchObject({ name: 'ana', code: 'IK1' }));
    expect(callsTo(calls, 'direct').at(-1)?.query.pageNumber).toBe('0');
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

    expect(callsTo(calls, 'direct').map(({ query }) => query.name)).toEqual(['ana']);
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
    expect(callsTo(calls, 'direct')).toHaveLength(1);
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
});

test('an administrator who is no consultant has no network to show, and none is asked for', async () => {
  provider.isAdmin = true;
  const calls = serve({ ...answers, 'GET /api/v1/whoami': administrator });

  open('/dashboard');

  expect(await screen.findByText('Não há rede para mostrar')).toBeVisible();
  expect(calls.map(({ call }) => call)).toEqual(['GET /api/settings', 'GET /api/v1/whoami']);
});

/** What a card says, once it says something. */
async function card(title: string) {
  const value = (await screen.findByText(title)).nextElementSibling as HTMLElement;
  await waitFor(() => expect(value).not.toBeEmptyDOMElement());
  await waitFor(() => expect(value.textContent).not.toBe(''));
  return value;
}
