import { type Order, type OrderFilter, orders, type Payment } from '@rede/contract/orders';
import { noteChange } from '../db/change.ts';
import { actorOf } from '../http/caller.ts';
import { exported } from '../http/filter-words.ts';
import { notFound } from '../http/problem.ts';
import { RunningWorks } from '../http/running-works.ts';
import { serve } from '../http/serve.ts';
import { type Column, spreadsheet } from '../http/spreadsheet.ts';
import type { Services } from '../services.ts';
import { changeOrders, type ChangeProgress, previewChange } from './change-many.ts';
import { findOrders, findTotals, streamOrders } from './list.ts';
import { deleteOrder, findOrder, insertOrder, updateOrder } from './queries.ts';

const sheetColumns: Column<Order>[] = [
  { title: 'Número de encomenda', width: 22, kind: 'text', value: ({ ecommerceId }) => ecommerceId },
  { title: 'Email', width: 32, kind: 'text', value: ({ consultant }) => consultant?.email ?? null },
  { title: 'Código IK', width: 12, kind: 'text', value: ({ consultant }) => consultant?.internalId ?? null },
  { title: 'Código Upline', width: 14, kind: 'text', value: ({ consultant }) => consultant?.parentId ?? null },
  { title: 'Data de Encomenda', width: 18, kind: 'day', value: ({ createdAt }) => createdAt },
  { title: 'Data de Pagamento', width: 18, kind: 'day', value: ({ paidAt }) => paidAt },
  { title: 'Valor da Encomenda', width: 18, kind: 'money', value: ({ total }) => total },
  { title: 'Valor Pago', width: 14, kind: 'money', value: ({ totalPayment }) => totalPayment },
  { title: 'Cupão', width: 16, kind: 'text', value: ({ couponCode }) => couponCode },
];

/** Two: one waits for the other, so more would hold connections for nothing. */
const mostChangesAtOnce = 2;

const filterLabels: Record<keyof OrderFilter, string> = {
  ids: 'escolhidas',
  ecommerceId: 'Número de encomenda',
  consultantEmail: 'Email',
  consultantInternalId: 'Código IK',
  consultantParentId: 'Cód. Upline',
  createdAtStart: 'Data de Encomenda de',
  createdAtEnd: 'Data de Encomenda até',
  paidAtStart: 'Data de Pagamento de',
  paidAtEnd: 'Data de Pagamento até',
  couponCode: 'Cupão',
  payment: 'Pagamento',
  withoutConsultant: 'sem consultor',
  consultantCode: 'Código IK exacto',
  networkOf: 'Rede de',
  totalMin: 'Valor de',
  totalMax: 'Valor até',
  importId: 'Ficheiro n.º',
};

const paymentLabels: Record<Payment, string> = { pending: 'Por pagar', part: 'Pago em parte', paid: 'Pago' };

export function registerOrders({ app, database, config }: Services): void {
  const { rootUplineCode } = config;

  serve(app, orders.list, ({ query }) => findOrders(database, query, rootUplineCode));

  serve(app, orders.spreadsheet, async ({ query, caller }) => {
    await noteChange(
      database,
      exported(actorOf(caller), 'Encomendas', filterLabels, query, { payment: paymentLabels }),
    );
    return spreadsheet('Encomendas', sheetColumns, streamOrders(database, query, rootUplineCode));
  });

  serve(app, orders.totals, ({ query }) => findTotals(database, query, rootUplineCode));

  const changes = new RunningWorks<ChangeProgress>(
    Math.min(mostChangesAtOnce, config.database.poolSize / 4),
    'Já estão a ser alteradas outras encomendas. Tente novamente dentro de momentos.',
  );

  serve(app, orders.previewChange, ({ body }) => previewChange(database, body, rootUplineCode));
  serve(app, orders.change, ({ body, caller }) =>
    changes.run(body.progressKey, { changed: 0, of: body.expected }, (progress) =>
      changeOrders(database, body, { by: actorOf(caller), progress, rootUplineCode }),
    ),
  );
  serve(app, orders.changeProgress, ({ params }) => changes.progressOf(params.progressKey));

  serve(app, orders.get, async ({ params }) => {
    const order = await findOrder(database, params.id, rootUplineCode);
    if (!order) throw notFound('Esta encomenda');
    return order;
  });

  serve(app, orders.create, ({ body, caller }) => insertOrder(database, body, rootUplineCode, actorOf(caller)));
  serve(app, orders.update, ({ params, body, caller }) =>
    updateOrder(database, params.id, body, rootUplineCode, actorOf(caller)),
  );
  serve(app, orders.delete, async ({ params, caller }) => {
    await deleteOrder(database, params.id, actorOf(caller));
    return undefined;
  });
}
