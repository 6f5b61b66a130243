import type { Branch, CountedOrders, Months, NetworkData, AlertedMember } from '@rede/contract/dashboard';
import type { Page } from '@rede/contract/values';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Call, consultant, refuse, serve, settings } from './server.ts';
import { open } from './start.tsx';

const network: NetworkData = {
  members: {
    results: [
      {
        id: 11,
        name: 'Ana Sousa',
        internalId: 'IK11',
        parentId: 'IK7',
        totalOrdersValue: '30.00',
        totalPendingValue: '6.00',
      },
      {
        id: 12,
        name: 'Rui Matos',
        internalId: 'IK12',
        parentId: 'IK7',
        totalOrdersValue: '0.00',
        totalPendingValue: '0.00',
      },
    ],
    totalPages: 1,
    pageNumber: 0,
    totalResults: 2,
  },
  totals: { totalOrdersValue: '30.00', totalPendingValue: '6.00' },
};

const orders: CountedOrders = {
  orders: {
    results: [
      {
        ecommerceId: '1001',
        createdAt: '2026-05-30',
        total: '30.00',
        paid: '24.00',
        pending: '6.00',
        uplines: [
          { internalId: 'IK9', name: 'Eva Lima' },
          { internalId: 'IK7', name: 'Maria Antunes' },
        ],
      },
    ],
    totalPages: 1,
    pageNumber: 0,
    totalResults: 1,
  },
  totals: { totalOrdersValue: '30.00', totalPendingValue: '6.00' },
};

const months: Months = {
  window: {
    startDate: '2026-05-01',
    endDate: '2026-06-01',
    months: [
      { month: '2026-05', orders: 3, totalOrdersValue: '300.00', totalPendingValue: '0.00' },
      { month: '2026-06', orders: 1, totalOrdersValue: '50.00', totalPendingValue: '0.00' },
    ],
    totals: { totalOrdersValue: '350.00', totalPendingValue: '0.00' },
  },
  before: {
    startDate: '2026-03-30',
    endDate: '2026-04-30',
    months: [
      { month: '2026-03', orders: 0, totalOrdersValue: '0.00', totalPendingValue: '0.00' },
      { month: '2026-04', orders: 2, totalOrdersValue: '80.00', totalPendingValue: '0.00' },
    ],
    totals: { totalOrdersValue: '80.00', totalPendingValue: '0.00' },
  },
};

function pageOf<Row>(results: Row[], totalResults = results.length, pageNumber = 0): Page<Row> {
  return { results, totalPages: Math.ceil(totalResults / Math.max(1, results.length)), pageNumber, totalResults };
}

const branch = (given: Partial<Branch>): Branch => ({
  id: 11,
  internalId: 'IK11',
  name: 'Ana Sousa',
  isMember: true,
  membersBelow: 1,
  hasBranches: true,
  own: { totalOrdersValue: '30.00', totalPendingValue: '6.00' },
  branch: { totalOrdersValue: '75.00', totalPendingValue: '6.00' },
  ...given,
});

const leaf = branch({
  id: 13,
  internalId: 'IK13',
  name: 'Zita Reis',
  isMember: false,
  membersBelow: 0,
  hasBranches: false,
  branch: { totalOrdersValue: '45.00', totalPendingValue: '0.00' },
});

const alerted: AlertedMember = {
  id: 11,
  internalId: 'IK11',
  name: 'Ana Sousa',
  parentId: 'IK7',
  since: '2026-05-02',
  lastOrderAt: '2026-02-03',
  totalOrdersValue: '30.00',
  totalPendingValue: '6.00',
  valueBefore: '12.00',
};

const answers = {
  'GET /api/settings': settings,
  'GET /api/v1/whoami': consultant,
  'GET /api/v1/dashboard/summary': { totalDirectConsultants: 2, totalTreeConsultants: 2, totalOrders: '1500.00' },
  'GET /api/v1/dashboard/direct': network,
  'GET /api/v1/dashboard/total': network,
  'GET /api/v1/dashboard/orders': orders,
  'GET /api/v1/dashboard/total/11/orders': orders,
  'GET /api/v1/dashboard/months': months,
  'GET /api/v1/dashboard/branches': ({ query }: Call) => pageOf([query.path === '11' ? leaf : branch({})]),
  'GET /api/v1/dashboard/alerts': ({ query }: Call) => pageOf(query.kind === 'quiet' ? [] : [alerted]),
};

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-01T12:00:00Z') }));

test("a member's value opens into its orders, each with the way up to oneself", async () => {
  const calls = serve(answers);
  const user = open('/dashboard');

  await user.click(within(await memberRow('Ana Sousa')).getByRole('button', { name: /^30,00\s€$/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Encomendas de Ana Sousa' });

  const row = await within(dialog).findByRole('row', { name: /1001 2026-05-30/ });
  expect(within(row).getAllByRole('listitem').map(textOf)).toEqual(['IK9', 'eu']);
  expect(within(row).getAllByRole('cell').map(textOf).slice(-3)).toEqual(['30,00 €', '24,00 €', '6,00 €']);
  expect(within(dialog).getByText('De 2026-03-01 a 2026-06-01')).toBeInTheDocument();
  expect(calls.find(({ call }) => call.endsWith('/total/11/orders'))?.query).toMatchObject({
    startDate: '2026-03-01',
    endDate: '2026-06-01',
  });
});

test('nothing has nothing behind it', async () => {
  serve(answers);
  open('/dashboard');

  expect(within(await memberRow('Rui Matos')).queryByRole('button')).not.toBeInTheDocument();
});

test('the card of the own orders opens too, and gives the focus back when it closes', async () => {
  serve(answers);
  const user = open('/dashboard');
  const figure = await screen.findByRole('button', { name: /^1\s500,00\s€$/ });

  await user.click(figure);
  const dialog = await screen.findByRole('dialog', { name: 'As minhas encomendas' });
  await within(dialog).findByRole('row', { name: /1001/ });
  expect(within(dialog).queryByRole('columnheader', { name: 'Uplines nesse dia' })).not.toBeInTheDocument();
  await user.keyboard('{Escape}');

  await waitFor(() => expect(figure).toHaveFocus());
});

test('orders that cannot be had can be asked for again', async () => {
  let broken = true;
  serve({
    ...answers,
    'GET /api/v1/dashboard/orders': () => (broken ? refuse(500, 'Ocorreu um erro.')() : orders),
  });
  const user = open('/dashboard');

  await user.click(await screen.findByRole('button', { name: /^1\s500,00\s€$/ }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('Ocorreu um erro.');
  broken = false;
  await user.click(within(dialog).getByRole('button', { name: 'Tentar novamente' }));

  expect(await within(dialog).findByRole('row', { name: /1001/ })).toBeInTheDocument();
});

test('the months stand beside those of the days before', async () => {
  serve(answers);
  scrolledDown();
  open('/dashboard');

  const chart = await screen.findByRole('table', { name: 'Vendas mês a mês' });

  expect(within(chart).getAllByRole('row').slice(1).map(textOf)).toEqual([
    'mai 2026300,00 €3 encomendasmar 20260,00 €0 encomendas',
    'jun 202650,00 €1 encomendaabr 202680,00 €2 encomendas',
  ]);
});

test('the tree opens branch by branch, from where it stands', async () => {
  const calls = serve(answers);
  scrolledDown();
  const user = open('/dashboard');

  await user.click(await screen.findByRole('tab', { name: 'Árvore' }));
  await user.click(await screen.findByRole('button', { name: 'Ramo de Ana Sousa', expanded: false }));
  const below = await screen.findByRole('list', { name: 'Ramo de Ana Sousa' });

  expect(textOf(within(below).getByRole('listitem'))).toBe('Zita Reis IK13fora das suas datas45,00 €');
  expect(calls.filter(({ call }) => call.endsWith('/branches')).map(({ query }) => query.path)).toEqual([
    undefined,
    '11',
  ]);
});

test('a branch of many is shown as far as it is asked for', async () => {
  const first = pageOf([branch({ hasBranches: false })], 2);
  const second = pageOf([leaf], 2, 1);
  serve({
    ...answers,
    'GET /api/v1/dashboard/branches': ({ query }: Call) => (query.pageNumber === '1' ? second : first),
  });
  scrolledDown();
  const user = open('/dashboard?more-vista=tree');

  await user.click(await screen.findByRole('button', { name: 'Mostrar mais (1)' }));

  expect(await screen.findByText('Zita Reis')).toBeInTheDocument();
  await waitFor(() => expect(screen.getAllByRole('listitem')[1]).toHaveFocus());
  expect(screen.queryByRole('button', { name: /Mostrar mais/ })).not.toBeInTheDocument();
});

test('who is new, has gone quiet or owes is named, with figures that open', async () => {
  serve(answers);
  scrolledDown();
  const user = open('/dashboard?more-vista=alerts');

  const fresh = await screen.findByRole('table', { name: 'Novos na rede' });
  expect(await within(fresh).findByRole('row', { name: /Ana Sousa IK11 IK7 2026-05-02 30,00/ })).toBeInTheDocument();
  expect(await screen.findByText('Todos os que encomendaram antes voltaram a encomendar')).toBeInTheDocument();
  await user.click(
    within(screen.getByRole('table', { name: 'Com valores por pagar' })).getByRole('button', { name: /^6,00\s€$/ }),
  );

  expect(await screen.findByRole('dialog', { name: 'Encomendas de Ana Sousa' })).toBeInTheDocument();
});

test('other days are looked at together, and kept in the address', async () => {
  const calls = serve(answers);
  scrolledDown();
  const user = open('/dashboard');
  const days = await screen.findByRole('form', { name: 'Datas' });

  await user.clear(within(days).getByLabelText('Até'));
  await user.type(within(days).getByLabelText('Até'), '2025-12-31');
  await user.clear(within(days).getByLabelText('De'));
  await user.type(within(days).getByLabelText('De'), '2025-01-01');
  await user.click(within(days).getByRole('button', { name: 'Filtrar' }));

  await waitFor(() =>
    expect(calls.findLast(({ call }) => call.endsWith('/months'))?.query).toEqual({
      startDate: '2025-01-01',
      endDate: '2025-12-31',
    }),
  );
  expect(location.search).toBe('?more-startDate=2025-01-01&more-endDate=2025-12-31');
});

async function memberRow(name: string) {
  const table = await screen.findByRole('table', { name: 'Rede total' });
  return within(table).findByRole('row', { name: new RegExp(name) });
}

/** Everything is in sight. */
function scrolledDown(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly tell: IntersectionObserverCallback;

      constructor(tell: IntersectionObserverCallback) {
        this.tell = tell;
      }

      observe() {
        this.tell([{ isIntersecting: true } as IntersectionObserverEntry], this as unknown as IntersectionObserver);
      }

      disconnect() {}
    },
  );
}

function textOf(element: HTMLElement): string {
  return (element.textContent ?? '').replaceAll('\u00a0', ' ');
}
