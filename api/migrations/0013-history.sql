-- Going up and down the dated network, once for all that does; and a change of a history as one statement.

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

-- Refuses a period that makes a cycle; the error's detail is the cycle, as JSON. Fewer days under the same upline make none.
create or replace function refuse_upline_cycle() returns trigger language plpgsql as $$
declare
  cycle record;
begin
  if tg_op = 'UPDATE' and new.consultant_id = old.consultant_id and new.upline_id = old.upline_id and new.during <@ old.during then
    return null;
  end if;
  select * into cycle from upline_cycle(new.consultant_id, new.upline_id, new.during);
  if found then
    raise exception 'upline cycle on %', cycle.first_day
      using errcode = 'UP001', detail = to_jsonb(cycle)::text, constraint = 'upline_periods_acyclic', table = 'upline_periods';
  end if;
  return null;
end $$;

-- Checked when a statement ends, and not row by row: periods of a consultant may then change places in one statement, in whatever order it writes them.
alter table upline_periods
  drop constraint upline_periods_no_overlap,
  add constraint upline_periods_no_overlap exclude using gist (consultant_id with =, during with &&) deferrable initially immediate;
