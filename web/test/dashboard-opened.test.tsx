import type { CountedOrders } from '@rede/contract/dashboard';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { anasOrders, dashboardAnswers, order, pageOf } from './dashboard-answers.ts';
import { type Call, lastQuery, refuse, serve } from './server.ts';
import { textOf } from './sight.ts';
import { open } from './start.tsx';

const asked = 'GET /api/v1/dashboard/total/11/orders';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-01T12:00:00Z') }));

test("a member's value opens into its orders, each with the way up to oneself", async () => {
  const calls = serve(dashboardAnswers);
  const user = open('/dashboard');

  await user.click(within(await memberRow('Ana Sousa')).getByRole('button', { name: /^30,00\s€$/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Encomendas de Ana Sousa' });

  const row = await within(dialog).findByRole('row', { name: /1001 2026-05-30/ });
  expect(within(row).getAllByRole('listitem').map(textOf)).toEqual(['IK9', 'eu']);
  expect(within(row).getAllByRole('cell').map(textOf).slice(-3)).toEqual(['30,00 €', '24,00 €', '6,00 €']);
  expect(within(dialog).getByText('na rede de Maria Antunes (IK7), de 2026-03-01 a 2026-06-01')).toBeInTheDocument();
  expect(lastQuery(calls, asked)).toMatchObject({ startDate: '2026-03-01', endDate: '2026-06-01' });
  expect(lastQuery(calls, asked)).not.toHaveProperty('networkOf');
});

test('nothing has nothing behind it', async () => {
  serve(dashboardAnswers);
  open('/dashboard');

  expect(within(await memberRow('Rui Matos')).queryByRole('button')).not.toBeInTheDocument();
});

test('the card of the own orders opens too', async () => {
  serve(dashboardAnswers);
  const user = open('/dashboard');

  await user.click(await screen.findByRole('button', { name: /^1\s500,00\s€$/ }));

  const dialog = await screen.findByRole('dialog', { name: 'As minhas encomendas' });
  expect(await within(dialog).findByRole('row', { name: /1001/ })).toBeInTheDocument();
  expect(within(dialog).queryByRole('columnheader', { name: 'Uplines nesse dia' })).not.toBeInTheDocument();
});

test('an opened figure has an address, which keeps the filters and is not remembered; Back closes it', async () => {
  serve(dashboardAnswers);
  const user = open('/dashboard?direct-name=ana');

  await user.click(within(await memberRow('Ana Sousa')).getByRole('button', { name: /^30,00\s€$/ }));
  await screen.findByRole('dialog');

  expect(location.pathname + location.search).toBe(
    '/dashboard?direct-name=ana&extracto=total.11&de=2026-03-01&ate=2026-06-01&rede=IK7',
  );
  expect(sessionStorage.getItem('filter:dashboard')).toBe('?direct-name=ana');
  history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(location.search).toBe('?direct-name=ana');
});

test('closing it leads back to the page it was opened on', async () => {
  serve(dashboardAnswers);
  const user = open('/dashboard');
  await user.click(within(await memberRow('Ana Sousa')).getByRole('button', { name: /^30,00\s€$/ }));
  const before = history.length;

  await user.click(await screen.findByRole('button', { name: 'Fechar' }));

  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(location.search).toBe(''));
  expect(history.length).toBe(before);
});

test('the address alone shows it again', async () => {
  const calls = serve(dashboardAnswers);

  open('/dashboard?extracto=total.11&de=2026-01-01&ate=2026-01-31&rede=ik7&ordem=-pending');

  const dialog = await screen.findByRole('dialog', { name: 'Encomendas de Ana Sousa' });
  expect(await within(dialog).findByRole('row', { name: /1001/ })).toBeInTheDocument();
  expect(lastQuery(calls, asked)).toEqual({
    startDate: '2026-01-01',
    endDate: '2026-01-31',
    sort: '-pending',
    pageNumber: '0',
    pageSize: '10',
  });
});

test("somebody else's figure is asked for in their network, and the way up ends with them", async () => {
  const shared: CountedOrders = {
    ...anasOrders,
    head: { internalId: 'IK9', name: 'Eva Lima' },
    orders: pageOf([order({ uplines: [{ internalId: 'IK9', name: 'Eva Lima' }] })]),
  };
  const calls = serve({ ...dashboardAnswers, [asked]: shared });
  const user = open('/dashboard?extracto=total.11&de=2026-01-01&ate=2026-01-31&rede=IK9&total-code=IK1');

  const dialog = await screen.findByRole('dialog', { name: 'Encomendas de Ana Sousa' });
  expect(await within(dialog).findByText('na rede de Eva Lima (IK9), de 2026-01-01 a 2026-01-31')).toBeInTheDocument();
  expect(within(dialog).getAllByRole('listitem').map(textOf)).toEqual(['IK9']);
  expect(lastQuery(calls, asked)).toHaveProperty('networkOf', 'IK9');
  await user.click(within(dialog).getByRole('button', { name: 'Fechar' }));

  await waitFor(() => expect(location.search).toBe('?total-code=IK1'));
});

test("somebody else's own orders carry their name", async () => {
  const theirs: CountedOrders = { ...anasOrders, head: anasOrders.member };
  const calls = serve({ ...dashboardAnswers, 'GET /api/v1/dashboard/orders': theirs });

  open('/dashboard?extracto=own&rede=IK11');

  expect(await screen.findByRole('dialog', { name: 'Encomendas de Ana Sousa' })).toBeInTheDocument();
  expect(lastQuery(calls, 'GET /api/v1/dashboard/orders')).toMatchObject({
    networkOf: 'IK11',
    startDate: '2026-03-01',
    endDate: '2026-06-01',
  });
});

test('who may not see a figure reads so, and finds the way back', async () => {
  serve({ ...dashboardAnswers, [asked]: refuse(404, 'Este colaborador não está na rede indicada.', 'not_found') });
  const user = open('/dashboard?extracto=total.11&rede=IK99');

  const dialog = await screen.findByRole('dialog', { name: 'Este extracto não está ao seu alcance' });
  expect(within(dialog).getByText('Este colaborador não está na rede indicada.')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Voltar à minha rede' }));

  await waitFor(() => expect(location.search).toBe(''));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test.each(['?extracto=total', '?extracto=total.x', '?extracto=tree.11', '?de=2026-01-01'])(
  'an address that names no figure, %s, opens nothing',
  async (search) => {
    serve(dashboardAnswers);
    open(`/dashboard${search}`);

    await memberRow('Ana Sousa');

    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  },
);

test('its link can be copied for others, without the filters of the page', async () => {
  serve(dashboardAnswers);
  const user = open('/?direct-name=ana');
  await user.click(within(await memberRow('Ana Sousa')).getByRole('button', { name: /^30,00\s€$/ }));
  const dialog = await screen.findByRole('dialog');

  await user.click(within(dialog).getByRole('button', { name: 'Copiar ligação' }));

  expect(await within(dialog).findByText('Ligação copiada')).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe(
    `${location.origin}/dashboard?extracto=total.11&de=2026-03-01&ate=2026-06-01&rede=IK7`,
  );
});

test('a link that the browser does not copy is shown to be copied by hand', async () => {
  serve(dashboardAnswers);
  const user = open('/dashboard?extracto=total.11&rede=IK7');
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));

  await user.click(await screen.findByRole('button', { name: 'Copiar ligação' }));

  expect(await screen.findByRole('textbox', { name: 'Ligação' })).toHaveValue(
    `${location.origin}/dashboard?extracto=total.11&rede=IK7`,
  );
});

test('all orders are printed, up to 500', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  const numbered = (first: number, many: number) =>
    Array.from({ length: many }, (_, place) => order({ ecommerceId: `N${first + place}` }));
  const calls = serve({
    ...dashboardAnswers,
    [asked]: ({ query }: Call) => {
      const [size, page] = [Number(query.pageSize), Number(query.pageNumber)];
      return { ...anasOrders, orders: { ...pageOf(numbered(size * page, size), 730, page) } };
    },
  });
  const user = open('/dashboard?extracto=total.11&rede=IK7');

  const dialog = await screen.findByRole('dialog', { name: 'Encomendas de Ana Sousa' });
  await user.click(await within(dialog).findByRole('button', { name: 'Imprimir' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());

  const paper = screen.getByText('500 de 730 encomendas; as somas são de todas.').parentElement!;
  expect(within(paper).getAllByRole('row', { hidden: true })).toHaveLength(1 + 500 + 1);
  expect(within(paper).getByText('N499')).toBeInTheDocument();
  expect(calls.filter(({ call, query }) => call === asked && query.pageSize === '100')).toHaveLength(5);
});

test('orders that cannot be had can be asked for again', async () => {
  let broken = true;
  serve({
    ...dashboardAnswers,
    'GET /api/v1/dashboard/orders': () => (broken ? refuse(500, 'Ocorreu um erro.')() : anasOrders),
  });
  const user = open('/dashboard');

  await user.click(await screen.findByRole('button', { name: /^1\s500,00\s€$/ }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('Ocorreu um erro.');
  broken = false;
  await user.click(within(dialog).getByRole('button', { name: 'Tentar novamente' }));

  expect(await within(dialog).findByRole('row', { name: /1001/ })).toBeInTheDocument();
});

async function memberRow(name: string) {
  const table = await screen.findByRole('table', { name: 'Rede total' });
  return within(table).findByRole('row', { name: new RegExp(name) });
}
