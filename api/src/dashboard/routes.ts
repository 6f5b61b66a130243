import {
  type CountedOrdersQuery,
  type Member,
  dashboard,
  type NetworkSelection,
  reversedWindow,
  type Window,
  windowOf,
} from '@rede/contract/dashboard';
import { fromCents, toCents } from '@rede/contract/money';
import { fieldProblem } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import { type Column, spreadsheet } from '../http/spreadsheet.ts';
import { type Caller, ownConsultant } from '../http/caller.ts';
import type { Services } from '../services.ts';
import { findBranches } from './branches.ts';
import { findMemberOrders, findOwnOrders } from './counted-orders.ts';
import { findDebtors } from './debtors.ts';
import { findMonths } from './months.ts';
import type { Network } from '../db/membership.ts';
import { findNewMembers } from './new-members.ts';
import { findQuietMembers } from './quiet-members.ts';
import { findNetwork, findSummary, streamNetwork } from './queries.ts';
import { findMovements } from './movements.ts';
import { findOverview } from './overview.ts';

/** A window in a query; a missing day has its default. */
type AskedWindow = Pick<NetworkSelection, 'startDate' | 'endDate'>;

const sheetColumns: Column<Member>[] = [
  { title: 'Nome', width: 32, kind: 'text', value: ({ name }) => name },
  { title: 'Código', width: 12, kind: 'text', value: ({ internalId }) => internalId },
  { title: 'Código Upline', width: 14, kind: 'text', value: ({ parentId }) => parentId },
  { title: 'Valor Encomendas', width: 18, kind: 'money', value: ({ totalOrdersValue }) => totalOrdersValue },
  { title: 'Valor por pagar', width: 18, kind: 'money', value: ({ totalPendingValue }) => totalPendingValue },
];

export function registerDashboard({ app, database, today }: Services): void {
  serve(app, dashboard.summary, ({ caller }) => findSummary(database, ownConsultant(caller).id, windowOf({}, today())));

  serve(app, dashboard.direct, ({ caller, query }) => findNetwork(database, networkOf(caller, 'direct', query), query));
  serve(app, dashboard.total, ({ caller, query }) => findNetwork(database, networkOf(caller, 'total', query), query));

  serve(app, dashboard.directSpreadsheet, ({ caller, query }) =>
    sheet('Rede directa', networkOf(caller, 'direct', query), query),
  );
  serve(app, dashboard.totalSpreadsheet, ({ caller, query }) =>
    sheet('Rede total', networkOf(caller, 'total', query), query),
  );

  serve(app, dashboard.ownOrders, ({ caller, query }) =>
    findOwnOrders(database, openedBy(caller, 'total', query), query),
  );
  serve(app, dashboard.directOrders, ({ caller, params, query }) =>
    findMemberOrders(database, params.memberId, openedBy(caller, 'direct', query), query),
  );
  serve(app, dashboard.totalOrders, ({ caller, params, query }) =>
    findMemberOrders(database, params.memberId, openedBy(caller, 'total', query), query),
  );

  serve(app, dashboard.branches, ({ caller, query }) =>
    findBranches(database, ownConsultant(caller).id, orderedWindow(query), query),
  );
  serve(app, dashboard.overview, ({ caller }) => findOverview(database, ownConsultant(caller).id, today()));
  serve(app, dashboard.movements, ({ caller, query }) =>
    findMovements(database, ownConsultant(caller).id, orderedWindow(query)),
  );
  serve(app, dashboard.months, ({ caller, query }) =>
    findMonths(database, ownConsultant(caller).id, orderedWindow(query)),
  );
  serve(app, dashboard.newMembers, ({ caller, query }) =>
    findNewMembers(database, ownConsultant(caller).id, orderedWindow(query), query),
  );
  serve(app, dashboard.debtors, ({ caller, query }) =>
    findDebtors(database, ownConsultant(caller).id, query.endDate ?? today(), query),
  );
  serve(app, dashboard.quietMembers, ({ caller, query }) =>
    findQuietMembers(database, ownConsultant(caller).id, query.endDate ?? today(), query),
  );

  function networkOf(caller: Caller, depth: Network['depth'], query: AskedWindow): Network {
    return { consultantId: ownConsultant(caller).id, depth, window: orderedWindow(query) };
  }

  function openedBy(caller: Caller, depth: Network['depth'], query: CountedOrdersQuery) {
    return { network: networkOf(caller, depth, query), headCode: query.networkOf };
  }

  /** The window of a query; a given day may be on the wrong side of the other's default. */
  function orderedWindow(query: AskedWindow): Window {
    const window = windowOf(query, today());
    if (window.startDate > window.endDate) throw fieldProblem('invalid', 'endDate', reversedWindow);
    return window;
  }

  function sheet(title: string, of: Network, filter: NetworkSelection) {
    const columns =
      of.depth === 'total' ? sheetColumns : sheetColumns.filter((column) => column.title !== 'Código Upline');
    let total = 0n;
    let pending = 0n;
    return spreadsheet(title, columns, counted(), () =>
      columns.map(({ title }) => {
        if (title === 'Nome') return 'Total';
        if (title === 'Valor Encomendas') return fromCents(total);
        return title === 'Valor por pagar' ? fromCents(pending) : null;
      }),
    );

    async function* counted(): AsyncGenerator<Member[]> {
      for await (const members of streamNetwork(database, of, filter)) {
        for (const { totalOrdersValue, totalPendingValue } of members) {
          total += BigInt(toCents(totalOrdersValue));
          pending += BigInt(toCents(totalPendingValue));
        }
        yield members;
      }
    }
  }
}
