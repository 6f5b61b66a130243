import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ana, backOffice, invited, pageOf, period, sale } from './backoffice.ts';
import { refuse, serve } from './server.ts';
import { open } from './start.tsx';

const orders = '/backoffice/orders';
const restore = 'POST /api/v1/activity/order/90/restore';

/** A server on which one order is deleted, and brought back. */
function serveOrders(others: Record<string, unknown> = {}) {
  let rows = [sale];
  return serve({
    ...backOffice,
    'GET /api/v1/orders': () => pageOf(rows),
    'GET /api/v1/orders/totals': {
      orders: 0,
      totalOrdersValue: '0.00',
      totalPaidValue: '0.00',
      totalPendingValue: '0.00',
    },
    'DELETE /api/v1/orders/90': () => {
      rows = [];
      return undefined;
    },
    [restore]: () => {
      rows = [sale];
      return {};
    },
    ...others,
  });
}

async function deleteOrder() {
  const user = open(orders);
  await user.click(await screen.findByRole('button', { name: 'Apagar #1001' }));
  await user.click(await screen.findByRole('button', { name: 'Excluir' }));
  await screen.findByText('Encomenda apagada com sucesso');
  return user;
}

const undo = () => screen.findByRole('button', { name: /^Anular/ });

test('a deleted order comes back by its toast, to the list too, and a toast says so', async () => {
  const calls = serveOrders();

  const user = await deleteOrder();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Apagar #1001' })).not.toBeInTheDocument());
  await user.dblClick(await undo());

  expect(await screen.findByText('Foi reposto tal como estava')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Apagar #1001' })).toBeVisible();
  expect(calls.filter(({ call }) => call === restore)).toHaveLength(1);
});

test('an order that cannot come back says why', async () => {
  serveOrders({ [restore]: refuse(409, 'Já existe uma encomenda com o número #1001.', 'taken') });

  const user = await deleteOrder();
  await user.click(await undo());

  expect(await screen.findByText('Não foi possível anular: Já existe uma encomenda com o número #1001.')).toBeVisible();
});

test('F6 leads to the toast’s action and back again', async () => {
  serveOrders();

  const user = await deleteOrder();
  const field = screen.getByLabelText('Cupão');
  field.focus();
  await user.keyboard('{F6}');
  expect(await undo()).toHaveFocus();
  await user.keyboard('{F6}');
  expect(field).toHaveFocus();
  await user.keyboard('{F6}{Enter}');

  expect(await screen.findByText('Foi reposto tal como estava')).toBeVisible();
  expect(field).toHaveFocus();
});

test('a toast with an action stays longer than others, and for as long as it has the focus', async () => {
  serveOrders();
  await deleteOrder();
  const action = await undo();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

  act(() => action.focus());
  await pass(60_000);
  expect(screen.getByText('Encomenda apagada com sucesso')).toBeVisible();
  act(() => action.blur());
  await pass(8000);
  expect(screen.getByText('Encomenda apagada com sucesso')).toBeVisible();
  await pass(8000);

  expect(screen.queryByText('Encomenda apagada com sucesso')).not.toBeInTheDocument();
});

test('a deleted period comes back by its toast', async () => {
  const restored = vi.fn<() => unknown>(() => ({}));
  vi.spyOn(window, 'confirm').mockReturnValue(true);
  serve({
    ...backOffice,
    'GET /api/v1/consultants/7': ana,
    'GET /api/v1/consultants/7/login': invited,
    'GET /api/v1/consultants/7/history': pageOf([period]),
    'GET /api/v1/consultants/suggestions': { results: [] },
    'DELETE /api/v1/consultants/7/history/41/preview': { networks: [] },
    'DELETE /api/v1/consultants/7/history/41': undefined,
    'POST /api/v1/activity/period/41/restore': restored,
  });

  const user = open('/backoffice/users/edit/7');
  await user.click(await screen.findByRole('button', { name: 'Apagar IK2' }));
  await screen.findByText('Histórico do consultor excluído com sucesso');
  await user.click(await undo());

  expect(await screen.findByText('Foi reposto tal como estava')).toBeVisible();
  expect(restored).toHaveBeenCalledOnce();
});
