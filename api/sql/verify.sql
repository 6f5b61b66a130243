-- What is kept of networks, computed again from the history and the orders alone: each consultant is visited once for each nearest node it had, and
-- not once for each network it is in.

-- The nearest nodes of everybody, walked down from all nodes at once. Of a node that is being built, the branches that it has attached are given.
create view expected_nearest_rollups as
with recursive below (consultant_id, node_id, during) as (
  select period.consultant_id, period.upline_id, part
  from rollup_nodes node
  join upline_periods period on period.upline_id = node.consultant_id
  cross join lateral unnest(
    case when node.is_building
      then datemultirange(period.during) * attached_days(period.consultant_id, period.upline_id)
      else datemultirange(period.during)
    end
  ) as part
  union all
  select period.consultant_id, below.node_id, part
  from below
  left join rollup_nodes node on node.consultant_id = below.consultant_id
  join upline_periods period on period.upline_id = below.consultant_id and period.during && below.during
  cross join lateral unnest(
    case when node.is_building
      then datemultirange(period.during * below.during) - attached_days(period.consultant_id, period.upline_id)
      else datemultirange(period.during * below.during)
    end
  ) as part
  where node.is_building is not false
)
select
  merged.consultant_id,
  merged.node_id,
  first_day_of(merged.during) as first_day,
  end_day_of(merged.during) as end_day,
  greatest(first_day_of(merged.during), first_day_of(own.days)) as member_first_day,
  least(end_day_of(merged.during), end_day_of(own.days)) as member_end_day,
  consultant.normalized_name,
  consultant.normalized_internal_id
from (select consultant_id, node_id, unnest(range_agg(during)) as during from below group by consultant_id, node_id) merged
join consultants consultant on consultant.id = merged.consultant_id
cross join lateral (select own_days(consultant.start_date, consultant.end_date) as days) own;

-- Works everything out into temporary tables of this transaction: expected_nearest, expected_closure, expected_totals, expected_members.
create function expect_rollups() returns void language plpgsql as $$
begin
  create temporary table expected_nearest on commit drop as
  select *, count(*) over (partition by consultant_id) = 1 as is_only from expected_nearest_rollups;
  create index on expected_nearest (consultant_id);
  analyze expected_nearest;

  create temporary table expected_closure on commit drop as
  with recursive above (node_id, ancestor_id, during) as (
    select consultant_id, consultant_id, '(,)'::daterange from rollup_nodes
    union
    select above.node_id, near.node_id, days_between(near.first_day, near.end_day) * above.during
    from above
    join expected_nearest near
      on near.consultant_id = above.ancestor_id and days_between(near.first_day, near.end_day) && above.during
  )
  select
    node_id, ancestor_id, first_day_of(during) as first_day, end_day_of(during) as end_day,
    count(*) over (partition by node_id, ancestor_id) = 1 as is_only
  from (select node_id, ancestor_id, unnest(range_agg(during)) as during from above group by node_id, ancestor_id) merged;
  analyze expected_closure;

  create temporary table expected_totals on commit drop as
  with own as materialized (
    select
      near.node_id, "order".created_at as day,
      -- Sums of bigint are numeric, which is slow to add up again.
      count(*) as orders, sum(total_cents)::bigint as total_cents, sum(pending_cents)::bigint as pending_cents
    from orders "order"
    join expected_nearest near
      on near.consultant_id = "order".consultant_id
      and near.member_first_day <= "order".created_at and "order".created_at < near.member_end_day
    group by near.node_id, "order".created_at
  )
  select
    above.ancestor_id as node_id,
    day,
    coalesce(sum(orders) filter (where above.ancestor_id = above.node_id), 0) as own_orders,
    coalesce(sum(total_cents) filter (where above.ancestor_id = above.node_id), 0) as own_total_cents,
    coalesce(sum(pending_cents) filter (where above.ancestor_id = above.node_id), 0) as own_pending_cents,
    sum(orders) as orders,
    sum(total_cents) as total_cents,
    sum(pending_cents) as pending_cents
  from own
  join expected_closure above on above.node_id = own.node_id and above.first_day <= day and day < above.end_day
  group by above.ancestor_id, day;

  -- Who has one nearest node only, whose ancestor it has without a gap, is a member in one interval; the others' days are merged first.
  create temporary table expected_members on commit drop as
  with placed as (
    select
      above.ancestor_id as node_id,
      near.consultant_id,
      greatest(near.member_first_day, above.first_day) as joined_on,
      least(near.member_end_day, above.end_day) as left_on,
      near.is_only and above.is_only as is_only
    from expected_nearest near
    join expected_closure above on above.node_id = near.node_id
    where greatest(near.member_first_day, above.first_day) < least(near.member_end_day, above.end_day)
  )
  select node_id, entry.joined_on, entry.left_on, sum(consultants * entry.members)::bigint as members
  from (
    select node_id, datemultirange(days_between(joined_on, left_on)) as days, count(*) as consultants
    from placed
    where is_only
    group by node_id, joined_on, left_on
    union all
    select node_id, days, count(*)
    from (
      select node_id, consultant_id, range_agg(days_between(joined_on, left_on)) as days
      from placed
      where not is_only
      group by node_id, consultant_id
    ) timeline
    group by node_id, days
  ) alike
  cross join lateral member_count_entries(days) entry
  group by node_id, entry.joined_on, entry.left_on
  having sum(consultants * entry.members) <> 0;
end $$;

-- Differences, after expect_rollups(). Of nodes whose members are still to be counted no counts are compared.

create function nearest_rollup_mismatches()
  returns table (consultant_id bigint, node_id bigint, first_day date, end_day date, kept text, expected text)
  language plpgsql
as $$
begin
  return query
    select
      coalesce(kept.consultant_id, expected.consultant_id),
      coalesce(kept.node_id, expected.node_id),
      coalesce(kept.first_day, expected.first_day),
      coalesce(kept.end_day, expected.end_day),
      kept.said,
      expected.said
    from (
      select *, format('%s, %s, membro em %s', near.normalized_internal_id, near.normalized_name, days_between(member_first_day, member_end_day)) as said
      from nearest_rollups near
    ) kept
    full join (
      select *, format('%s, %s, membro em %s', near.normalized_internal_id, near.normalized_name, days_between(member_first_day, member_end_day)) as said
      from expected_nearest near
    ) expected
      on expected.consultant_id = kept.consultant_id and expected.node_id = kept.node_id
      and expected.first_day = kept.first_day and expected.end_day = kept.end_day
    where kept.said is distinct from expected.said;
end $$;

create function rollup_closure_mismatches() returns table (node_id bigint, ancestor_id bigint, kept text, expected text) language plpgsql as $$
begin
  return query
    select coalesce(kept.node_id, expected.node_id), coalesce(kept.ancestor_id, expected.ancestor_id), kept.days::text, expected.days::text
    from (
      select above.node_id, above.ancestor_id, range_agg(days_between(above.first_day, above.end_day)) as days, count(*) as pieces
      from rollup_closure above
      group by above.node_id, above.ancestor_id
    ) kept
    full join (
      select above.node_id, above.ancestor_id, range_agg(days_between(above.first_day, above.end_day)) as days, count(*) as pieces
      from expected_closure above
      group by above.node_id, above.ancestor_id
    ) expected on expected.node_id = kept.node_id and expected.ancestor_id = kept.ancestor_id
    where (kept.days, kept.pieces) is distinct from (expected.days, expected.pieces);
end $$;

-- What is lacking, by which the kept totals are to be raised.
create function daily_total_mismatches() returns setof daily_totals language plpgsql as $$
begin
  return query
    select
      node_id, day, 0::bigint,
      sum(own_orders)::bigint, sum(own_total_cents)::bigint, sum(own_pending_cents)::bigint,
      sum(orders)::bigint, sum(total_cents)::bigint, sum(pending_cents)::bigint
    from (
      select node_id, day, own_orders, own_total_cents, own_pending_cents, orders, total_cents, pending_cents from expected_totals
      union all
      select node_id, day, -own_orders, -own_total_cents, -own_pending_cents, -orders, -total_cents, -pending_cents from daily_totals
    ) difference
    group by node_id, day
    having (sum(own_orders), sum(own_total_cents), sum(own_pending_cents), sum(orders), sum(total_cents), sum(pending_cents))
      <> (0, 0, 0, 0, 0, 0);
end $$;

create function member_count_mismatches() returns setof member_counts language plpgsql as $$
begin
  return query
    select node_id, joined_on, left_on, 0::bigint, sum(members)::bigint
    from (
      select node_id, joined_on, left_on, members from expected_members
      union all
      select node_id, joined_on, left_on, -members from member_counts
    ) difference
    where node_id not in (select consultant_id from rollup_nodes where counted_version <> membership_version)
    group by node_id, joined_on, left_on
    having sum(members) <> 0;
end $$;

-- Repairs. What says who stands where is written anew under the history's lock, for so few consultants at a time as the caller names. Counts are
-- right again when what they lack is appended: writers who append meanwhile make no difference to that.

create function repair_nearest_rollups(consultants bigint[]) returns void language plpgsql as $$
begin
  perform lock_history();
  delete from nearest_rollups where consultant_id = any(consultants);
  perform set_nearest_rollups(array_agg(consultant_id), array_agg(node_id), array_agg(days))
  from consultants_down_to_nodes(consultants, array_fill('{(,)}'::datemultirange, array[cardinality(consultants)]));
end $$;

create function repair_rollup_closure(nodes bigint[]) returns void language plpgsql as $$
begin
  perform lock_history();
  delete from rollup_closure
  where node_id = any(nodes) and node_id not in (select consultant_id from rollup_nodes)
     or ancestor_id = any(nodes) and ancestor_id not in (select consultant_id from rollup_nodes);
  perform set_rollup_closure(array(select consultant_id from rollup_nodes where consultant_id = any(nodes)));
end $$;

create function repair_current_uplines(concerned bigint[]) returns void language plpgsql as $$
begin
  perform lock_history();
  delete from current_uplines kept
  where consultant_id = any(concerned) and not exists (select from consultants where id = kept.consultant_id);
  insert into current_uplines (consultant_id)
  select id from consultants where id = any(concerned)
  on conflict (consultant_id) do nothing;
  perform update_current_uplines(concerned);
  insert into list_writes (source) values ('history');
end $$;

create function repair_orders_without_upline(orders bigint[]) returns void language plpgsql as $$
begin
  perform lock_history();
  delete from orders_without_upline where order_id = any(orders);
  insert into orders_without_upline
  select order_id from expected_orders_without_upline where order_id = any(orders)
  on conflict (order_id) do nothing;
  insert into list_writes (source) values ('orders');
end $$;

-- After expect_rollups(), in the same snapshot. Members are counted again by the worker, or by whoever repairs.
create function repair_counts() returns void language plpgsql as $$
begin
  delete from daily_totals where node_id not in (select consultant_id from rollup_nodes);
  delete from member_counts where node_id not in (select consultant_id from rollup_nodes);
  insert into daily_totals (node_id, day, own_orders, own_total_cents, own_pending_cents, orders, total_cents, pending_cents)
  select node_id, day, own_orders, own_total_cents, own_pending_cents, orders, total_cents, pending_cents from daily_total_mismatches();
  update rollup_nodes set membership_version = membership_version + 1
  where consultant_id in (select node_id from member_count_mismatches());

  insert into consultant_counts (status, created_at, consultants)
  select status, created_at, expected - kept from consultant_count_mismatches;
  insert into order_counts (created_at, paid_at, payment, with_consultant, orders, total_cents, paid_cents, pending_cents)
  select
    created_at, paid_at, payment, with_consultant,
    expected[1] - kept[1], expected[2] - kept[2], expected[3] - kept[3], expected[4] - kept[4]
  from order_count_mismatches;
  insert into coupon_counts (coupon, created_at, paid_at, orders)
  select coupon, created_at, paid_at, expected - kept from coupon_count_mismatches;
  insert into change_counts (day, does, by_name, changes)
  select day, does, nullif(by_name, ''), expected - kept from change_count_mismatches;
  insert into coupons select coupon from missing_coupons;
  insert into list_writes (source) values ('consultants'), ('orders');
end $$;
