-- What the figures of large networks are answered from, so that they cost the same however many stand below: docs/network.md has the
-- picture. All of it is derived, kept in the transaction of what it derives from, and never the truth: `npm run verify` walks the
-- history again and names every difference.
--
-- A few consultants are hubs. Which ones is a matter of speed alone: every figure is right whoever is one, and where nobody is, nothing is kept.

create table hub_settings (
  only_row boolean primary key default true check (only_row),
  members integer not null default 300 check (members > 0) -- a network of so many is worth a hub; fewer are walked quickly enough
);

insert into hub_settings default values;

create table hubs (consultant_id bigint primary key);

-- What a walk down reads, from indexes alone: smaller networks are walked on each call.
drop index upline_periods_upline;
create index upline_periods_below on upline_periods (upline_id) include (consultant_id, during);

-- And what a walk up reads: the index that refuses overlaps takes several times as long to find somebody's periods.
create index upline_periods_above on upline_periods (consultant_id) include (upline_id, during);
create index consultants_own_days on consultants (id) include (start_date, end_date);

-- The nearest hub above a consultant, on the days that it is the nearest; no row for days without one. Who stands below a hub is found
-- without a walk, and a move changes the rows of those between the moved and the next hubs below it, not of everybody below.
--
-- What a page is made of stands here once more, from the consultant: a page of any network is then a few entries of each of its hubs, in the
-- page's order, and the sum of many networks is not looked up consultant by consultant.
create table anchors (
  consultant_id bigint not null,
  hub_id bigint not null,
  during daterange not null,
  member_during daterange not null, -- those of these days on which it is a member itself; may be empty
  normalized_name text collate "C" not null,
  normalized_internal_id text collate "C" not null
);

create index anchors_consultant on anchors (consultant_id) include (hub_id, during);
create index anchors_by_name on anchors (hub_id, normalized_name, consultant_id) include (during, member_during);
create index anchors_by_internal_id on anchors (hub_id, normalized_internal_id, consultant_id) include (member_during);

-- All hubs above a hub, and itself, always.
create table hub_chains (
  hub_id bigint not null,
  above_id bigint not null,
  during daterange not null
);

create index hub_chains_hub on hub_chains (hub_id, above_id) include (during);
create index hub_chains_above on hub_chains (above_id, hub_id) include (during);

-- Who stood below which hub on which days: each consultant on each day once, whatever its own dates.
create view below_hubs as
select anchor.consultant_id, chain.above_id as hub_id, anchor.during * chain.during as during
from anchors anchor
join hub_chains chain on chain.hub_id = anchor.hub_id and chain.during && anchor.during;

-- A stay is a run of days on which somebody is a member of a hub's network. Of a window, the members are
--   all who arrived until its last day, less all who had left by its first, less those who are both counted twice and there once:
--   who left after the first day and were back by the last.
create table hub_flows (
  hub_id bigint not null,
  day date not null,
  arrivals bigint not null,   -- stays whose first day it is
  departures bigint not null, -- stays whose last day is the one before
  primary key (hub_id, day)
);

create table hub_returns (
  hub_id bigint not null,
  left_on date not null,     -- the day after a stay
  returned_on date not null, -- the first day of the same consultant's next one
  consultants bigint not null,
  primary key (hub_id, returned_on, left_on)
);

-- What the members of a hub's network ordered on a day. Rows are mostly changed, and their pages leave room for it.
create table hub_sums (
  hub_id bigint not null,
  day date not null,
  orders bigint not null,
  total_cents bigint not null,
  pending_cents bigint not null,
  primary key (hub_id, day)
) with (fillfactor = 60);

-- The same, yet to be added to it. Whoever writes orders only adds rows here: everybody's orders of today change the sums of the same few
-- hubs, and nobody has to wait for anybody's row.
create table hub_sum_changes (
  id bigint generated always as identity primary key,
  hub_id bigint not null,
  day date not null,
  orders bigint not null,
  total_cents bigint not null,
  pending_cents bigint not null
);

create index hub_sum_changes_hub on hub_sum_changes (hub_id, day);

create view hub_daily_sums as
select hub_id, day, orders, total_cents, pending_cents from hub_sums
union all
select hub_id, day, orders, total_cents, pending_cents from hub_sum_changes;

-- Writers of the history take turns (migration 0001); writers of orders only stay out of the way of these, for a move adds up the orders
-- there are. They do so when their rows are written and about to be counted: a long import holds nobody up while it loads. What is
-- then read has to be what others wrote until this moment, which a snapshot taken earlier would not show.
create function read_what_is_committed() returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'the network''s totals are kept in READ COMMITTED transactions only, not in %', current_setting('transaction_isolation');
  end if;
end $$;

create function own_days(start_date date, end_date date) returns daterange
  language sql immutable parallel safe
  return daterange(start_date, end_date, '[]');

-- Everybody from somebody down to the next hubs, which are included, on the days that they stand there; itself first, always.
create function region_of(top bigint) returns table (consultant_id bigint, during daterange, is_hub boolean)
  language sql stable parallel safe
as $$
  with recursive region (consultant_id, during, is_hub) as (
    select top, '(,)'::daterange, exists (select from hubs where hubs.consultant_id = top)
    union all
    select below.consultant_id, below.during * region.during, exists (select from hubs where hubs.consultant_id = below.consultant_id)
    from region
    join upline_periods below on below.upline_id = region.consultant_id and below.during && region.during
    where not region.is_hub
  )
  select consultant_id, during, is_hub from region
$$;

-- Everybody below somebody, through hubs too, on all their days there; itself as well, always.
create function network_below(top bigint) returns table (consultant_id bigint, days datemultirange)
  language sql stable parallel safe
as $$
  with region as materialized (select * from region_of(top))
  select consultant_id, range_agg(during)
  from (
    select consultant_id, during from region
    union all
    select below.consultant_id, below.during * region.during
    from region
    join below_hubs below on below.hub_id = region.consultant_id and below.during && region.during
    where region.is_hub
  ) standing
  group by consultant_id
$$;

-- What somebody and everybody below ordered day by day, on certain days, each as long as it was a member of the networks above.
create function sums_of(top bigint, within datemultirange) returns table (day date, orders bigint, total_cents bigint, pending_cents bigint)
  language sql stable parallel safe
as $$
  with region as materialized (select * from region_of(top))
  select day, sum(orders)::bigint, sum(total_cents)::bigint, sum(pending_cents)::bigint
  from (
    select "order".created_at as day, 1 as orders, "order".total_cents, "order".pending_cents
    from region
    join consultants member on member.id = region.consultant_id
    cross join lateral (select region.during * own_days(member.start_date, member.end_date) * range_merge(within) as during) counted
    join orders "order"
      on "order".consultant_id = region.consultant_id
      and "order".created_at >= coalesce(lower(counted.during), '-infinity')
      and "order".created_at < coalesce(upper(counted.during), 'infinity')
    where not isempty(counted.during)
    union all
    select sums.day, sums.orders, sums.total_cents, sums.pending_cents
    from region
    join hub_daily_sums sums on sums.hub_id = region.consultant_id and sums.day <@ region.during
    where region.is_hub
  ) ordered
  where day <@ within
  group by day
$$;

-- The stays that days of membership are, each with the first day of the next.
create function stays_of(days datemultirange) returns table (first_day date, left_on date, returned_on date)
  language sql immutable parallel safe
as $$
  select lower(stay), upper(stay), lead(lower(stay)) over (order by stay) from unnest(days) as stay
$$;

-- Puts into the flows of each hub that so many consultants were members on some days before, and now are on others.
create function change_flows(hub bigint[], consultants bigint[], before datemultirange[], after datemultirange[]) returns void
  language plpgsql
as $$
begin
  with change as materialized (
    select change.hub_id, stay.first_day, stay.left_on, stay.returned_on, sum(change.consultants * sign)::bigint as consultants
    from unnest(hub, consultants, before, after) as change (hub_id, consultants, before, after)
    cross join lateral (
      select 1 as sign, * from stays_of(change.after)
      union all
      select -1, * from stays_of(change.before)
    ) stay
    group by change.hub_id, stay.first_day, stay.left_on, stay.returned_on
    having sum(change.consultants * sign) <> 0
  ),
  coming_back as (
    insert into hub_returns as kept (hub_id, left_on, returned_on, consultants)
    select hub_id, left_on, returned_on, sum(change.consultants)
    from change
    where returned_on is not null
    group by hub_id, left_on, returned_on
    on conflict (hub_id, returned_on, left_on) do update set consultants = kept.consultants + excluded.consultants
  )
  insert into hub_flows as kept (hub_id, day, arrivals, departures)
  select hub_id, day, sum(arrivals), sum(departures)
  from (
    select hub_id, first_day as day, change.consultants as arrivals, 0 as departures from change
    union all
    select hub_id, left_on, 0, change.consultants from change where left_on is not null
  ) flows
  group by hub_id, day
  having sum(arrivals) <> 0 or sum(departures) <> 0
  on conflict (hub_id, day) do update
    set arrivals = kept.arrivals + excluded.arrivals, departures = kept.departures + excluded.departures;
end $$;

-- Works the chains of some hubs out anew, from the anchors.
create function rewrite_hub_chains(of bigint[]) returns void language plpgsql as $$
begin
  delete from hub_chains where hub_id = any (of);
  insert into hub_chains (hub_id, above_id, during)
  with recursive chain (hub_id, above_id, during) as (
    select hub_id, hub_id, '(,)'::daterange from unnest(of) as hub_id
    union all
    select chain.hub_id, anchor.hub_id, anchor.during * chain.during
    from chain
    join anchors anchor on anchor.consultant_id = chain.above_id and anchor.during && chain.during
  )
  select hub_id, above_id, unnest(range_agg(during)) from chain group by hub_id, above_id;
end $$;

-- Anchors everybody of a region, on certain days, where these days' anchors are now; and the hubs in it with the hubs below them.
create function rewrite_anchors(members bigint[], days datemultirange[], anchor_ids bigint[], anchored datemultirange[]) returns void
  language plpgsql
as $$
begin
  with changed as materialized (
    select * from unnest(members, days) as changed (consultant_id, days)
  ),
  wanted as materialized (
    select consultant_id, hub_id, unnest(range_agg(part.days)) as during
    from (
      select consultant_id, anchor.hub_id, datemultirange(anchor.during) - changed.days as days
      from changed
      join anchors anchor using (consultant_id)
      union all
      select changed.consultant_id, label.hub_id, changed.days * label.days
      from changed
      cross join unnest(anchor_ids, anchored) as label (hub_id, days)
    ) part
    group by consultant_id, hub_id
  ),
  gone as (
    delete from anchors
    using changed
    where anchors.consultant_id = changed.consultant_id
      and not exists (
        select from wanted
        where wanted.consultant_id = anchors.consultant_id and wanted.hub_id = anchors.hub_id and wanted.during = anchors.during
      )
  )
  insert into anchors (consultant_id, hub_id, during, member_during, normalized_name, normalized_internal_id)
  select
    added.consultant_id,
    added.hub_id,
    added.during,
    added.during * own_days(consultant.start_date, consultant.end_date),
    consultant.normalized_name,
    consultant.normalized_internal_id
  from (
    select consultant_id, hub_id, during from wanted
    except
    select anchors.consultant_id, anchors.hub_id, anchors.during from anchors join changed using (consultant_id)
  ) added
  -- Looked up one by one: of however few the planner would take them for many, and read all consultants.
  cross join lateral (select * from consultants where id = added.consultant_id limit 1) consultant;

  perform rewrite_hub_chains(array(select distinct hub_id from hub_chains where above_id = any (members)));
end $$;

-- Keeps everything when somebody's uplines are others on some days; its periods say already which.
create function keep_network_of(moved bigint, changed datemultirange) returns void language plpgsql as $$
declare
  hub_ids bigint[];
  days_before datemultirange[];
  days_after datemultirange[];
  differing datemultirange;
  around daterange;
begin
  select array_agg(hub_id), array_agg(days) into hub_ids, days_before
  from (select hub_id, range_agg(during) as days from below_hubs where consultant_id = moved group by hub_id) above;

  -- Where the new uplines are anchored: nobody that this changes, for on these days none of them stands below the moved.
  perform rewrite_anchors(members, days, anchor_ids, anchored)
  from (
    select array_agg(consultant_id) as members, array_agg(days) as days
    from (select consultant_id, range_agg(during) * changed as days from region_of(moved) group by consultant_id) standing
    where not isempty(days)
  ) region
  cross join (
    select array_agg(hub_id) as anchor_ids, array_agg(days) as anchored
    from (
      select
        case when hubs.consultant_id is null then anchor.hub_id else period.upline_id end as hub_id,
        range_agg(period.during * coalesce(anchor.during, '(,)')) * changed as days
      from upline_periods period
      left join hubs on hubs.consultant_id = period.upline_id
      left join anchors anchor
        on hubs.consultant_id is null and anchor.consultant_id = period.upline_id and anchor.during && period.during
      where period.consultant_id = moved and (hubs.consultant_id is not null or anchor.hub_id is not null)
      group by 1
    ) label
  ) labels;

  -- The hubs that gain or lose the moved, and all below it, on some days.
  select array_agg(hub_id), array_agg(before), array_agg(after), range_agg((before - after) + (after - before))
  into hub_ids, days_before, days_after, differing
  from (
    select hub_id, coalesce(before, '{}') as before, coalesce(after, '{}') as after
    from unnest(hub_ids, days_before) as old (hub_id, before)
    full join (
      select hub_id, range_agg(during) as after from below_hubs where consultant_id = moved group by hub_id
    ) new using (hub_id)
  ) hub
  where before <> after;
  if hub_ids is null then return; end if;

  -- Day by day sums are the same for all of these hubs: theirs change by what was ordered below the moved.
  insert into hub_sums as kept (hub_id, day, orders, total_cents, pending_cents)
  select hub.hub_id, sums.day, sign * sums.orders, sign * sums.total_cents, sign * sums.pending_cents
  from sums_of(moved, differing) sums
  join unnest(hub_ids, days_before, days_after) as hub (hub_id, before, after)
    on (sums.day <@ hub.before) <> (sums.day <@ hub.after)
  cross join lateral (select case when sums.day <@ hub.after then 1 else -1 end as sign) gained
  on conflict (hub_id, day) do update
    set orders = kept.orders + excluded.orders, total_cents = kept.total_cents + excluded.total_cents, pending_cents = kept.pending_cents + excluded.pending_cents;

  -- Stays are not. Whoever is there on the eve of the days in question is so before and after: since when makes no difference, which makes
  -- most members alike. (Days that the moved was away from a hub are in question too: whoever leaves on their eve comes back after them.)
  select daterange(lower(hull) - 1, upper(hull) + 1) into around
  from (
    select range_merge(differing + range_agg(away)) as hull
    from unnest(days_before || days_after) as days
    cross join lateral (select datemultirange(range_merge(days)) - days as away) apart
  ) merged;

  perform change_flows(array_agg(hub_id), array_agg(consultants), array_agg(before), array_agg(after))
  from (
    with member as materialized (
      select
        below.consultant_id,
        below.days,
        own.days as own_days,
        membership,
        case when datemultirange(range_merge(membership)) = membership then membership * datemultirange(around) else membership end as counted
      from network_below(moved) below
      join consultants consultant on consultant.id = below.consultant_id
      cross join lateral (select datemultirange(own_days(consultant.start_date, consultant.end_date)) as days) own
      cross join lateral (select below.days * own.days as membership) lasting
    ),
    elsewhere as materialized (
      select member.consultant_id, member.membership, anchor.hub_id, unnest(datemultirange(anchor.during) - member.days) as during
      from member
      join anchors anchor on anchor.consultant_id = member.consultant_id and not anchor.during <@ member.days
    ),
    -- Who stands below a hub by another way too, on other days, may go on with or come back to a stay, and is counted by itself instead.
    by_another_way as (
      select elsewhere.consultant_id, hub.hub_id, hub.days as hub_days, datemultirange(elsewhere.during * chain.during) as days
      from unnest(hub_ids, days_before) as hub (hub_id, days)
      join elsewhere on not coalesce(
        elsewhere.during << around and lower(around) <@ elsewhere.membership and lower(around) <@ hub.days
          or elsewhere.during >> around and upper(around) - 1 <@ elsewhere.membership and upper(around) - 1 <@ hub.days,
        false
      )
      join hub_chains chain on chain.hub_id = elsewhere.hub_id and chain.above_id = hub.hub_id
      union all
      -- Nor do those stand there through the moved whose hub stands below the moved itself, as it may on other days. There hardly is such a hub,
      -- and where there is none nothing may be read.
      select member.consultant_id, hub.hub_id, hub.days, datemultirange(below.during) * lower.days
      from unnest(hub_ids, days_before) as hub (hub_id, days)
      join member lower on lower.consultant_id = hub.hub_id
      cross join lateral (
        select consultant_id, during from below_hubs where below_hubs.hub_id = hub.hub_id offset 0
      ) below
      join member on member.consultant_id = below.consultant_id
    ),
    wanderer as materialized (
      select consultant_id, hub_id, hub_days, range_agg(days) as other_days
      from by_another_way
      where not isempty(days)
      group by consultant_id, hub_id, hub_days
    ),
    counted as (
      select hub_id, counted as by_moved, '{}'::datemultirange as by_others, consultants
      from (select counted, count(*) as consultants from member group by counted) alike
      cross join unnest(hub_ids) as hub_id
      union all
      select hub_id, counted, '{}', -count(*)
      from wanderer
      join member using (consultant_id)
      group by hub_id, counted
      union all
      select hub_id, membership * seen, others * seen, count(*)
      from wanderer
      join member using (consultant_id)
      cross join lateral (select other_days * own_days as others, membership * hub_days + other_days * own_days as before) standing
      cross join lateral (
        select case
          when (lower(around) <@ before or lower(around) <= lower(membership + others))
            and (upper_inf(around) or upper(around) - 1 <@ before or upper(around) >= upper(membership + others))
          then datemultirange(around)
          else '{(,)}'
        end as seen
      ) edges
      group by hub_id, membership * seen, others * seen
    )
    select hub_id, before, after, sum(consultants)::bigint as consultants
    from counted
    join unnest(hub_ids, days_before, days_after) as hub (hub_id, hub_before, hub_after) using (hub_id)
    cross join lateral (
      select by_moved * hub_before + by_others as before, by_moved * hub_after + by_others as after
    ) membership
    where before <> after
    group by hub_id, before, after
  ) change;
end $$;

-- Adds what waits in `hub_sum_changes` to the sums. One at a time; who comes second need not wait for it.
create function fold_hub_sums() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('hub_sum_changes')) then return; end if;
  with folded as (delete from hub_sum_changes returning hub_id, day, orders, total_cents, pending_cents)
  insert into hub_sums as kept (hub_id, day, orders, total_cents, pending_cents)
  select hub_id, day, sum(orders), sum(total_cents), sum(pending_cents)
  from folded
  group by hub_id, day
  order by hub_id, day
  on conflict (hub_id, day) do update
    set orders = kept.orders + excluded.orders, total_cents = kept.total_cents + excluded.total_cents, pending_cents = kept.pending_cents + excluded.pending_cents;
end $$;

-- Chains of hubs are kept whole, so they are kept short: in a network that is one long line everybody has many below.
create function most_hubs_above() returns integer language sql immutable return 64;

-- Makes somebody a hub; false where it is one already, or where there would be too many in line.
create function make_hub(promoted bigint) returns boolean language plpgsql as $$
begin
  perform read_what_is_committed();
  perform pg_advisory_xact_lock(hashtext('upline_periods'));
  if exists (select from hubs where consultant_id = promoted)
    or (select count(distinct hub_id) from below_hubs where consultant_id = promoted) >= most_hubs_above()
    or exists (
      select
      from hub_chains
      where hub_id in (
        select below.hub_id
        from region_of(promoted) region
        join hub_chains below on below.above_id = region.consultant_id
        where region.is_hub
      )
      group by hub_id
      having count(distinct above_id) > most_hubs_above()
    )
  then return false; end if;

  -- Before it is one: this is what it reaches without passing another.
  insert into hub_sums (hub_id, day, orders, total_cents, pending_cents)
  select promoted, day, sum(sign * orders), sum(sign * total_cents), sum(sign * pending_cents)
  from (
    select 1 as sign, * from sums_of(promoted, '{(,)}')
    union all
    -- Nobody is a member of their own network.
    select -1, "order".created_at, 1, "order".total_cents, "order".pending_cents
    from orders "order"
    join consultants consultant on consultant.id = "order".consultant_id
    where consultant.id = promoted and "order".created_at <@ own_days(consultant.start_date, consultant.end_date)
  ) sums
  group by day
  order by day;

  perform change_flows(array_agg(promoted), array_agg(consultants), array_agg('{}'::datemultirange), array_agg(days))
  from (
    select below.days * datemultirange(own_days(consultant.start_date, consultant.end_date)) as days, count(*) as consultants
    from network_below(promoted) below
    join consultants consultant on consultant.id = below.consultant_id
    where below.consultant_id <> promoted
    group by 1
  ) membership;

  insert into hub_chains values (promoted, promoted, '(,)');
  perform rewrite_hub_chains(array[promoted]);
  perform rewrite_anchors(array_agg(consultant_id), array_agg(days), array[promoted], array['{(,)}'::datemultirange])
  from (
    select consultant_id, range_agg(during) as days
    from region_of(promoted)
    where consultant_id <> promoted
    group by consultant_id
  ) region;
  insert into hubs values (promoted);
  return true;
end $$;

-- Forgets everything and works it out anew, for the hubs that are worth one on a day.
create function rebuild_network_totals(today date default (now() at time zone 'Europe/Lisbon')::date) returns void language plpgsql as $$
declare
  level integer;
  hub bigint;
begin
  perform read_what_is_committed();
  perform pg_advisory_xact_lock(hashtext('upline_periods'));
  delete from hubs;
  delete from anchors;
  delete from hub_chains;
  delete from hub_flows;
  delete from hub_returns;
  delete from hub_sums;
  delete from hub_sum_changes;

  -- How many stand below whom that day, from the lowest up.
  create temporary table standing on commit drop as
  with recursive standing (consultant_id, upline_id, depth) as (
    select consultant_id, upline_id, 1
    from upline_periods period
    where during @> today
      and not exists (select from upline_periods above where above.consultant_id = period.upline_id and above.during @> today)
    union all
    select below.consultant_id, below.upline_id, standing.depth + 1
    from standing
    join upline_periods below on below.upline_id = standing.consultant_id and below.during @> today
  )
  select * from standing;
  create index on standing (depth);
  analyze standing;
  create temporary table network_size (consultant_id bigint primary key, members bigint not null, depth integer not null) on commit drop;
  for level in select distinct depth from standing order by depth desc loop
    insert into network_size
    select standing.upline_id, sum(1 + coalesce(below.members, 0)), level
    from standing
    left join network_size below using (consultant_id)
    where standing.depth = level and standing.upline_id is not null
    group by standing.upline_id;
  end loop;

  for hub in
    select consultant_id from network_size size, hub_settings worth where size.members >= worth.members and depth <= most_hubs_above() order by depth desc
  loop
    perform make_hub(hub);
  end loop;
  drop table standing, network_size;
end $$;

-- The product's own statements change one consultant's periods. One that changes several at once is a bulk load: everything is worked out anew.
create function keep_network_totals() returns trigger language plpgsql as $$
declare
  moved bigint;
  days datemultirange;
  several boolean := false;
  change record;
begin
  if not exists (select from hubs) then return null; end if;
  perform read_what_is_committed();

  for change in execute format(
    'select consultant_id, range_agg(differing.days) as days
     from (
       select
         consultant_id,
         coalesce(range_agg(during) filter (where not is_after), ''{}'') as before,
         coalesce(range_agg(during) filter (where is_after), ''{}'') as after
       from (%s) period
       group by consultant_id, upline_id
     ) under
     cross join lateral (select (before - after) + (after - before) as days) differing
     where not isempty(differing.days)
     group by consultant_id
     limit 2',
    case tg_op
      when 'INSERT' then 'select true as is_after, * from changed'
      when 'DELETE' then 'select false as is_after, * from before'
      else 'select true as is_after, * from changed union all select false, * from before'
    end
  ) loop
    several := moved is not null;
    moved := change.consultant_id;
    days := change.days;
  end loop;

  if several then
    perform rebuild_network_totals();
  elsif moved is not null then
    perform keep_network_of(moved, days);
  end if;
  return null;
end $$;

create trigger upline_periods_total_new after insert on upline_periods
  referencing new table as changed for each statement execute function keep_network_totals();
create trigger upline_periods_total_without after delete on upline_periods
  referencing old table as before for each statement execute function keep_network_totals();
create trigger upline_periods_total_changed after update on upline_periods
  referencing old table as before new table as changed for each statement execute function keep_network_totals();

-- A consultant's own dates end and begin its membership of every network above, of nobody else's. Name and code are kept for pages: a turn
-- for them too, for whoever is moving it meanwhile would go on with the old ones.
create trigger consultants_take_turns_on_anchors
  before update of start_date, end_date, name, internal_id on consultants
  for each statement execute function take_turns_on_upline_periods();

create function keep_own_membership() returns trigger language plpgsql as $$
begin
  if not exists (select from hubs) then return null; end if;
  perform read_what_is_committed();

  update anchors
  set member_during = anchors.during * own_days(changed.start_date, changed.end_date),
    normalized_name = changed.normalized_name,
    normalized_internal_id = changed.normalized_internal_id
  from changed
  join before on before.id = changed.id
  where anchors.consultant_id = changed.id
    and (before.start_date, before.end_date, before.normalized_name, before.normalized_internal_id)
      is distinct from (changed.start_date, changed.end_date, changed.normalized_name, changed.normalized_internal_id);

  with changed_own as materialized (
    select id, own_days(before.start_date, before.end_date) as before, own_days(changed.start_date, changed.end_date) as after
    from before
    join changed using (id)
    where (before.start_date, before.end_date) is distinct from (changed.start_date, changed.end_date)
  )
  insert into hub_sum_changes (hub_id, day, orders, total_cents, pending_cents)
  select below.hub_id, "order".created_at, sum(sign), sum(sign * "order".total_cents), sum(sign * "order".pending_cents)
  from changed_own
  join orders "order"
    on "order".consultant_id = changed_own.id and ("order".created_at <@ before) <> ("order".created_at <@ after)
  join below_hubs below on below.consultant_id = changed_own.id and below.during @> "order".created_at
  cross join lateral (select case when "order".created_at <@ after then 1 else -1 end as sign) counted
  group by below.hub_id, "order".created_at;

  perform change_flows(array_agg(hub_id), array_agg(1::bigint), array_agg(days * own_before), array_agg(days * own_after))
  from (
    select
      below.hub_id,
      range_agg(below.during) as days,
      datemultirange(own_days(before.start_date, before.end_date)) as own_before,
      datemultirange(own_days(changed.start_date, changed.end_date)) as own_after
    from before
    join changed using (id)
    join below_hubs below on below.consultant_id = changed.id
    where (before.start_date, before.end_date) is distinct from (changed.start_date, changed.end_date)
    group by below.hub_id, changed.id, own_before, own_after
  ) membership;
  return null;
end $$;

create trigger consultants_keep_own_membership after update on consultants
  referencing old table as before new table as changed for each statement execute function keep_own_membership();

-- A deleted consultant's own periods go first, while its dates are still there to say when it was a member.
create function delete_own_periods() returns trigger language plpgsql as $$
begin
  delete from upline_periods where consultant_id = old.id;
  delete from hubs where consultant_id = old.id;
  delete from hub_chains where hub_id = old.id or above_id = old.id;
  delete from hub_flows where hub_id = old.id;
  delete from hub_returns where hub_id = old.id;
  delete from hub_sums where hub_id = old.id;
  delete from hub_sum_changes where hub_id = old.id;
  return old;
end $$;

create trigger consultants_delete_own_periods before delete on consultants
  for each row execute function delete_own_periods();

-- The statement that adds orders to the sums: added up by day and nearest hub, then for all the hubs above it. A few become changes to be
-- folded later; many are added to the sums at once, unless somebody else is at it. `orders` is a query of them, with how often each counts.
create function statement_adding_to_sums(orders text, many boolean) returns text language plpgsql as $$
begin
  many := many and pg_try_advisory_xact_lock(hashtext('hub_sum_changes'));
  return format(
    'with anchored as materialized (
       select
         anchor.hub_id,
         ordered.day,
         sum(ordered.orders)::bigint as orders,
         sum(ordered.total_cents)::bigint as total_cents,
         sum(ordered.pending_cents)::bigint as pending_cents
       from (%s) ordered
       join anchors anchor on anchor.consultant_id = ordered.consultant_id and anchor.member_during @> ordered.day
       group by anchor.hub_id, ordered.day
     )
     insert into %s as kept (hub_id, day, orders, total_cents, pending_cents)
     select chain.above_id, anchored.day, sum(anchored.orders), sum(anchored.total_cents), sum(anchored.pending_cents)
     from anchored
     join hub_chains chain on chain.hub_id = anchored.hub_id and chain.during @> anchored.day
     group by chain.above_id, anchored.day
     having sum(anchored.orders) <> 0 or sum(anchored.total_cents) <> 0 or sum(anchored.pending_cents) <> 0
     %s',
    orders,
    case when many then 'hub_sums' else 'hub_sum_changes' end,
    case when many then
      'on conflict (hub_id, day) do update set
         orders = kept.orders + excluded.orders,
         total_cents = kept.total_cents + excluded.total_cents,
         pending_cents = kept.pending_cents + excluded.pending_cents'
    end
  );
end $$;

-- One order or a million.
create function keep_order_totals() returns trigger language plpgsql as $$
declare
  many boolean;
begin
  -- A load that writes its orders in batches says so, and adds them all up in the end.
  if current_setting('rede.totals_wait', true) = 'on' then return null; end if;
  perform pg_advisory_xact_lock_shared(hashtext('upline_periods'));
  if not exists (select from hubs) then return null; end if;
  perform read_what_is_committed();

  if tg_op = 'DELETE' then
    many := exists (select from before offset 1000);
  else
    many := exists (select from changed offset 1000);
  end if;
  execute statement_adding_to_sums(
    case tg_op
      when 'INSERT' then 'select consultant_id, created_at as day, 1 as orders, total_cents, pending_cents from changed'
      when 'DELETE' then 'select consultant_id, created_at as day, -1 as orders, -total_cents as total_cents, -pending_cents as pending_cents from before'
      else 'select consultant_id, created_at as day, 1 as orders, total_cents, pending_cents from changed
            union all select consultant_id, created_at, -1, -total_cents, -pending_cents from before'
    end,
    many
  );
  return null;
end $$;

-- From here on orders that are inserted are added to the sums by `add_import_to_sums`, which has to follow in the same transaction: hubs
-- are looked up once, and the history's writers are held up only then.
create function sums_wait_for_import() returns void language sql as $$ select set_config('rede.totals_wait', 'on', true) $$;

-- They are many, which the planner cannot know of orders this new: it would look each of them up.
create function add_import_to_sums(import integer, first_order bigint, last_order bigint) returns void language plpgsql
  set enable_nestloop = off
as $$
begin
  perform set_config('rede.totals_wait', 'off', true);
  perform pg_advisory_xact_lock_shared(hashtext('upline_periods'));
  if not exists (select from hubs) then return; end if;
  perform read_what_is_committed();
  execute statement_adding_to_sums(
    format(
      'select consultant_id, created_at as day, 1 as orders, total_cents, pending_cents
       from orders
       where id between %s and %s and import_id = %s',
      first_order, last_order, import
    ),
    true
  );
end $$;

create trigger orders_total_new after insert on orders
  referencing new table as changed for each statement execute function keep_order_totals();
create trigger orders_total_without after delete on orders
  referencing old table as before for each statement execute function keep_order_totals();
create trigger orders_total_changed after update on orders
  referencing old table as before new table as changed for each statement execute function keep_order_totals();

-- Every so many rows the one who adds them folds them: reading a hub's sums never means reading many.
create function fold_now_and_then() returns trigger language plpgsql as $$
begin
  if exists (select from added where id % 500 = 0) then perform fold_hub_sums(); end if;
  return null;
end $$;

create trigger hub_sum_changes_fold after insert on hub_sum_changes
  referencing new table as added for each statement execute function fold_now_and_then();

create function forget_network_totals() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'orders' then
    truncate hub_sums, hub_sum_changes;
  else
    truncate hubs, anchors, hub_chains, hub_flows, hub_returns, hub_sums, hub_sum_changes;
  end if;
  return null;
end $$;

create trigger upline_periods_forget_totals after truncate on upline_periods
  for each statement execute function forget_network_totals();
create trigger orders_forget_totals after truncate on orders
  for each statement execute function forget_network_totals();

select rebuild_network_totals();

-- One row, of which the planner would expect a thousand: a period that changes would then be joined with all consultants (migration 0003).
analyze shown_uplines_standing;
