-- Rollup nodes (migrations/0006): what is kept of large networks follows the history.
--
-- Every function here derives "after" from the history as it is and "before" from what is kept. So it does not matter how many consultants a
-- statement changed, in which order they are handled, or whether one is handled twice.

-- On which days a node is what counts for somebody directly below it: always, once it is built; while it is being built, on the days that the
-- branch is attached. Null where the upline is no node.
create function attached_days(consultant bigint, upline bigint) returns datemultirange
  language sql stable parallel safe
as $$
  select case
    when is_building then coalesce(
      (select range_agg(days_between(first_day, end_day)) from nearest_rollups where consultant_id = consultant and node_id = upline),
      '{}'
    )
    else '{(,)}'
  end
  from rollup_nodes
  where consultant_id = upline
$$;

-- The nearest node above a consultant by the history, on certain days. A consultant directly below a node is its branch, attached or to be attached.
create function nearest_nodes_above(consultant bigint, days datemultirange) returns table (node_id bigint, during daterange)
  language sql stable
as $$
  with recursive above (upline_id, during, attached) as (
    select
      period.upline_id,
      period.during * day_range,
      case when exists (select from rollup_nodes where consultant_id = period.upline_id) then '{(,)}' else '{}'::datemultirange end
    from unnest(days) as day_range
    join upline_periods period on period.consultant_id = consultant and period.during && day_range
    union
    select period.upline_id, period.during * rest, coalesce(attached_days(above.upline_id, period.upline_id), '{}')
    from above
    cross join lateral unnest(datemultirange(above.during) - above.attached) as rest
    join upline_periods period on period.consultant_id = above.upline_id and period.during && rest
  )
  select upline_id, unnest(datemultirange(during) * attached) from above
$$;

-- Everybody whose nearest node hangs on certain consultants' uplines on certain days: themselves and all below them, down to the next nodes, which are
-- included. With the node that is nearest by the history, null where there is none. A node that is being built is passed, and what it
-- has not attached comes to it.
create function consultants_down_to_nodes(consultants bigint[], on_days datemultirange[])
  returns table (consultant_id bigint, node_id bigint, days datemultirange)
  language sql stable
as $$
  with recursive changed as materialized (
    select changed.consultant_id, changed.days from unnest(consultants, on_days) as changed (consultant_id, days)
  ),
  under_node as materialized (
    select changed.consultant_id, nearest.node_id, nearest.during
    from changed
    cross join lateral nearest_nodes_above(changed.consultant_id, changed.days) nearest
  ),
  below (consultant_id, node_id, during) as (
    (
      select consultant_id, node_id, during from under_node
      union all
      select
        changed.consultant_id,
        null,
        unnest(changed.days - coalesce(
          (select range_agg(during) from under_node where under_node.consultant_id = changed.consultant_id),
          '{}'
        ))
      from changed
    )
    union
    select
      period.consultant_id,
      case when node.is_building is null then below.node_id else below.consultant_id end,
      period.during * below.during
    from below
    cross join lateral (
      select (select is_building from rollup_nodes where rollup_nodes.consultant_id = below.consultant_id) as is_building
    ) node
    -- One by one, hence the offset: of those few the planner expects many, and would read all periods.
    cross join lateral (
      select consultant_id, during from upline_periods where upline_id = below.consultant_id and during && below.during offset 0
    ) period
    where node.is_building is not false
  )
  select consultant_id, node_id, range_agg(during) from below group by consultant_id, node_id
$$;

-- Writes nearest nodes: each of these consultants has, on these days, this node and no other; none where it is null. On other days it keeps what it has.
create function set_nearest_rollups(consultants bigint[], nodes bigint[], on_days datemultirange[]) returns void language plpgsql as $$
begin
  with nearest as materialized (
    select * from unnest(consultants, nodes, on_days) as nearest (consultant_id, node_id, days)
  ),
  concerned as materialized (
    select consultant_id, range_agg(days) as days from nearest group by consultant_id
  ),
  wanted as materialized (
    select consultant_id, node_id, first_day_of(during) as first_day, end_day_of(during) as end_day
    from (
      select consultant_id, node_id, unnest(range_agg(part)) as during
      from (
        select kept.consultant_id, kept.node_id, datemultirange(days_between(kept.first_day, kept.end_day)) - concerned.days as part
        from concerned
        join nearest_rollups kept using (consultant_id)
        union all
        select consultant_id, node_id, days from nearest where node_id is not null
      ) parts
      group by consultant_id, node_id
    ) merged
  ),
  gone as (
    delete from nearest_rollups kept
    using concerned
    where kept.consultant_id = concerned.consultant_id
      and not exists (
        select from wanted
        where wanted.consultant_id = kept.consultant_id and wanted.node_id = kept.node_id
          and wanted.first_day = kept.first_day and wanted.end_day = kept.end_day
      )
  )
  insert into nearest_rollups
    (consultant_id, node_id, first_day, end_day, member_first_day, member_end_day, normalized_name, normalized_internal_id)
  select
    added.consultant_id,
    added.node_id,
    added.first_day,
    added.end_day,
    greatest(added.first_day, first_day_of(own.days)),
    least(added.end_day, end_day_of(own.days)),
    consultant.normalized_name,
    consultant.normalized_internal_id
  from (
    select consultant_id, node_id, first_day, end_day from wanted
    except
    select kept.consultant_id, kept.node_id, kept.first_day, kept.end_day from nearest_rollups kept join concerned using (consultant_id)
  ) added
  -- Looked up one by one: of however few the planner would take them for many, and read all consultants.
  cross join lateral (select * from consultants where id = added.consultant_id limit 1) consultant
  cross join lateral (select own_days(consultant.start_date, consultant.end_date) as days) own;
end $$;

-- The ancestor closure of some nodes, from the nearest nodes that are kept.
create function expected_rollup_closure(nodes bigint[]) returns setof rollup_closure
  language sql stable
as $$
  with recursive above (node_id, ancestor_id, during) as (
    select node_id, node_id, '(,)'::daterange from unnest(nodes) as node_id
    union
    select above.node_id, near.node_id, days_between(near.first_day, near.end_day) * above.during
    from above
    join nearest_rollups near
      on near.consultant_id = above.ancestor_id and days_between(near.first_day, near.end_day) && above.during
  )
  select node_id, ancestor_id, first_day_of(during), end_day_of(during)
  from (select node_id, ancestor_id, unnest(range_agg(during)) as during from above group by node_id, ancestor_id) merged
$$;

create function set_rollup_closure(nodes bigint[]) returns void language plpgsql as $$
begin
  with wanted as materialized (select * from expected_rollup_closure(nodes)),
  kept as materialized (select * from rollup_closure where node_id = any(nodes)),
  gone as (
    delete from rollup_closure
    where node_id = any(nodes)
      and (node_id, ancestor_id, first_day, end_day) not in (select node_id, ancestor_id, first_day, end_day from wanted)
  )
  insert into rollup_closure select * from wanted except select * from kept;
end $$;

-- What the days on which somebody is a member add to the counts (`member_counts`): for each interval from j to l one from j on and, where it ends, one until l
-- less one always; for each gap between two intervals less one.
create function member_count_entries(days datemultirange) returns table (joined_on date, left_on date, members integer)
  language sql immutable parallel safe
as $$
  with stay as (
    select first_day_of(during) as joined_on, end_day_of(during) as left_on, lead(first_day_of(during)) over (order by during) as rejoined_on
    from unnest(days) as during
  )
  select joined_on, 'infinity'::date, 1 from stay
  union all
  select '-infinity', left_on, 1 from stay where left_on < 'infinity'
  union all
  select '-infinity', 'infinity', -1 from stay where left_on < 'infinity'
  union all
  select rejoined_on, left_on, -1 from stay where rejoined_on is not null
$$;

-- What some consultants contribute to the member counts of the nodes above them.
create function member_counts_of(consultants bigint[]) returns table (node_id bigint, joined_on date, left_on date, members bigint)
  language sql stable
as $$
  select timeline.node_id, entry.joined_on, entry.left_on, sum(entry.members)
  from (
    select
      above.ancestor_id as node_id,
      near.consultant_id,
      range_agg(days_between(greatest(near.member_first_day, above.first_day), least(near.member_end_day, above.end_day))) as days
    from nearest_rollups near
    join rollup_closure above on above.node_id = near.node_id
    where near.consultant_id = any(consultants)
      and greatest(near.member_first_day, above.first_day) < least(near.member_end_day, above.end_day)
    group by above.ancestor_id, near.consultant_id
  ) timeline
  cross join lateral member_count_entries(timeline.days) entry
  group by timeline.node_id, entry.joined_on, entry.left_on
$$;

-- Appends what some consultants contribute now and did not before.
create function append_member_changes(consultants bigint[], counts_before member_counts[]) returns void language sql as $$
  insert into member_counts (node_id, joined_on, left_on, members)
  select node_id, joined_on, left_on, sum(members)
  from (
    select node_id, joined_on, left_on, members from member_counts_of(consultants)
    union all
    select node_id, joined_on, left_on, -members from unnest(counts_before)
  ) change
  group by node_id, joined_on, left_on
  having sum(members) <> 0
$$;

-- Makes everything that is kept follow the history, on the days that these consultants' uplines may differ from what is kept. The caller holds the
-- history's lock.
create function update_rollups(changed bigint[], changed_days datemultirange[]) returns void language plpgsql as $$
declare
  concerned bigint[];
  nearest_nodes bigint[];
  nearest_days datemultirange[];
  consultants bigint[];
  nodes bigint[];
  counted bigint[];
  nearest_before nearest_rollups[];
  closure_before rollup_closure[];
  counts_before member_counts[];
  most_counted integer := (select counted_at_once from rollup_settings);
begin
  if changed is null or not exists (select from rollup_nodes) then return; end if;
  perform require_read_committed();

  -- Whose nearest node stays the same on these days takes nobody anywhere.
  select array_agg(consultant_id), array_agg(days)
  into changed, changed_days
  from unnest(changed, changed_days) as given (consultant_id, days)
  where (
    select array_agg((node_id, days_there) order by node_id)
    from (select node_id, range_agg(during) as days_there from nearest_nodes_above(given.consultant_id, given.days) group by node_id) expected
  ) is distinct from (
    select array_agg((node_id, days_there) order by node_id)
    from (
      select near.node_id, range_agg(days_between(near.first_day, near.end_day)) * given.days as days_there
      from nearest_rollups near
      where near.consultant_id = given.consultant_id
      group by near.node_id
    ) kept
    where not isempty(days_there)
  );
  if changed is null then return; end if;

  select array_agg(consultant_id), array_agg(node_id), array_agg(days)
  into concerned, nearest_nodes, nearest_days
  from consultants_down_to_nodes(changed, changed_days);
  consultants := array(select distinct unnest(concerned));
  nodes := array(select distinct node_id from rollup_closure where ancestor_id = any(consultants));

  nearest_before := array(select near from nearest_rollups near where consultant_id = any(consultants));
  closure_before := array(select above from rollup_closure above where node_id = any(nodes));
  -- So many rows, which may be of fewer consultants: whoever is left out would be counted wrongly.
  counted := consultants || array(select consultant_id from nearest_rollups where node_id = any(nodes) limit most_counted + 1);
  counted := case when cardinality(counted) <= most_counted then array(select distinct unnest(counted)) end;
  counts_before := array(
    select row(node_id, joined_on, left_on, 0, members)::member_counts from member_counts_of(counted)
  );

  perform set_nearest_rollups(concerned, nearest_nodes, nearest_days);
  perform set_rollup_closure(nodes);

  perform update_daily_totals(consultants, nearest_before, nodes, closure_before);
  if counted is null then
    perform mark_changed_members(changed, nearest_before, nodes, closure_before);
    -- On the way down branches came to nodes that are being built.
    update rollup_nodes set membership_version = membership_version + 1 where is_building and consultant_id = any(consultants);
  else
    perform append_member_changes(counted, counts_before);
  end if;
end $$;

-- Appends to the daily totals what changed with the nearest nodes of some consultants and the closure of some nodes.
--
-- With own(n) for what the members orders whose nearest node is n, and above(n) for the nodes above n, n included, what all nodes gain is
--   own after × above after - own before × above before  =  (own after - own before) × above after  +  own before × (above after - above before).
-- The first term is read from the orders of the consultants, who are few; the second from the totals that are kept, summed once for all ancestors
-- that gain or lose the same nodes on the same days.
create function update_daily_totals(consultants bigint[], nearest_before nearest_rollups[], moved_nodes bigint[], closure_before rollup_closure[])
  returns void
  language plpgsql
as $$
begin
  insert into daily_totals (node_id, day, own_orders, own_total_cents, own_pending_cents, orders, total_cents, pending_cents)
  with nearest as (
    select
      consultant_id,
      node_id,
      coalesce(range_agg(during) filter (where not is_after), '{}') as before,
      coalesce(range_agg(during) filter (where is_after), '{}') as after
    from (
      select consultant_id, node_id, member_first_day, member_end_day, false as is_after from unnest(nearest_before)
      union all
      select consultant_id, node_id, member_first_day, member_end_day, true from nearest_rollups where consultant_id = any(consultants)
    ) side
    cross join lateral (select days_between(member_first_day, member_end_day) as during) own
    where member_first_day < member_end_day
    group by consultant_id, node_id
  ),
  own_change as materialized (
    select
      change.node_id,
      "order".created_at as day,
      sum(sign) as orders,
      sum(sign * total_cents) as total_cents,
      sum(sign * pending_cents) as pending_cents
    from (
      select consultant_id, node_id, 1 as sign, unnest(after - before) as during from nearest
      union all
      select consultant_id, node_id, -1, unnest(before - after) from nearest
    ) change
    join orders "order"
      on "order".consultant_id = change.consultant_id
      and "order".created_at >= first_day_of(change.during) and "order".created_at < end_day_of(change.during)
    group by change.node_id, "order".created_at
  ),
  closure as (
    select
      node_id,
      ancestor_id,
      coalesce(range_agg(during) filter (where not is_after), '{}') as before,
      coalesce(range_agg(during) filter (where is_after), '{}') as after
    from (
      select node_id, ancestor_id, days_between(first_day, end_day) as during, false as is_after from unnest(closure_before)
      union all
      select node_id, ancestor_id, days_between(first_day, end_day), true from rollup_closure where node_id = any(moved_nodes)
    ) side
    group by node_id, ancestor_id
  ),
  moved as materialized (
    select ancestor_id, sign, during, array_agg(node_id order by node_id) as nodes
    from (
      select node_id, ancestor_id, 1 as sign, unnest(after - before) as during from closure
      union all
      select node_id, ancestor_id, -1, unnest(before - after) from closure
    ) change
    group by ancestor_id, sign, during
  ),
  moved_totals as materialized (
    select
      moved.nodes,
      moved.during,
      totals.day,
      sum(own_orders) as orders,
      sum(own_total_cents) as total_cents,
      sum(own_pending_cents) as pending_cents
    from (select distinct nodes, during from moved) moved
    join daily_totals totals
      on totals.node_id = any(moved.nodes)
      and totals.day >= first_day_of(moved.during) and totals.day < end_day_of(moved.during)
    group by moved.nodes, moved.during, totals.day
  )
  select
    node_id, day,
    sum(own_orders), sum(own_total_cents), sum(own_pending_cents),
    sum(orders), sum(total_cents), sum(pending_cents)
  from (
    select
      node_id, day,
      orders as own_orders, total_cents as own_total_cents, pending_cents as own_pending_cents,
      0 as orders, 0 as total_cents, 0 as pending_cents
    from own_change
    union all
    select above.ancestor_id, day, 0, 0, 0, orders, total_cents, pending_cents
    from own_change
    join rollup_closure above on above.node_id = own_change.node_id and above.first_day <= day and day < above.end_day
    union all
    select moved.ancestor_id, day, 0, 0, 0, sign * orders, sign * total_cents, sign * pending_cents
    from moved
    join moved_totals using (nodes, during)
  ) change
  group by node_id, day
  having (sum(own_orders), sum(own_total_cents), sum(own_pending_cents), sum(orders), sum(total_cents), sum(pending_cents))
    <> (0, 0, 0, 0, 0, 0);
end $$;

-- Marks the nodes that gain or lose members: whoever stands below a changed consultant gains and loses the same nodes on the same days as it does itself.
create function mark_changed_members(changed bigint[], nearest_before nearest_rollups[], nodes bigint[], closure_before rollup_closure[])
  returns void
  language plpgsql
as $$
begin
  update rollup_nodes
  set membership_version = membership_version + 1
  where consultant_id in (
    select node_id
    from (
      select
        consultant_id,
        node_id,
        coalesce(range_agg(during) filter (where not is_after), '{}') as before,
        coalesce(range_agg(during) filter (where is_after), '{}') as after
      from (
        select
          near.consultant_id,
          above.ancestor_id as node_id,
          days_between(near.first_day, near.end_day) * days_between(above.first_day, above.end_day) as during,
          false as is_after
        from unnest(nearest_before) near
        join (
          select * from unnest(closure_before)
          union all
          select * from rollup_closure where node_id <> all (nodes) and node_id in (select node_id from unnest(nearest_before))
        ) above on above.node_id = near.node_id
        where near.consultant_id = any(changed)
        union all
        select near.consultant_id, above.ancestor_id, days_between(near.first_day, near.end_day) * days_between(above.first_day, above.end_day), true
        from nearest_rollups near
        join rollup_closure above on above.node_id = near.node_id
        where near.consultant_id = any(changed)
      ) side
      where not isempty(during)
      group by consultant_id, node_id
    ) entry
    where before <> after
  );
end $$;

-- Follows a change of some consultants' own dates, names and codes: nobody else's membership hangs on these.
create function update_own_membership(changed bigint[]) returns void language plpgsql as $$
declare
  nearest_before nearest_rollups[];
  counts_before member_counts[];
begin
  if not exists (select from rollup_nodes) then return; end if;
  perform require_read_committed();
  nearest_before := array(select near from nearest_rollups near where consultant_id = any(changed));
  counts_before := array(
    select row(node_id, joined_on, left_on, 0, members)::member_counts from member_counts_of(changed)
  );

  update nearest_rollups near
  set
    member_first_day = greatest(near.first_day, first_day_of(own.days)),
    member_end_day = least(near.end_day, end_day_of(own.days)),
    normalized_name = own.normalized_name,
    normalized_internal_id = own.normalized_internal_id
  from (
    select id, own_days(start_date, end_date) as days, normalized_name, normalized_internal_id
    from consultants
    where id = any(changed)
  ) own
  where near.consultant_id = own.id;

  perform update_daily_totals(changed, nearest_before, '{}', '{}');
  perform append_member_changes(changed, counts_before);
end $$;

-- How many members a node's network has from a first day to a last: from the counts where they hold, else from the nearest nodes. Null where the
-- consultant is no node, or not built yet.
create function rollup_members(node bigint, first date, last date) returns bigint language plpgsql stable parallel safe as $$
declare
  is_counted boolean;
begin
  select counted_version = membership_version into is_counted from rollup_nodes where consultant_id = node and not is_building;
  if is_counted is null then return null; end if;
  if is_counted then
    return (
      select coalesce(sum(members), 0) from member_counts where node_id = node and joined_on <= last and left_on > first
    );
  end if;
  return (
    select count(*)
    from (
      select near.consultant_id
      from rollup_closure above
      join nearest_rollups near on near.node_id = above.node_id
      where above.ancestor_id = node
        and near.member_first_day <= last and near.member_end_day > first
        and greatest(near.member_first_day, above.first_day, first) < least(near.member_end_day, above.end_day, last + 1)
      group by near.consultant_id
    ) member
  );
end $$;
