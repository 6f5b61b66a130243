-- A load that writes its orders while the file is read has looked up and locked whose they are, and does in the end what the triggers of `orders`
-- would do (docs/decisions/0018). So they stand aside, and the foreign key with them, where this role may tell them to.

create function may_stop_triggers() returns boolean language sql stable as $$
  select has_parameter_privilege('session_replication_role', 'set')
$$;

-- From here on `orders` takes a load's rows. Returning to the savepoint before it undoes this as well.
create function begin_import_batch() returns void language plpgsql as $$
begin
  perform set_config('rede.totals_wait', 'on', true);
  if may_stop_triggers() then perform set_config('session_replication_role', 'replica', true); end if;
end $$;

-- From here on everything written is checked and counted again, but orders, which `add_import_to_sums` and `tally_import` have to do at the end of
-- the load.
create function end_import_batch() returns void language plpgsql as $$
begin
  if may_stop_triggers() then perform set_config('session_replication_role', 'origin', true); end if;
end $$;

drop function sums_wait_for_import();

-- As before, and notes the write.
create or replace function tally_import(import integer, first_order bigint, last_order bigint) returns void language plpgsql
as $$
begin
  insert into list_writes (of_orders) values (true);

  insert into order_tally_changes (created_at, paid_at, orders)
  select created_at, paid_at, count(*) from orders
  where id between first_order and last_order and import_id = import
  group by created_at, paid_at;

  execute statement_tallying_coupons(format(
    'select coupon_code, created_at, paid_at, 1 as orders
     from orders
     where id between %s and %s and import_id = %s',
    first_order, last_order, import
  ));

  perform pg_advisory_xact_lock_shared(hashtext('upline_periods'));
  perform read_what_is_committed();
  -- Many would be looked up one by one.
  perform set_config('enable_nestloop', case when last_order - first_order > 20000 then 'off' else 'on' end, true);
  execute format(
    'insert into orders_under_nobody
     select "order".id
     from orders "order"
     where "order".id between %s and %s and import_id = %s and "order".consultant_id is not null
       and not exists (
         select from upline_periods period
         where period.consultant_id = "order".consultant_id and period.during @> "order".created_at
       )',
    first_order, last_order, import
  );
  perform set_config('enable_nestloop', 'on', true);
end $$;
