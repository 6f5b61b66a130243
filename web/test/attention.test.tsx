import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { calm } from './attention-answers.ts';
import { backOffice, sale } from './backoffice.ts';
import { type Call, refuse, serve } from './server.ts';
import { textOf } from './sight.ts';
import { open } from './start.tsx';

const stray = {
  id: 90,
  ecommerceId: '#1001',
  createdAt: '2026-11-19',
  total: '99.00',
  couponCode: 'ANA10',
  version: 5,
  proposal: { id: 7, internalId: 'IK7', name: 'Ana Sousa', reason: 'coupon' },
};

const answers = { ...backOffice, ...calm };

async function card(title: string): Promise<HTMLElement> {
  return screen.findByRole('region', { name: title });
}

test('where nothing asks for attention the home page says so, once', async () => {
  serve(answers);

  open('/');

  expect(await screen.findByText('Nada por resolver')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Welcome to the Backoffice Home page!' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Encomendas sem consultor' })).not.toBeInTheDocument();
});

test('each card says how many there are, shows the first, and leads to all of them', async () => {
  const owing = (id: number) => ({
    id,
    internalId: `IK${id}`,
    name: 'Ana Sousa',
    totalPendingValue: '321.13',
    orders: 2,
    oldestAt: '2026-10-02',
  });
  serve({
    ...answers,
    'GET /api/v1/attention/debts': {
      total: 41,
      totalPendingValue: '16141.97',
      rows: [1, 2, 3, 4, 5].map(owing),
    },
    'GET /api/v1/attention/without-upline': { total: 1, rows: [{ id: 9, internalId: 'IK9', name: 'Rui Peixoto' }] },
  });

  open('/');

  const debts = await card('Por pagar');
  await within(debts).findAllByRole('listitem');
  expect(textOf(debts)).toContain('Por pagar41 16 141,97 €');
  expect(within(debts).getAllByRole('listitem').map(textOf)[0]).toBe(
    'Ana Sousa 2 encomendas, desde 2026-10-02321,13 €',
  );
  expect(within(debts).getAllByRole('link', { name: 'Ana Sousa' })[0]).toHaveAttribute(
    'href',
    '/backoffice/orders?payment=pending&consultantCode=IK1',
  );
  expect(within(debts).getByRole('link', { name: 'Ver todas' })).toHaveAttribute(
    'href',
    '/backoffice/orders?payment=pending',
  );
  const without = await card('Consultores sem upline');
  expect(await within(without).findByRole('link', { name: 'Rui Peixoto' })).toHaveAttribute(
    'href',
    '/backoffice/users/9',
  );
  expect(within(without).queryByRole('link', { name: 'Ver todos' })).not.toBeInTheDocument();
});

test('a card that fails says so alone, and is asked for again', async () => {
  let fails = true;
  serve({
    ...answers,
    'GET /api/v1/attention/stray-orders': { total: 1, rows: [stray] },
    'GET /api/v1/attention/duplicates': () => (fails ? refuse(409, 'Tente mais tarde.')() : { total: 0, rows: [] }),
  });
  const user = open('/');

  const failing = await card('Consultores repetidos?');
  expect(await within(failing).findByRole('alert')).toHaveTextContent('Não foi possível carregar: Tente mais tarde.');
  expect(within(await card('Encomendas sem consultor')).getByRole('listitem')).toBeVisible();
  fails = false;
  await user.click(within(failing).getByRole('button', { name: /Tentar novamente/ }));

  expect(await within(failing).findByText('Nada por resolver')).toBeVisible();
});

test('an order of nobody is given to who is proposed in one press, as it was shown, and taken back in another', async () => {
  let order = { ...sale, couponCode: 'ANA10', consultant: null as unknown };
  const calls = serve({
    ...answers,
    'GET /api/v1/attention/stray-orders': () =>
      order.consultant === null ? { total: 1, rows: [{ ...stray, version: order.version }] } : { total: 0, rows: [] },
    'GET /api/v1/orders/90': () => order,
    'PUT /api/v1/orders/90': ({ body }: Call) => {
      const { consultant } = body as { consultant: unknown };
      order = { ...order, consultant, version: order.version + 1 };
      return order;
    },
  });
  const user = open('/');

  await user.click(await screen.findByRole('button', { name: 'Atribuir a Ana (cupão ANA10)' }));

  const toast = await screen.findByText('A encomenda #1001 é agora de Ana Sousa');
  expect(toast).toBeVisible();
  const writes = () => calls.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body);
  expect(writes()).toMatchObject([{ consultant: { internalId: 'IK7' }, version: 5, total: '1234.50' }]);
  await user.click(await screen.findByRole('button', { name: 'Anular' }));

  await waitFor(() => expect(writes()[1]).toMatchObject({ consultant: null, version: 6 }));
  expect(await screen.findByRole('button', { name: 'Atribuir a Ana (cupão ANA10)' })).toBeVisible();
});

test('an order that somebody else has changed is not given away', async () => {
  serve({
    ...answers,
    'GET /api/v1/attention/stray-orders': { total: 1, rows: [stray] },
    'GET /api/v1/orders/90': { ...sale, version: 6 },
    'PUT /api/v1/orders/90': refuse(409, 'Esta encomenda foi alterada entretanto.', 'conflict'),
  });
  const user = open('/');

  await user.click(await screen.findByRole('button', { name: 'Atribuir a Ana (cupão ANA10)' }));

  expect(
    await screen.findByText('Erro ao atualizar a encomenda: Esta encomenda foi alterada entretanto.'),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Atribuir a Ana (cupão ANA10)' })).toBeEnabled();
});

test('the sales of today stand beside those of a week ago', async () => {
  serve({
    ...answers,
    'GET /api/v1/attention/today': {
      loaded: { total: 0, rows: [] },
      sales: { day: '2026-11-22', orders: 14, totalOrdersValue: '1234.50' },
      lastWeek: { day: '2026-11-15', orders: 1, totalOrdersValue: '980.00' },
    },
  });

  open('/');

  const line = (await screen.findByRole('link', { name: '14 encomendas' })).closest('p') as HTMLElement;
  expect(textOf(line)).toBe('Hoje: 14 encomendas, 1 234,50 € Há uma semana: 1 encomenda, 980,00 € ');
});
