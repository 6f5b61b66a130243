-- Moves of those who have many below them (docs/decisions/0017): stays are counted for all who are alike at once, among members and among hubs.

-- Where a member's days are asked for, the index answers alone.
drop index anchors_consultant;
create index anchors_consultant on anchors (consultant_id) include (hub_id, during, member_during);

-- Puts into the flows of each hub that so many consultants were members on some days before, and now are on others. All stays are taken apart
-- in one pass, which takes a third of what one by one does.
create or replace function change_flows(hub bigint[], consultants bigint[], before datemultirange[], after datemultirange[]) returns void
  language plpgsql
as $$
begin
  with change as materialized (
    select
      hub_id,
      sign * members as members,
      lower(stay) as first_day,
      upper(stay) as left_on,
      lead(lower(stay)) over (partition by place, sign order by lower(stay)) as returned_on
    from unnest(hub, consultants, before, after) with ordinality as said (hub_id, members, days_before, days_after, place)
    cross join lateral (values (1, days_after), (-1, days_before)) as side (sign, days)
    cross join lateral unnest(days) as stay
  ),
  coming_back as (
    insert into hub_returns as kept (hub_id, left_on, returned_on, consultants)
    select hub_id, left_on, returned_on, sum(members)
    from change
    where returned_on is not null
    group by hub_id, left_on, returned_on
    having sum(members) <> 0
    on conflict (hub_id, returned_on, left_on) do update set consultants = kept.consultants + excluded.consultants
  )
  insert into hub_flows as kept (hub_id, day, arrivals, departures)
  select hub_id, day, sum(arrivals), sum(departures)
  from (
    select hub_id, first_day as day, members as arrivals, 0::bigint as departures from change
    union all
    select hub_id, left_on, 0, members from change where left_on is not null
  ) flows
  group by hub_id, day
  having sum(arrivals) <> 0 or sum(departures) <> 0
  on conflict (hub_id, day) do update
    set arrivals = kept.arrivals + excluded.arrivals, departures = kept.departures + excluded.departures;
end $$;

-- Counts the stays in some hubs' networks anew, where on days of one range the hubs below the moved had other chains before, and a region other
-- anchors. All else that is kept holds before and after.
create function change_stays(of bigint[], differing daterange, chains_before hub_chains[], region bigint[], anchors_before anchors[]) returns void
  language plpgsql
as $$
declare
  lower_hubs bigint[] := array(select distinct hub_id from unnest(chains_before));
  nobody varbit := repeat('0', cardinality(of));
begin
  perform change_flows(array_agg(hub_id), array_agg(consultants), array_agg(before), array_agg(after))
  from (
    -- Everybody of whom it may make a difference, with all that they are anchored at.
    with place as materialized (
      select anchor.consultant_id, anchor.hub_id, anchor.member_during as during, true as is_before, true as is_after
      from (
        select distinct below.consultant_id
        from unnest(lower_hubs) as lower_id
        join anchors below on below.hub_id = lower_id and below.member_during && differing
      ) concerned
      join anchors anchor on anchor.consultant_id = concerned.consultant_id
      where concerned.consultant_id <> all (region) and not isempty(anchor.member_during)
      union all
      select consultant_id, hub_id, member_during, false, true from anchors where consultant_id = any (region) and not isempty(member_during)
      union all
      select consultant_id, hub_id, member_during, true, false from unnest(anchors_before) where not isempty(member_during)
    ),
    -- Hubs are bits, so that those above somebody are one value.
    mark as materialized (
      select above_id, set_bit(nobody, place::integer - 1, 1) as bit from unnest(of) with ordinality as hub (above_id, place)
    ),
    chain as materialized (
      select hub_id, bit, during, is_before, is_after
      from (
        select hub_id, above_id, during, hub_id <> all (lower_hubs) as is_before, true as is_after
        from hub_chains
        where hub_id in (select hub_id from place)
        union all
        select hub_id, above_id, during, true, false from unnest(chains_before)
      ) chain
      join mark using (above_id)
    ),
    -- The days between which the hubs above do not change, for each hub that they are anchored at.
    epoch as materialized (
      select hub_id, span.during, coalesce(bit_or(bit) filter (where is_before), nobody) as before, coalesce(bit_or(bit) filter (where is_after), nobody) as after
      from (
        select hub_id, daterange(nullif(day, '-infinity'), lead(day) over (partition by hub_id order by day)) as during
        from (
          select hub_id, coalesce(lower(during), '-infinity') as day from chain
          union
          select hub_id, upper(during) from chain where not upper_inf(during)
        ) turn
      ) span
      join chain using (hub_id)
      where chain.during && span.during
      group by hub_id, span.during
    ),
    stood as (
      select
        *,
        min(lower(during)) filter (where before <> after) over own - 1 as eve,
        max(coalesce(upper(during), 'infinity')) filter (where before <> after) over own as morrow,
        bit_or(before # after) over own as concerned
      from (
        select
          consultant_id,
          place.during * epoch.during as during,
          case when is_before then before else nobody end as before,
          case when is_after then after else nobody end as after
        from place
        join epoch using (hub_id)
        where place.during && epoch.during
      ) standing
      window own as (partition by consultant_id)
    ),
    -- Most are alike: who is there on the eve of its own days that change, is so before and after, and since when makes no difference. Whoever
    -- was there before and not on the eve comes back, and is counted with all its days. The same the other way round.
    judged as (
      select
        *,
        ((
          coalesce(bit_or(before) filter (where lower(during) < eve) over own, nobody)
          & ~ coalesce(bit_or(before) filter (where during @> eve) over own, nobody)
        ) | (
          coalesce(bit_or(before) filter (where coalesce(upper(during), 'infinity') > morrow + 1) over own, nobody)
          & ~ coalesce(bit_or(before) filter (where during @> morrow) over own, nobody)
        )) & concerned as coming_back
      from stood
      where eve is not null
      window own as (partition by consultant_id)
    ),
    -- A way to have been there, and how many went it.
    course as (
      select days, befores, afters, count(*) as consultants, row_number() over () as number
      from (
        select
          array_agg(during order by during, before) as days,
          array_agg(before order by during, before) as befores,
          array_agg(after order by during, before) as afters
        from (
          select
            consultant_id,
            case when coming_back = nobody then during * daterange(eve, nullif(morrow, 'infinity') + 1) else during end as during,
            before & concerned as before,
            after & concerned as after
          from judged
        ) bounded
        where not isempty(during) and (before | after) <> nobody
        group by consultant_id
      ) own
      group by days, befores, afters
    ),
    membership as (
      select
        above_id as hub_id,
        coalesce(range_agg(during) filter (where before & bit <> nobody), '{}') as before,
        coalesce(range_agg(during) filter (where after & bit <> nobody), '{}') as after,
        min(consultants) as consultants
      from course
      cross join lateral unnest(days, befores, afters) as stood (during, before, after)
      join mark on (before | after) & bit <> nobody
      group by number, above_id
    )
    select hub_id, before, after, consultants from membership where before <> after
  ) change;
end $$;

-- Keeps everything when somebody's uplines are others on some days; its periods say already which.
create or replace function keep_network_of(moved bigint, changed datemultirange) returns void language plpgsql as $$
declare
  region bigint[];
  region_days datemultirange[];
  chains_before hub_chains[];
  anchors_before anchors[];
  hub_ids bigint[];
  days_before datemultirange[];
  days_after datemultirange[];
  differing datemultirange;
begin
  select array_agg(hub_id), array_agg(days) into hub_ids, days_before
  from (select hub_id, range_agg(during) as days from below_hubs where consultant_id = moved group by hub_id) above;

  select array_agg(consultant_id), array_agg(days) into region, region_days
  from (select consultant_id, range_agg(during) * changed as days from region_of(moved) group by consultant_id) standing
  where not isempty(days);
  anchors_before := array(select anchor from anchors anchor where consultant_id = any (region));
  chains_before := array(
    select chain
    from hub_chains chain
    where hub_id in (select below.hub_id from hub_chains below where below.above_id = any (region))
  );

  -- Where the new uplines are anchored: nobody that this changes, for on these days none of them stands below the moved.
  perform rewrite_anchors(region, region_days, array_agg(hub_id), array_agg(days))
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
  ) label;

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

  perform change_stays(hub_ids, range_merge(differing), chains_before, region, anchors_before);
end $$;
