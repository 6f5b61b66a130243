-- How rollup nodes come about and are counted: what the background worker does, in transactions as short as it makes them.

-- Chains of nodes are kept whole, so they are kept short: in a network that is one long line everybody has many below.
create function most_nodes_above() returns integer language sql immutable return 64;

-- Begins to make somebody a node; false where it is one already, or where there would be too many in line. Nobody reads it until all its branches are
-- attached.
create function begin_rollup_node(consultant bigint) returns boolean language plpgsql as $$
begin
  perform require_read_committed();
  perform lock_history();
  if exists (select from rollup_nodes where consultant_id = consultant)
    or not exists (select from consultants where id = consultant)
    or (
      select count(distinct above.ancestor_id)
      from nearest_rollups near
      join rollup_closure above on above.node_id = near.node_id
      where near.consultant_id = consultant
    ) >= most_nodes_above()
    or exists (
      select
      from (select node_id from rollup_closure group by node_id having count(distinct ancestor_id) > most_nodes_above()) deep
      cross join lateral uplines_above(deep.node_id, '(,)') above
      where above.upline_id = consultant
    )
  then return false; end if;

  insert into rollup_nodes (consultant_id) values (consultant);
  perform set_rollup_closure(array[consultant]);
  return true;
end $$;

-- Attaches branches to a node that is being built, for about so many milliseconds; true once all are and the node is built. Between two looks at the
-- time it takes about so many branches, fewer where nodes stand below them. A branch brings the totals of these nodes, day by day: it is attached on so
-- many days at once that these are about `totals_at_once`. Whoever comes to stand below meanwhile is attached by the change that brings it there.
create function attach_rollup_branches(node bigint, at_once integer, milliseconds float8, totals_at_once integer) returns boolean language plpgsql as $$
declare
  attached bigint;
  branches bigint[];
  branch_days datemultirange[];
  began timestamptz;
begin
  perform require_read_committed();
  perform lock_history();
  began := clock_timestamp();
  select attached_up_to into attached from rollup_nodes where consultant_id = node;
  while attached is not null loop
    with branch as (
      select consultant_id, range_agg(during) - coalesce(attached_days(consultant_id, node), '{}') as missing
      from upline_periods
      where upline_id = node and consultant_id > attached
      group by consultant_id
      order by consultant_id
      limit at_once
    ),
    portion as (
      select
        branch.consultant_id,
        missing,
        -- Days to come go with the last that are over.
        case when end_day < current_date then missing * datemultirange(daterange(null, end_day)) else missing end as days,
        sum(nodes) over (order by branch.consultant_id) - nodes as nodes_before
      from branch
      cross join lateral (select 1 + count(*) as nodes from rollup_closure where ancestor_id = branch.consultant_id) below
      cross join lateral (select lower(missing) + least(totals_at_once / nodes, 36500)::integer as end_day) last
    )
    select
      array_agg(consultant_id),
      array_agg(days),
      -- Before the first branch of which days are left.
      coalesce(min(consultant_id) filter (where days <> missing) - 1, max(consultant_id))
    into branches, branch_days, attached
    from portion
    where nodes_before < at_once;
    perform update_rollups(branches, branch_days);
    exit when extract(epoch from clock_timestamp() - began) * 1000 >= milliseconds;
  end loop;
  update rollup_nodes set attached_up_to = attached where consultant_id = node;
  return attached is null;
end $$;

-- Who is worth a node on a day and is none: the lowest first, so that nobody's branches are attached twice.
create function rollup_candidates(today date) returns table (consultant_id bigint) language plpgsql as $$
declare
  level integer;
begin
  create temporary table placed on commit drop as
  with recursive placed (consultant_id, upline_id, depth) as (
    select period.consultant_id, period.upline_id, 1
    from upline_periods period
    where period.during @> today
      and not exists (select from upline_periods above where above.consultant_id = period.upline_id and above.during @> today)
    union all
    select below.consultant_id, below.upline_id, placed.depth + 1
    from placed
    join upline_periods below on below.upline_id = placed.consultant_id and below.during @> today
  )
  select * from placed;
  create index on placed (depth);
  analyze placed;
  create temporary table network_size (consultant_id bigint primary key, members bigint not null, depth integer not null) on commit drop;
  for level in select distinct depth from placed order by depth desc loop
    insert into network_size
    select placed.upline_id, sum(1 + coalesce(below.members, 0)), level
    from placed
    left join network_size below on below.consultant_id = placed.consultant_id
    where placed.depth = level and placed.upline_id is not null
    group by placed.upline_id;
  end loop;
  return query
    select size.consultant_id
    from network_size size
    cross join rollup_settings
    where size.members >= min_members
      and size.depth <= most_nodes_above()
      and not exists (select from rollup_nodes node where node.consultant_id = size.consultant_id)
    order by size.depth desc;
  drop table placed, network_size;
end $$;

-- Counts the members of a node whose counts do not hold: appends what its counts lack. Members that come and go meanwhile append theirs as well, so the
-- difference stays right; a large change raises the
-- version, and the counting was for nothing: an error. False where somebody else is counting.
create function count_rollup_members(node bigint) returns boolean language plpgsql as $$
declare
  version bigint;
begin
  perform require_read_committed();
  -- Two who count the same would both append.
  if not pg_try_advisory_xact_lock(hashtext('count members')) then return false; end if;
  with timeline as (
    select
      near.consultant_id,
      range_agg(days_between(greatest(near.member_first_day, above.first_day), least(near.member_end_day, above.end_day))) as days
    from rollup_closure above
    join nearest_rollups near on near.node_id = above.node_id
    where above.ancestor_id = node
      and greatest(near.member_first_day, above.first_day) < least(near.member_end_day, above.end_day)
    group by near.consultant_id
  ),
  lacking as (
    insert into member_counts (node_id, joined_on, left_on, members)
    select node, joined_on, left_on, sum(members)
    from (
      -- Most timelines are alike, and are taken apart once.
      select joined_on, left_on, entry.members * consultants as members
      from (select days, count(*) as consultants from timeline group by days) alike
      cross join lateral member_count_entries(days) entry
      union all
      select joined_on, left_on, -members from member_counts where node_id = node
    ) difference
    group by joined_on, left_on
    having sum(members) <> 0
  )
  select membership_version into version from rollup_nodes where consultant_id = node;

  update rollup_nodes set counted_version = version where consultant_id = node and membership_version = version;
  if not found then raise exception 'the members of node % changed while they were counted', node using errcode = 'RL001'; end if;
  return true;
end $$;

-- All of the worker's work at once, for a network that was just loaded as a whole. Writers wait until the transaction ends.
create function build_rollups(today date) returns void language plpgsql as $$
declare
  candidate bigint;
  built integer := 0;
  counts text;
begin
  perform lock_history();
  for candidate in select consultant_id from rollup_candidates(today) loop
    continue when not begin_rollup_node(candidate);
    perform attach_rollup_branches(candidate, 64, 'infinity', 2147483647);
    built := built + 1;
    -- Nobody else sees what is being written, so nobody else tells the planner of it.
    if built >= 16 and built & (built - 1) = 0 then
      analyze nearest_rollups, rollup_closure, daily_totals, member_counts, rollup_nodes;
    end if;
  end loop;
  perform count_rollup_members(consultant_id) from rollup_nodes where counted_version <> membership_version;
  for counts in select name from count_tables() loop
    while merge_count_deltas(counts, 1000000) > 0 loop end loop;
  end loop;
end $$;
