import { type Day, monthsBefore } from '@rede/contract/days';
import type { ClientBase } from 'pg';
import { daysBetween, eachDay } from './calendar.ts';
import { basket } from './orders.ts';
import { addressWords, givenName, surname } from './people.ts';
import { randomFrom } from './random.ts';
import { campaignOn, ownCodePercent } from './shop.ts';

export interface GeneratorOptions {
  /** From 1 to `mostConsultants`. */
  consultants: number;
  /** From 0 to `mostOrders`. */
  orders: number;
  /** A whole number from 0 to `largestSeed`; another seed makes another network. */
  seed: number;
  /** The last day of registrations, moves and orders. */
  today: Day;
  /** Reports progress in Portuguese: a large network takes minutes. */
  tell?: (progress: string) => void;
}

/** Codes have seven digits. */
export const mostConsultants = 9_999_999;
export const mostOrders = 99_999_999;
export const largestSeed = 2 ** 31 - 1;

/** The database already has a network, which is not changed. The message is Portuguese and can be shown. */
export class NotEmptyError extends Error {
  override name = 'NotEmptyError';
}

/**
 * Fills a migrated, empty database with a network of any size, in one transaction. The same seed and day make the same network. Throws a
 * NotEmptyError where there is already a consultant or an order, else the database's error.
 *
 * The tree is a random recursive one: a consultant's upline is any consultant who registered earlier, so the depth is at most about e ·
 * ln(consultants). A tenth moved once in the last two years, the years of the orders. There is no cycle on any day, because all uplines
 * registered earlier.
 */
export async function generateNetwork(client: ClientBase, options: GeneratorOptions): Promise<void> {
  // With asynchronous commits the vacuum at the end would find rows that are not yet visible to all.
  await client.query('set synchronous_commit = on');
  await client.query('begin');
  try {
    // For sorts and joins of a million rows.
    await client.query("set local work_mem = '256MB'");
    // Sends no invitations: the addresses are invented.
    await client.query("set local rede.loading = 'on'");
    // Excludes other writers, so that the ids have no gaps.
    await client.query('lock table consultants, upline_periods, orders in share row exclusive mode');
    await refuseUnlessEmpty(client);
    await insertConsultants(client, options);
    await insertPeriods(client, options);
    await insertOrders(client, options);
    options.tell?.('A somar as redes');
    await client.query('analyze consultants, upline_periods, orders');
    await client.query('select build_rollups($1)', [options.today]);
    await client.query('commit');
  } catch (error) {
    // A broken connection has already rolled back.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
  options.tell?.('A preparar as consultas');
  await prepareForQueries(client);
}

/** Vacuums all tables, derived ones included, so that index-only scans need not visit them. */
async function prepareForQueries(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ tables: string }>(
    "select string_agg(quote_ident(tablename), ', ') as tables from pg_tables where schemaname = current_schema()",
  );
  await client.query(`vacuum (analyze) ${rows[0]?.tables}`);
}

async function refuseUnlessEmpty(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ consultants: string; orders: string }>(
    'select (select count(*) from consultants) as consultants, (select count(*) from orders) as orders',
  );
  const { consultants, orders } = rows[0] ?? { consultants: '0', orders: '0' };
  if (consultants === '0' && orders === '0') return;
  throw new NotEmptyError(
    `A base de dados já tem dados (${consultants} consultores e ${orders} encomendas) e nada é escrito por cima deles.`,
  );
}

const monthsOfRegistrations = 48;
const monthsOfMovesAndOrders = 24;

/** How many names and baskets are drawn, frequent ones repeatedly, to be shared by all. */
const sampleSize = 1000;

/** The number of NIFs of natural persons, which begin with 1, 2 or 3. */
const nifs = 30_000_000;

/** Registrations spread evenly over four years, in the order of the codes. */
async function insertConsultants(
  client: ClientBase,
  { consultants, seed, today, tell }: GeneratorOptions,
): Promise<void> {
  tell?.(`A criar ${counted(consultants)} consultores`);
  const draw = drawWith(seed);
  const random = randomFrom(seed);
  const givenNames = repeat(() => givenName(random));
  const surnames = repeat(() => surname(random));
  const since = monthsBefore(today, monthsOfRegistrations);

  await client.query(
    `with
       given as materialized (select * from unnest($1::text[], $2::text[]) with ordinality as given (name, address, number)),
       family as materialized (select * from unnest($3::text[], $4::text[]) with ordinality as family (name, address, number)),
       person as (
         select
           n,
           $5::date + ((n - 1) * $6 / $7)::integer as created_at,
           -- A different one for each n: the factor and the number of NIFs are coprime.
           (10000000 + (n * 7368787 + ${draw('first NIF', '0', nifs)}) % ${nifs})::text as nif,
           1 + ${draw('given name', 'n', sampleSize)} as given,
           1 + ${draw('middle name', 'n', sampleSize)} as middle,
           1 + ${draw('last name', 'n', sampleSize)} as last,
           ${draw('form of name', 'n', 4)} as form,
           ${draw('start', 'n', 10)} as start,
           ${draw('fate', 'n', 100)} as fate
         from generate_series(1, $7::bigint) as n
       ),
       member as (
         select *, case when fate < 10 and created_at < $8::date - 180 and n > 1 then 'INACTIVE'
                        when fate between 10 and 12 then 'SUSPENDED'
                        else 'ACTIVE' end as status
         from person
       )
     insert into consultants (name, email, tax_id, internal_id, created_at, start_date, end_date, status)
     select
       concat_ws(' ', given.name, case when form > 0 and middle.address <> family.address then middle.name end, family.name),
       given.address || '.' || family.address || n || case when form < 3 then '@exemplo.pt' else '@mail.exemplo.pt' end,
       nif || ${nifCheckDigit('nif')},
       'IK' || lpad(n::text, 7, '0'),
       created_at,
       case when start < 6 then created_at end,
       case when status = 'INACTIVE'
         then created_at + 90 + (${draw('end', 'n', '($8::date - created_at - 90)')})::integer end,
       status
     from member
     join given on given.number = member.given
     join family middle on middle.number = member.middle
     join family on family.number = member.last
     order by n`,
    [
      givenNames,
      givenNames.map((name) => addressWords(name).at(0)),
      surnames,
      surnames.map((name) => addressWords(name).at(-1)),
      since,
      daysBetween(since, today) + 1,
      consultants,
      today,
    ],
  );
}

/**
 * Each consultant's first period, and a second one for a tenth.
 *
 * Inserts the younger half first, then the younger half of the rest, and so on. The check for cycles walks up from each new period until it
 * finds no further upline: this order makes that two thirds of a step on average, instead of the height of the tree.
 */
async function insertPeriods(client: ClientBase, { consultants, seed, today, tell }: GeneratorOptions): Promise<void> {
  tell?.('A criar o histórico de uplines');
  const draw = drawWith(seed);
  const since = monthsBefore(today, monthsOfMovesAndOrders);
  for (let last = consultants; last > 0; last = Math.floor(last / 2)) {
    await client.query(
      `with
         first as (select min(id) as id from consultants),
         placed as (
           select
             n,
             id,
             created_at,
             case when n > 1 then 1 + ${draw('upline', 'n', 'greatest(n - 1, 1)')} end as upline,
             case when n > 2 and created_at < $4::date and ${draw('moves', 'n', 10)} = 0
               then greatest(created_at + 1, $3::date)
             end as earliest_move
           from (
             select id - (select id from first) + 1 as n, id, created_at
             from consultants
             where id > (select id from first) - 1 + $1::bigint and id <= (select id from first) - 1 + $2::bigint
           ) as consultant
         ),
         moved as (
           select
             *,
             earliest_move + (${draw('move', 'n', '($4::date - earliest_move + 1)')})::integer as moved_at,
             -- Any earlier consultant except the current upline.
             1 + ${draw('other upline', 'n', 'greatest(n - 2, 1)')} as other
           from placed
         )
       insert into upline_periods (consultant_id, upline_id, during)
       select moved.id, (select id from first) - 1 + period.upline, period.during
       from moved
       cross join lateral (values
         (upline, daterange(created_at, moved_at)),
         (other + case when other >= upline then 1 else 0 end, daterange(moved_at, null))
       ) as period (upline, during)
       where moved_at is not null or lower(period.during) is not null
       order by n, lower(period.during)`,
      [Math.floor(last / 2), last, since, today],
    );
  }
}

const ordersAtOnce = 1_000_000;
const firstOrderNumber = 100_000;

/** Spread evenly over the days. The consultant is anybody registered by that day, or nobody if that one had left. */
async function insertOrders(client: ClientBase, options: GeneratorOptions): Promise<void> {
  const { consultants, orders, seed, today, tell } = options;
  const draw = drawWith(seed);
  const random = randomFrom(seed);
  const baskets = repeat(() => basket(random, 0));
  const days = eachDay(monthsBefore(today, monthsOfMovesAndOrders), today);
  const since = monthsBefore(today, monthsOfRegistrations);
  const registrationDays = daysBetween(since, today) + 1;
  const registered = days.map((day) => Math.ceil(((daysBetween(since, day) + 1) * consultants) / registrationDays));
  const campaigns = days.map(campaignOn);

  for (let first = 1; first <= orders; first += ordersAtOnce) {
    const last = Math.min(first + ordersAtOnce - 1, orders);
    tell?.(`A criar encomendas: ${counted(last)} de ${counted(orders)}`);
    await client.query(
      `with
         calendar as materialized (
           select * from unnest($1::date[], $2::bigint[], $3::text[], $4::integer[])
           with ordinality as calendar (day, registered, campaign, percent, number)
         ),
         ordered as (
           select
             n,
             calendar.*,
             (select min(id) from consultants) + ${draw('customer', 'n', 'registered')} as customer,
             ${draw('coupon', 'n', 100)} as coupon,
             ($5::bigint[])[1 + ${draw('basket', 'n', sampleSize)}] as basket,
             day + (${draw('days to pay', 'n', 13)})::integer as due,
             ${draw('payment', 'n', 100)} as payment,
             1 + ${draw('quarters paid', 'n', 3)} as quarters
           from generate_series($6::bigint, $7::bigint) as n
           join calendar on calendar.number = 1 + (n - 1) * $9 / $8
         ),
         priced as (
           select
             ordered.*,
             consultant.id as consultant_id,
             used.code,
             (basket * (100 - used.percent) + 50) / 100 as total,
             case when payment >= 4 and due <= $10::date then due end as paid_at
           from ordered
           left join consultants consultant
             on consultant.id = customer and (consultant.end_date is null or day <= consultant.end_date)
           cross join lateral (
             select
               case when by_campaign then campaign when by_code then consultant.internal_id end,
               case when by_campaign then percent when by_code then ${ownCodePercent} else 0 end
             from (
               select campaign is not null and coupon < 40 as by_campaign, coupon >= 85 and consultant.id is not null as by_code
             ) as choice
           ) as used (code, percent)
         )
       insert into orders
         (ecommerce_id, consultant_id, coupon_code, created_at, paid_at, total_cents, total_payment_cents)
       select
         (${firstOrderNumber} + n)::text,
         consultant_id,
         code,
         day,
         paid_at,
         total,
         -- Some are paid without an amount, and some in part.
         case when paid_at is null or payment < 12 then null when payment >= 92 then total * quarters / 4 else total end
       from priced
       order by n`,
      [
        days,
        registered,
        campaigns.map((campaign) => campaign?.code),
        campaigns.map((campaign) => campaign?.percent),
        baskets,
        first,
        last,
        orders,
        days.length,
        today,
      ],
    );
  }
}

/**
 * SQL for a pseudo-random whole number from 0 up to, but not including, `below`. It depends on the seed, the purpose and the row only, not
 * on other draws.
 */
function drawWith(seed: number) {
  return (purpose: string, row: string, below: number | string): string =>
    `((hashint8extended(${row}, hashtextextended('${purpose}', ${seed})) & 9223372036854775807) % ${below})`;
}

function repeat<T>(draw: () => T): T[] {
  return Array.from({ length: sampleSize }, draw);
}

/** SQL for the check digit of the first eight digits, by the rule of `hasNifCheckDigit`. */
function nifCheckDigit(digits: string): string {
  const weighted = Array.from(
    { length: 8 },
    (_, index) => `substr(${digits}, ${index + 1}, 1)::integer * ${9 - index}`,
  );
  return `(11 - (${weighted.join(' + ')}) % 11) % 11 % 10`;
}

const counted = (count: number) => count.toLocaleString('pt-PT');
