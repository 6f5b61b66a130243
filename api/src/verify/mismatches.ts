import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../db/client.ts';

/** Something kept that is not what the history and the orders say, in words: Portuguese, fit to show. */
export interface Mismatch {
  what: string;
  kept: string;
  expected: string;
}

/** How much was compared. */
export interface Compared {
  consultants: number;
  nodes: number;
  /** Of whom the nearest node was compared. */
  placed: number;
  /** Days of nodes' orders. */
  days: number;
}

/**
 * Works everything that is derived out again, from the history and the orders alone, and says each difference. Run it in a transaction of one
 * snapshot that may write: it works in temporary tables, which end with the transaction.
 */
export async function* findMismatches(db: Queries): AsyncGenerator<Mismatch, Compared> {
  await sql`set local statement_timeout = 0`.execute(db);
  // The networks of a million are sorted and joined in memory.
  await sql`set local work_mem = '256MB'`.execute(db);
  await sql`select expect_rollups()`.execute(db);
  for (const check of checks) {
    const { rows } = await check.execute(db);
    yield* rows;
  }
  const { rows } = await sql<Compared>`
    select
      (select count(*) from consultants) as consultants,
      (select count(*) from rollup_nodes) as nodes,
      (select count(*) from expected_nearest) as placed,
      (select count(*) from expected_totals) as days
  `.execute(db);
  if (!rows[0]) throw new Error('a count has one row');
  return rows[0];
}

const checks: RawBuilder<Mismatch>[] = [
  // Rows of who is no node.
  sql`
    select format('%s do consultor %s, que não é um nó agregado', kept, node_id) as what, 'há' as kept, 'não há' as expected
    from (
      select 'nó mais próximo' as kept, node_id from nearest_rollups
      union select 'nós acima', node_id from rollup_closure
      union select 'nós acima', ancestor_id from rollup_closure
      union select 'membros', node_id from member_counts
      union select 'somas', node_id from daily_totals
    ) kept
    where node_id not in (select consultant_id from rollup_nodes)
    union all
    select format('nó agregado %s', consultant_id), 'há', 'o consultor não existe'
    from rollup_nodes
    where consultant_id not in (select id from consultants)`,
  sql`
    select
      format(
        'nó mais próximo do consultor %s, %s, de %s até antes de %s',
        coalesce(consultant.internal_id, consultant_id::text), node_id, first_day, end_day
      ) as what,
      coalesce(kept, 'nenhum') as kept,
      coalesce(expected, 'nenhum') as expected
    from nearest_rollup_mismatches() mismatch
    left join consultants consultant on consultant.id = mismatch.consultant_id`,
  sql`
    select format('dias do nó %s abaixo do nó %s', node_id, ancestor_id) as what, coalesce(kept, '{}') as kept, coalesce(expected, '{}') as expected
    from rollup_closure_mismatches()`,
  sql`
    select
      format('rede de %s, encomendas de %s', coalesce(consultant.internal_id, node_id::text), day) as what,
      ${totals(sql`kept`)} as kept,
      ${totals(sql`expected`)} as expected
    from daily_total_mismatches() lacking
    left join consultants consultant on consultant.id = node_id
    cross join lateral (
      select
        coalesce(sum(own_orders), 0) as own_orders, coalesce(sum(own_total_cents), 0) as own_total_cents, coalesce(sum(own_pending_cents), 0) as own_pending_cents,
        coalesce(sum(orders), 0) as orders, coalesce(sum(total_cents), 0) as total_cents, coalesce(sum(pending_cents), 0) as pending_cents
      from daily_totals kept
      where kept.node_id = lacking.node_id and kept.day = lacking.day
    ) kept
    cross join lateral (
      select
        kept.own_orders + lacking.own_orders as own_orders, kept.own_total_cents + lacking.own_total_cents as own_total_cents,
        kept.own_pending_cents + lacking.own_pending_cents as own_pending_cents,
        kept.orders + lacking.orders as orders, kept.total_cents + lacking.total_cents as total_cents, kept.pending_cents + lacking.pending_cents as pending_cents
    ) expected`,
  sql`
    select
      format('rede de %s, membros de %s até antes de %s', coalesce(consultant.internal_id, lacking.node_id::text), lacking.joined_on, lacking.left_on) as what,
      kept.members::text as kept,
      (kept.members + lacking.members)::text as expected
    from member_count_mismatches() lacking
    left join consultants consultant on consultant.id = node_id
    cross join lateral (
      select coalesce(sum(members), 0) as members
      from member_counts kept
      where (kept.node_id, kept.joined_on, kept.left_on) = (lacking.node_id, lacking.joined_on, lacking.left_on)
    ) kept`,
  sql`
    select
      format('upline actual do consultor %s', coalesce(consultant.internal_id, consultant_id::text)) as what,
      coalesce(kept_code, 'nenhum') as kept,
      coalesce(expected_code, 'nenhum') as expected
    from current_upline_mismatches
    left join consultants consultant on consultant.id = consultant_id`,
  sql`
    select format('consultores %s registados a %s', status, created_at) as what, kept::text, expected::text
    from consultant_count_mismatches`,
  sql`
    select
      format(
        'encomendas de %s, pagas %s, %s, %s consultor', created_at, coalesce(paid_at::text, 'nunca'),
        case payment when 'none' then 'por pagar' when 'part' then 'pagas em parte' else 'pagas de todo' end,
        case when with_consultant then 'com' else 'sem' end
      ) as what,
      format('%s, %s cêntimos, %s pagos, %s por pagar', variadic kept) as kept,
      format('%s, %s cêntimos, %s pagos, %s por pagar', variadic expected) as expected
    from order_count_mismatches`,
  sql`
    select
      format('encomendas de %s com o cupão %s, pagas %s', created_at, coupon, coalesce(paid_at::text, 'nunca')) as what,
      kept::text,
      expected::text
    from coupon_count_mismatches`,
  sql`
    select format('actividade de %s, %s por %s', day, does, coalesce(nullif(by_name, ''), 'ninguém')) as what, kept::text, expected::text
    from change_count_mismatches`,
  sql`select format('cupão %s', coupon) as what, 'não há' as kept, 'há' as expected from missing_coupons`,
  sql`
    select
      format('encomenda %s sem upline', coalesce("order".ecommerce_id, order_id::text)) as what,
      case when is_kept then 'há' else 'não há' end as kept,
      case when is_kept then 'não há' else 'há' end as expected
    from orders_without_upline_mismatches
    left join orders "order" on "order".id = order_id`,
];

function totals(of: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`format(
    '%s, %s cêntimos, %s por pagar (do próprio nó %s, %s e %s)',
    ${of}.orders, ${of}.total_cents, ${of}.pending_cents, ${of}.own_orders, ${of}.own_total_cents, ${of}.own_pending_cents
  )`;
}
