-- What follows from a write to consultants, upline_periods and orders: one trigger a table and operation. Each says, in order, all that is kept
-- of the table elsewhere, and works for one row as for a million. The last is what the activity log notes.

-- Writers of the history and of what is kept with it hold the history's lock from before they read anything.
create function lock_history_first() returns trigger language plpgsql as $$
begin
  perform lock_history();
  return null;
end $$;

create trigger consultants_lock_history
  before insert or delete or update of name, internal_id, start_date, end_date on consultants
  for each statement execute function lock_history_first();
create trigger upline_periods_lock_history
  before insert or update or delete on upline_periods
  for each statement execute function lock_history_first();

-- Consultants

create function after_consultants_inserted() returns trigger language plpgsql as $$
begin
  insert into current_uplines (consultant_id) select id from added;
  insert into consultant_counts (status, created_at, consultants)
  select status, created_at, count(*) from added group by status, created_at;
  perform follow_consultants(array_agg(id), array_agg(subject), true) from added;
  insert into list_writes (source) values ('consultants');
  execute statement_noting('consultant', tg_relid, tg_op, 'before', 'added');
  return null;
end $$;

create function after_consultants_deleted() returns trigger language plpgsql as $$
begin
  delete from current_uplines using removed where consultant_id = removed.id;
  -- Nobody stands below who can be deleted: nothing but the node itself hangs on it.
  delete from rollup_nodes where consultant_id in (select id from removed);
  delete from rollup_closure where node_id in (select id from removed) or ancestor_id in (select id from removed);
  delete from daily_totals where node_id in (select id from removed);
  delete from member_counts where node_id in (select id from removed);
  insert into consultant_counts (status, created_at, consultants)
  select status, created_at, -count(*) from removed group by status, created_at;
  perform follow_consultants(array_agg(id), array_agg(subject), false) from removed;
  insert into list_writes (source) values ('consultants');
  execute statement_noting('consultant', tg_relid, tg_op, 'removed', 'changed');
  return null;
end $$;

create function after_consultants_updated() returns trigger language plpgsql as $$
begin
  update current_uplines kept set normalized_code = changed.normalized_internal_id
  from changed
  join before on before.id = changed.id and before.normalized_internal_id <> changed.normalized_internal_id
  where kept.upline_id = changed.id;

  perform update_own_membership(array_agg(changed.id))
  from changed
  join before on before.id = changed.id
  where (before.start_date, before.end_date, before.normalized_name, before.normalized_internal_id)
    is distinct from (changed.start_date, changed.end_date, changed.normalized_name, changed.normalized_internal_id)
  having count(*) > 0;

  insert into consultant_counts (status, created_at, consultants)
  select status, created_at, sum(sign)
  from (select status, created_at, 1 as sign from changed union all select status, created_at, -1 from before) difference
  group by status, created_at
  having sum(sign) <> 0;

  perform follow_consultants(array_agg(changed.id), array_agg(before.subject), false)
  from changed
  join before on before.id = changed.id
  where (before.name, before.email, before.status) is distinct from (changed.name, changed.email, changed.status)
  having count(*) > 0;

  insert into list_writes (source) values ('consultants');
  execute statement_noting('consultant', tg_relid, tg_op, 'before', 'changed');
  return null;
end $$;

create trigger consultants_inserted after insert on consultants
  referencing new table as added for each statement execute function after_consultants_inserted();
create trigger consultants_deleted after delete on consultants
  referencing old table as removed for each statement execute function after_consultants_deleted();
create trigger consultants_updated after update on consultants
  referencing old table as before new table as changed for each statement execute function after_consultants_updated();

-- The upline history

-- Follows the periods that changed: consultants, with the days on which they have another upline than before.
create function follow_history(consultants bigint[], days datemultirange[]) returns void language plpgsql as $$
begin
  if consultants is null then return; end if;
  insert into list_writes (source) values ('history');
  perform update_rollups(consultants, days);
  perform update_current_uplines(consultants);
  perform update_orders_without_upline(consultants);
end $$;

-- Refuses a period that makes a cycle; the error's detail is the cycle, as JSON.
create function refuse_cycle(consultant bigint, upline bigint, days daterange) returns void language plpgsql as $$
declare
  cycle record;
begin
  select * into cycle from upline_cycle(consultant, upline, days);
  if found then
    raise exception 'upline cycle on %', cycle.first_day
      using errcode = 'UP001', detail = to_jsonb(cycle)::text, constraint = 'upline_periods_acyclic', table = 'upline_periods';
  end if;
end $$;

create function after_periods_inserted() returns trigger language plpgsql as $$
begin
  perform refuse_cycle(consultant_id, upline_id, during) from changed where upline_id is not null;
  perform follow_history(array_agg(consultant_id), array_agg(days))
  from (select consultant_id, range_agg(during) as days from changed group by consultant_id) changed;
  execute statement_noting('period', tg_relid, tg_op, 'before', 'changed');
  return null;
end $$;

create function after_periods_deleted() returns trigger language plpgsql as $$
begin
  perform follow_history(array_agg(consultant_id), array_agg(days))
  from (select consultant_id, range_agg(during) as days from before group by consultant_id) before;
  execute statement_noting('period', tg_relid, tg_op, 'before', 'changed');
  return null;
end $$;

create function after_periods_updated() returns trigger language plpgsql as $$
begin
  -- Fewer days under the same upline make no cycle.
  perform refuse_cycle(changed.consultant_id, changed.upline_id, changed.during)
  from changed
  left join before
    on before.id = changed.id and before.consultant_id = changed.consultant_id and before.upline_id = changed.upline_id
    and before.during @> changed.during
  where changed.upline_id is not null and before.id is null;
  perform follow_history(array_agg(consultant_id), array_agg(days))
  from (
    select consultant_id, range_agg(differing) as days
    from (
      select
        consultant_id,
        coalesce(range_agg(during) filter (where not is_after), '{}') as days_before,
        coalesce(range_agg(during) filter (where is_after), '{}') as days_after
      from (select true as is_after, * from changed union all select false, * from before) side
      group by consultant_id, upline_id
    ) upline
    cross join lateral (select (days_before - days_after) + (days_after - days_before) as differing) difference
    where not isempty(differing)
    group by consultant_id
  ) changed;
  execute statement_noting('period', tg_relid, tg_op, 'before', 'changed');
  return null;
end $$;

create trigger upline_periods_inserted after insert on upline_periods
  referencing new table as changed for each statement execute function after_periods_inserted();
create trigger upline_periods_deleted after delete on upline_periods
  referencing old table as before for each statement execute function after_periods_deleted();
create trigger upline_periods_updated after update on upline_periods
  referencing old table as before new table as changed for each statement execute function after_periods_updated();

-- Orders

create function after_orders_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and current_setting('rede.counts_wait', true) = 'on' then return null; end if;
  perform share_history();
  execute statement_counting_orders(case tg_op
    when 'INSERT' then 'select *, 1 as sign from changed'
    when 'DELETE' then 'select *, -1 as sign from before'
    else 'select *, 1 as sign from changed union all select *, -1 from before'
  end);
  execute statement_noting('order', tg_relid, tg_op, 'before', 'changed');
  return null;
end $$;

create trigger orders_inserted after insert on orders
  referencing new table as changed for each statement execute function after_orders_written();
create trigger orders_deleted after delete on orders
  referencing old table as before for each statement execute function after_orders_written();
create trigger orders_updated after update on orders
  referencing old table as before new table as changed for each statement execute function after_orders_written();

-- A table that is emptied

create function after_truncated() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'consultants' then
    truncate current_uplines, consultant_counts;
  elsif tg_table_name = 'upline_periods' then
    update current_uplines set upline_id = null, normalized_code = null where normalized_code is not null;
    truncate rollup_nodes, nearest_rollups, rollup_closure, daily_totals, member_counts;
    insert into orders_without_upline select order_id from expected_orders_without_upline on conflict (order_id) do nothing;
  else
    truncate daily_totals, order_counts, coupons, coupon_counts, orders_without_upline;
  end if;
  insert into list_writes (source)
  values (case tg_table_name when 'upline_periods' then 'history' else tg_table_name end);
  return null;
end $$;

create trigger consultants_truncated after truncate on consultants
  for each statement execute function after_truncated();
create trigger upline_periods_truncated after truncate on upline_periods
  for each statement execute function after_truncated();
create trigger orders_truncated after truncate on orders
  for each statement execute function after_truncated();
