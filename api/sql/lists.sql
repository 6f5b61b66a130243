-- What the lists are answered from (migrations/0005): current uplines, orders without an upline, counts.

-- Current uplines

create function current_uplines_on(today date, company text) returns setof current_uplines
  language sql stable
as $$
  select
    consultant.id,
    period.upline_id,
    case
      when period.id is null then null
      when period.upline_id is null then normalize_text(company)
      else upline.normalized_internal_id
    end
  from consultants consultant
  left join lateral current_upline_period(consultant.id, today) period on true
  left join consultants upline on upline.id = period.upline_id
$$;

create view expected_current_uplines as
select expected.* from current_upline_day current cross join lateral current_uplines_on(current.day, current.company_code) expected;

-- One consultant or a million: a plan kept from the one would be ruinous for the other, so it is made anew each time (`execute`).
create function update_current_uplines(consultants bigint[]) returns void language plpgsql as $$
begin
  execute
    'update current_uplines kept set upline_id = expected.upline_id, normalized_code = expected.normalized_code
     from expected_current_uplines expected
     where kept.consultant_id = expected.consultant_id
       and expected.consultant_id in (select unnest($1))
       and (kept.upline_id, kept.normalized_code) is distinct from (expected.upline_id, expected.normalized_code)'
    using consultants;
end $$;

-- Makes `current_uplines` hold for a day and a company's code. Only consultants with a period that begins between the two days, either way,
-- can change.
create function set_current_upline_day(today date, company text) returns void language plpgsql as $$
declare
  before current_upline_day;
begin
  perform lock_history();
  select * into before from current_upline_day;
  update current_upline_day set day = today, company_code = company;

  update current_uplines set normalized_code = normalize_text(company)
  where before.company_code <> company and upline_id is null and normalized_code is not null;

  perform update_current_uplines(array(
    select consultant_id from upline_periods
    where lower(during) > least(before.day, today) and lower(during) <= greatest(before.day, today)
  ));
  insert into list_writes (source) values ('history');
end $$;

-- Orders without an upline on their day

create view expected_orders_without_upline as
select "order".id as order_id, "order".consultant_id
from orders "order"
where "order".consultant_id is not null
  and not exists (
    select from upline_periods period
    where period.consultant_id = "order".consultant_id and period.during @> "order".created_at
  );

create function update_orders_without_upline(consultants bigint[]) returns void language plpgsql as $$
begin
  execute
    'with concerned as materialized (select distinct unnest($1) as consultant_id),
     expected as materialized (
       select order_id from expected_orders_without_upline where consultant_id in (select consultant_id from concerned)
     ),
     gone as (
       delete from orders_without_upline kept
       using orders "order"
       where "order".id = kept.order_id
         and "order".consultant_id in (select consultant_id from concerned)
         and kept.order_id not in (select order_id from expected)
     )
     insert into orders_without_upline select order_id from expected on conflict (order_id) do nothing'
    using consultants;
end $$;

-- Counts

-- What is paid of an order: Valor Pago; without one the whole total where there is a Data de Pagamento, else nothing. In cents.
create function paid_cents(total_cents bigint, total_payment_cents bigint, paid_at date) returns bigint
  language sql immutable parallel safe
  return coalesce(total_payment_cents, case when paid_at is null then 0 else total_cents end);

-- How far an order is paid. Something is due only where no more than Valor Pago is paid.
create function payment_of(pending_cents bigint, total_payment_cents bigint) returns text
  language sql immutable parallel safe
  return case when pending_cents = 0 then 'paid' when total_payment_cents > 0 then 'part' else 'none' end;

-- The tables of counts, with the columns of their keys and those that are summed.
create function count_tables() returns table (name text, keys text[], sums text[])
  language sql immutable
as $$
  values
    ('consultant_counts', array['status', 'created_at'], array['consultants']),
    ('order_counts', array['created_at', 'paid_at', 'payment', 'with_consultant'],
      array['orders', 'total_cents', 'paid_cents', 'pending_cents']),
    ('coupon_counts', array['coupon', 'created_at', 'paid_at'], array['orders']),
    ('list_writes', array['source'], array['writes']),
    ('change_counts', array['day', 'does', 'by_name'], array['changes']),
    ('daily_totals', array['node_id', 'day'],
      array['own_orders', 'own_total_cents', 'own_pending_cents', 'orders', 'total_cents', 'pending_cents']),
    ('member_counts', array['node_id', 'joined_on', 'left_on'], array['members'])
$$;

-- Merges differences that were appended to a table of counts into the rows that hold the sums so far, the oldest first, so many at most;
-- answers how many. Nobody waits for it: writers only append. One merges at a time, and who finds another at it does nothing.
create function merge_count_deltas(counts text, most integer) returns integer language plpgsql as $$
declare
  columns record;
  deltas bigint[];
  zeros tid[];
begin
  if not pg_try_advisory_xact_lock(hashtext('merge ' || counts)) then return 0; end if;
  execute format('select array(select delta from %I where delta > 0 order by delta limit $1)', counts) into deltas using most;
  if cardinality(deltas) = 0 then return 0; end if;

  select
    string_agg(quote_ident(key), ', ') as keys
  into columns
  from count_tables(), unnest(keys) as key
  where name = counts;
  execute (
    select format(
      'with gone as (delete from %1$I where delta = any($1) returning %2$s, %3$s),
       merged as (
         insert into %1$I as kept (%2$s, delta, %3$s)
         select %2$s, 0, %4$s from gone group by %2$s
         on conflict (%2$s, delta) do update set %5$s
         returning ctid, (%3$s) = (%6$s) as is_zero
       )
       select array_agg(ctid) from merged where is_zero',
      counts, columns.keys,
      string_agg(quote_ident(column_name), ', '),
      string_agg(format('sum(%I)', column_name), ', '),
      string_agg(format('%1$I = kept.%1$I + excluded.%1$I', column_name), ', '),
      string_agg('0', ', ')
    )
    from count_tables(), unnest(sums) as column_name
    where name = counts
  ) into zeros using deltas;
  execute format('delete from %I where ctid = any($1)', counts) using zeros;
  return cardinality(deltas);
end $$;

-- The statement that counts orders, for whatever they change: one order or a million. `source` is a query of them with the columns of `orders` and
-- a `sign`, 1 for what is there now and -1 for what was there before. It is made anew for each statement that writes orders, because a plan
-- kept from one order would be ruinous for a million.
create function statement_counting_orders(source text) returns text language sql immutable as $$
  select format($statement$
    with change as materialized (%s),
    -- Networks: summed by nearest node first, then for all nodes above it.
    nearest as materialized (
      select
        near.node_id,
        change.created_at as day,
        sum(sign) as orders,
        sum(sign * total_cents) as total_cents,
        sum(sign * pending_cents) as pending_cents
      from change
      join nearest_rollups near
        on near.consultant_id = change.consultant_id
        and near.member_first_day <= change.created_at and change.created_at < near.member_end_day
      group by near.node_id, change.created_at
      having sum(sign) <> 0 or sum(sign * total_cents) <> 0 or sum(sign * pending_cents) <> 0
    ),
    in_networks as (
      insert into daily_totals (node_id, day, own_orders, own_total_cents, own_pending_cents, orders, total_cents, pending_cents)
      select
        above.ancestor_id,
        day,
        coalesce(sum(orders) filter (where above.ancestor_id = above.node_id), 0),
        coalesce(sum(total_cents) filter (where above.ancestor_id = above.node_id), 0),
        coalesce(sum(pending_cents) filter (where above.ancestor_id = above.node_id), 0),
        sum(orders),
        sum(total_cents),
        sum(pending_cents)
      from nearest
      join rollup_closure above on above.node_id = nearest.node_id and above.first_day <= day and day < above.end_day
      group by above.ancestor_id, day
    ),
    by_day as (
      insert into order_counts (created_at, paid_at, payment, with_consultant, orders, total_cents, paid_cents, pending_cents)
      select
        created_at,
        paid_at,
        payment_of(pending_cents, total_payment_cents),
        consultant_id is not null,
        sum(sign),
        sum(sign * total_cents),
        sum(sign * paid_cents(total_cents, total_payment_cents, paid_at)),
        sum(sign * pending_cents)
      from change
      group by 1, 2, 3, 4
      having (sum(sign), sum(sign * total_cents), sum(sign * paid_cents(total_cents, total_payment_cents, paid_at)), sum(sign * pending_cents))
        <> (0, 0, 0, 0)
    ),
    -- To normalize costs more than to group: each way of writing a coupon is normalized once a day.
    with_coupon as materialized (
      select normalize_text(coupon_code) collate "C" as coupon, created_at, paid_at, sum(orders) as orders
      from (
        select coupon_code, created_at, paid_at, sum(sign) as orders
        from change
        where coupon_code is not null
        group by coupon_code, created_at, paid_at
      ) written
      group by 1, created_at, paid_at
      having sum(orders) <> 0
    ),
    new_coupons as (
      insert into coupons
      select distinct coupon from with_coupon where not exists (select from coupons where coupons.coupon = with_coupon.coupon)
    ),
    by_coupon as (
      insert into coupon_counts (coupon, created_at, paid_at, orders) select coupon, created_at, paid_at, orders from with_coupon
    ),
    without_upline as materialized (
      select id
      from change
      where sign > 0 and consultant_id is not null
        and not exists (
          select from upline_periods period
          where period.consultant_id = change.consultant_id and period.during @> change.created_at
        )
    ),
    with_upline as (
      delete from orders_without_upline
      where order_id in (select id from change where sign < 0) and order_id not in (select id from without_upline)
    ),
    noted as (
      insert into orders_without_upline select id from without_upline on conflict (order_id) do nothing
    )
    insert into list_writes (source) values ('orders')
  $statement$, source)
$$;

-- What the counts must be, and where they differ; empty always.

create view consultant_count_mismatches as
select status, created_at, coalesce(kept.consultants, 0) as kept, coalesce(expected.consultants, 0) as expected
from (select status, created_at, sum(consultants) as consultants from consultant_counts group by status, created_at) kept
full join (select status, created_at, count(*) as consultants from consultants group by status, created_at) expected
  using (status, created_at)
where coalesce(kept.consultants, 0) <> coalesce(expected.consultants, 0);

-- Both are: orders, total, paid, due.
create view order_count_mismatches as
select *
from (
  select
    created_at, paid_at, payment, with_consultant,
    array[
      coalesce(sum(orders) filter (where is_kept), 0), coalesce(sum(total_cents) filter (where is_kept), 0),
      coalesce(sum(paid_cents) filter (where is_kept), 0), coalesce(sum(pending_cents) filter (where is_kept), 0)
    ]::bigint[] as kept,
    array[
      coalesce(sum(orders) filter (where not is_kept), 0), coalesce(sum(total_cents) filter (where not is_kept), 0),
      coalesce(sum(paid_cents) filter (where not is_kept), 0), coalesce(sum(pending_cents) filter (where not is_kept), 0)
    ]::bigint[] as expected
  from (
    select created_at, paid_at, payment, with_consultant, orders, total_cents, paid_cents, pending_cents, true as is_kept
    from order_counts
    union all
    select
      created_at, paid_at, payment_of(pending_cents, total_payment_cents), consultant_id is not null,
      count(*), sum(total_cents), sum(paid_cents(total_cents, total_payment_cents, paid_at)), sum(pending_cents), false
    from orders
    group by 1, 2, 3, 4
  ) counted
  group by created_at, paid_at, payment, with_consultant
) compared
where kept <> expected;

create view coupon_count_mismatches as
select
  coalesce(kept.coupon, expected.coupon) as coupon,
  coalesce(kept.created_at, expected.created_at) as created_at, coalesce(kept.paid_at, expected.paid_at) as paid_at,
  coalesce(kept.orders, 0) as kept, coalesce(expected.orders, 0) as expected
from (
  select coupon, created_at, paid_at, sum(orders) as orders from coupon_counts group by coupon, created_at, paid_at
) kept
full join (
  select normalize_text(coupon_code) collate "C" as coupon, created_at, paid_at, count(*) as orders
  from orders
  where coupon_code is not null
  group by 1, created_at, paid_at
) expected
  on expected.coupon = kept.coupon and expected.created_at = kept.created_at
  and coalesce(expected.paid_at, '-infinity') = coalesce(kept.paid_at, '-infinity')
where coalesce(kept.orders, 0) <> coalesce(expected.orders, 0);

create view missing_coupons as
select distinct coupon from coupon_counts
where not exists (select from coupons where coupons.coupon = coupon_counts.coupon);

create view current_upline_mismatches as
select
  consultant_id,
  kept.upline_id as kept_upline_id, kept.normalized_code as kept_code,
  expected.upline_id as expected_upline_id, expected.normalized_code as expected_code
from current_uplines kept
full join expected_current_uplines expected using (consultant_id)
where kept.consultant_id is null or expected.consultant_id is null
   or (kept.upline_id, kept.normalized_code) is distinct from (expected.upline_id, expected.normalized_code);

create view orders_without_upline_mismatches as
select order_id, kept.order_id is not null as is_kept
from orders_without_upline kept
full join expected_orders_without_upline expected using (order_id)
where kept.order_id is null or expected.order_id is null;
