import { Client, type ClientBase } from 'pg';
import type { DemoUsername } from './accounts.ts';
import { type DemoOptions, makeDemoNetwork } from './network.ts';

export interface DemoAccount {
  username: DemoUsername;
  consultantId: number;
}

export interface LoadOptions extends DemoOptions {
  /** Runs in the same transaction, after the consultants are inserted. */
  withAccounts?: (transaction: ClientBase, accounts: DemoAccount[]) => Promise<void>;
}

/**
 * Loads the demo network into a migrated database without consultants, in one transaction. Returns the consultants of the demo accounts.
 * Throws the database's error.
 */
export async function loadDemo(databaseUrl: string, { withAccounts, ...options }: LoadOptions): Promise<DemoAccount[]> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'rede demo' });
  await client.connect();
  try {
    await client.query('begin');
    // Sends no invitations: the addresses are invented.
    await client.query("set local rede.loading = 'on'");
    const accounts = await insertNetwork(client, options);
    await withAccounts?.(client, accounts);
    await client.query('commit');
    return accounts;
  } finally {
    // Closing the connection rolls back whatever was not committed.
    await client.end();
  }
}

async function insertNetwork(client: Client, options: DemoOptions): Promise<DemoAccount[]> {
  const { consultants, periods, orders, accounts } = makeDemoNetwork(options);

  await client.query(
    `insert into consultants (name, email, tax_id, internal_id, created_at, start_date, end_date, status)
     select name, email, "taxId", "internalId", "createdAt", "startDate", "endDate", status
     from json_to_recordset($1) as given (
       name text, email text, "taxId" text, "internalId" text,
       "createdAt" date, "startDate" date, "endDate" date, status text
     )
     order by "internalId"`,
    [JSON.stringify(consultants)],
  );

  await client.query(
    `insert into upline_periods (consultant_id, upline_id, during)
     select consultant.id, upline.id, daterange("startDate", "endDate", '[]')
     from json_to_recordset($1) as given (consultant text, upline text, "startDate" date, "endDate" date)
     join consultants consultant on consultant.internal_id = given.consultant
     left join consultants upline on upline.internal_id = given.upline
     order by consultant.id, "startDate"`,
    [
      JSON.stringify(
        periods.map(({ consultant, upline, startDate, endDate }) => ({
          consultant: consultant.internalId,
          upline: upline?.internalId,
          startDate,
          endDate,
        })),
      ),
    ],
  );

  await client.query(
    `insert into orders (ecommerce_id, consultant_id, coupon_code, created_at, paid_at, total_cents, total_payment_cents)
     select "ecommerceId", consultant.id, "couponCode", given."createdAt", "paidAt", "totalCents", "totalPaymentCents"
     from json_to_recordset($1) as given (
       "ecommerceId" text, consultant text, "couponCode" text,
       "createdAt" date, "paidAt" date, "totalCents" bigint, "totalPaymentCents" bigint
     )
     left join consultants consultant on consultant.internal_id = given.consultant
     order by given."createdAt", "ecommerceId"`,
    [JSON.stringify(orders.map((order) => Object.assign({}, order, { consultant: order.consultant?.internalId })))],
  );

  // The first page is requested at once, before the server would analyze the tables automatically.
  await client.query('analyze consultants, upline_periods, orders');

  const { rows } = await client.query<DemoAccount>(
    `select username, consultant.id::integer as "consultantId"
     from json_each_text($1) as given (username, code)
     join consultants consultant on consultant.internal_id = given.code`,
    [
      JSON.stringify(
        Object.fromEntries(Object.entries(accounts).map(([username, consultant]) => [username, consultant.internalId])),
      ),
    ],
  );
  return rows;
}
