-- The upline history: who writes it takes turns, no day holds a cycle, and which upline is current.

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

-- The first day on which a period would make a cycle: walks up from the new upline through the periods in force, keeping only the days that
-- the whole chain shares, until it comes back to the consultant. It ends, because `union` passes a cycle that the same statement wrote
-- elsewhere only once.
create function first_cyclic_day(consultant bigint, upline bigint, days daterange) returns date
  language sql stable
as $$
  with recursive above (consultant_id, during) as (
    select upline, days
    union
    select period.upline_id, period.during * above.during
    from above
    join upline_periods period on period.consultant_id = above.consultant_id and period.during && above.during
    where above.consultant_id <> consultant
  )
  select min(lower(during)) from above where consultant_id = consultant
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
