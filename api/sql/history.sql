-- The upline history: who writes it holds a lock, no day holds a cycle, who stands above and below, and which upline is current.

-- Two moves, each harmless alone, can make a cycle together, and both change what is kept of the same networks: so writers of the history hold
-- this lock, from before they read anything until they commit. Readers never wait.
create function lock_history() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('history'))
$$;

-- Writers of orders share the lock: they wait for writers of the history, not for each other. What they read next has to be what others wrote
-- until this moment, which a snapshot taken earlier would not show.
create function share_history() returns void language plpgsql as $$
begin
  perform require_read_committed();
  perform pg_advisory_xact_lock_shared(hashtext('history'));
end $$;

create function require_read_committed() returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'what is derived is kept in READ COMMITTED transactions only, not in %', current_setting('transaction_isolation');
  end if;
end $$;

-- Going up and down the dated network, once for all that does.

-- Everybody above a consultant on certain days, nearest first on each way: `during` are the days on which the whole way holds, `path` is the way, from
-- the consultant's own upline to this one. Days under the company are left out: it is no consultant. A way that comes back to where it was ends there; it
-- does so only where a statement has just written a cycle, which is about to be refused.
create function uplines_above(consultant bigint, days daterange) returns table (upline_id bigint, during daterange, path bigint[])
  language sql stable parallel safe
as $$
  with recursive above (upline_id, during, path) as (
    select period.upline_id, period.during * days, array[period.upline_id]
    from upline_periods period
    where period.consultant_id = consultant and period.during && days and period.upline_id is not null
    union all
    select period.upline_id, period.during * above.during, above.path || period.upline_id
    from above
    join upline_periods period on period.consultant_id = above.upline_id and period.during && above.during
    where period.upline_id <> consultant and period.upline_id <> all (above.path)
  )
  select above.upline_id, above.during, above.path from above
$$;

-- Everybody below an upline on certain days, each under whom: `during` are the days on which the whole chain down to the consultant holds. On a day
-- a consultant has one upline at most, so no day reaches anybody twice; `union` is there to end where a statement has just written a cycle.
create function downline_below(upline bigint, days daterange) returns table (consultant_id bigint, upline_id bigint, during daterange)
  language sql stable parallel safe
as $$
  with recursive below (consultant_id, upline_id, during) as (
    select period.consultant_id, period.upline_id, period.during * days
    from upline_periods period
    where period.upline_id = upline and period.during && days
    union
    select period.consultant_id, period.upline_id, period.during * below.during
    from below
    join upline_periods period on period.upline_id = below.consultant_id and period.during && below.during
  )
  select below.consultant_id, below.upline_id, below.during from below
$$;

-- The cycle that a consultant would make, or has just made, by standing under an upline on certain days: the first of them, if any. The way back goes
-- up from `upline_code` over `length` periods; in the last of them `last_code` stands under the consultant. The consultant's own periods are not read.
create function upline_cycle(consultant bigint, upline bigint, days daterange)
  returns table (first_day date, upline_code text, last_code text, length integer, period_first_day date, period_last_day date)
  language sql stable parallel safe rows 1
as $$
  select
    lower(way.during),
    nearest.internal_id,
    farthest.internal_id,
    cardinality(way.path),
    lower(period.during),
    upper(period.during) - 1
  from (
    select above.during, above.path
    from uplines_above(upline, days) above
    where above.upline_id = consultant
    order by lower(above.during)
    limit 1
  ) way
  join consultants nearest on nearest.id = upline
  join consultants farthest on farthest.id = (upline || way.path)[cardinality(way.path)]
  join upline_periods period on period.consultant_id = farthest.id and period.during @> way.during
$$;

-- The period that says who a consultant's upline is, for showing: the one in force on the day, else the last that is over,
-- else the first to come, else none. Periods do not overlap, so of those begun by the day the latest is both of the first two.
create function current_upline_period(consultant bigint, day date) returns setof upline_periods
  language sql stable parallel safe rows 1
as $$
  select *
  from upline_periods
  where consultant_id = consultant
  order by lower(during) > day, abs(lower(during) - day)
  limit 1
$$;
