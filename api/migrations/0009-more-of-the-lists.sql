-- What the lists are answered from, beside migrations 0003 and 0006: counts of coupons, the orders that stand under nobody, and how often
-- anything was written that a list shows. All of it is derived but the last, which only tells one moment from another.

-- Every coupon there was, folded. Loads that run side by side may each add a new one, so that neither waits for the other; which coupons
-- match is looked up here, and not in ten million orders.
create table coupons (
  coupon text collate "C" not null
);

create index coupons_coupon on coupons (coupon);
create index coupons_text on coupons using gin (coupon gin_trgm_ops) with (gin_pending_list_limit = 512);

-- How many orders were made with a coupon on a day and paid on another. Whoever writes orders adds rows, also negative ones, and changes
-- none: nobody waits. An order adds one at most, those of a file and of a campaign's day one together.
create table coupon_tallies (
  coupon text collate "C" not null,
  created_at date not null,
  paid_at date,
  orders bigint not null
);

create index coupon_tallies_coupon on coupon_tallies (coupon, created_at) include (paid_at, orders);

-- A campaign's coupon is entered into an index of trigrams once, and no longer with each of its orders.
drop index orders_text;
create index orders_number_text on orders using gin (normalize_text(ecommerce_id) gin_trgm_ops);

-- Orders of nobody, and orders of somebody who stood under nobody on their day: what a sort by consultant or by upline puts last. The
-- latter are few, and which they are the history says as well as the orders.
create index orders_without_consultant on orders (id) where consultant_id is null;

create table orders_under_nobody (
  order_id bigint primary key
);

create view worked_out_orders_under_nobody as
select "order".id as order_id, "order".consultant_id
from orders "order"
where "order".consultant_id is not null
  and not exists (
    select from upline_periods period
    where period.consultant_id = "order".consultant_id and period.during @> "order".created_at
  );

-- What is kept wrongly; empty always.
create view wrong_coupon_tallies as
select
  coalesce(kept.coupon, counted.coupon) as coupon,
  coalesce(kept.created_at, counted.created_at) as created_at, coalesce(kept.paid_at, counted.paid_at) as paid_at,
  coalesce(kept.orders, 0) as kept, coalesce(counted.orders, 0) as counted
from (
  select coupon, created_at, paid_at, sum(orders) as orders from coupon_tallies group by coupon, created_at, paid_at
) kept
full join (
  select normalize_text(coupon_code) collate "C" as coupon, created_at, paid_at, count(*) as orders
  from orders
  where coupon_code is not null
  group by 1, created_at, paid_at
) counted
  on counted.coupon = kept.coupon and counted.created_at = kept.created_at
  and coalesce(counted.paid_at, '-infinity') = coalesce(kept.paid_at, '-infinity')
where coalesce(kept.orders, 0) <> coalesce(counted.orders, 0)
union all
select missing.coupon, null, null, 0, 1
from (select distinct coupon from coupon_tallies) missing
where not exists (select from coupons where coupons.coupon = missing.coupon);

create view wrong_orders_under_nobody as
select order_id, kept.order_id is not null as is_kept
from orders_under_nobody kept
full join worked_out_orders_under_nobody worked_out using (order_id)
where kept.order_id is null or worked_out.order_id is null;

-- Puts right whatever is wrong: in the beginning all of it, and after a load that disabled the triggers below.
create function mend_lists_of_orders() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('upline_periods'));
  lock table orders in share mode;
  truncate coupons, coupon_tallies, orders_under_nobody;
  insert into coupon_tallies
  select normalize_text(coupon_code) collate "C", created_at, paid_at, count(*)
  from orders
  where coupon_code is not null
  group by 1, created_at, paid_at;
  insert into coupons select distinct coupon from coupon_tallies;
  insert into orders_under_nobody select order_id from worked_out_orders_under_nobody;
  insert into list_writes (of_orders) values (false);
end $$;

-- Adds the coupons of orders to the tallies. `orders` is a query of them, with how often each counts. Folding costs more than grouping: each
-- way of writing a coupon is folded once a day.
create function statement_tallying_coupons(orders text) returns text language sql immutable as $$
  select format(
    'with tallied as materialized (
       select normalize_text(coupon_code) collate "C" as coupon, created_at, paid_at, sum(orders) as orders
       from (
         select coupon_code, created_at, paid_at, sum(orders) as orders
         from (%s) ordered
         where coupon_code is not null
         group by coupon_code, created_at, paid_at
       ) written
       group by 1, created_at, paid_at
       having sum(orders) <> 0
     ),
     named as (
       insert into coupons
       select distinct coupon from tallied where not exists (select from coupons where coupons.coupon = tallied.coupon)
     )
     insert into coupon_tallies (coupon, created_at, paid_at, orders)
     select coupon, created_at, paid_at, orders from tallied',
    orders
  )
$$;

-- One order or a million: a plan kept from the one would be ruinous for the other, so it is made anew each time (`execute`).
create function tally_coupons() returns trigger language plpgsql as $$
begin
  -- A file's orders are counted once, when they are all there: `tally_import`.
  if tg_op = 'INSERT' and current_setting('rede.totals_wait', true) = 'on' then return null; end if;
  execute statement_tallying_coupons(case tg_op
    when 'INSERT' then 'select coupon_code, created_at, paid_at, 1 as orders from changed'
    when 'DELETE' then 'select coupon_code, created_at, paid_at, -1 as orders from before'
    else 'select coupon_code, created_at, paid_at, 1 as orders from changed
          union all select coupon_code, created_at, paid_at, -1 from before'
  end);
  return null;
end $$;

create trigger orders_tally_coupons_new after insert on orders
  referencing new table as changed for each statement execute function tally_coupons();
create trigger orders_tally_coupons_without after delete on orders
  referencing old table as before for each statement execute function tally_coupons();
create trigger orders_tally_coupons_changed after update on orders
  referencing old table as before new table as changed for each statement execute function tally_coupons();

-- A move that happens meanwhile is waited for, and waits: one of the two then sees what the other wrote (migration 0005).
create function note_orders_under_nobody() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and current_setting('rede.totals_wait', true) = 'on' then return null; end if;
  perform pg_advisory_xact_lock_shared(hashtext('upline_periods'));
  perform read_what_is_committed();
  if tg_op = 'DELETE' then
    execute 'delete from orders_under_nobody using before where order_id = before.id';
  elsif tg_op = 'INSERT' then
    execute
      'insert into orders_under_nobody
       select changed.id
       from changed
       where consultant_id is not null
         and not exists (
           select from upline_periods period
           where period.consultant_id = changed.consultant_id and period.during @> changed.created_at
         )';
  else
    execute
      'with moved as materialized (
         select changed.id, changed.consultant_id, changed.created_at
         from changed
         join before on before.id = changed.id
         where (changed.consultant_id, changed.created_at) is distinct from (before.consultant_id, before.created_at)
       ),
       under_nobody as materialized (
         select id
         from moved
         where consultant_id is not null
           and not exists (
             select from upline_periods period
             where period.consultant_id = moved.consultant_id and period.during @> moved.created_at
           )
       ),
       placed as (
         delete from orders_under_nobody
         where order_id in (select id from moved) and order_id not in (select id from under_nobody)
       )
       insert into orders_under_nobody select id from under_nobody on conflict (order_id) do nothing';
  end if;
  return null;
end $$;

create trigger orders_under_nobody_new after insert on orders
  referencing new table as changed for each statement execute function note_orders_under_nobody();
create trigger orders_under_nobody_without after delete on orders
  referencing old table as before for each statement execute function note_orders_under_nobody();
create trigger orders_under_nobody_changed after update on orders
  referencing old table as before new table as changed for each statement execute function note_orders_under_nobody();

create function place_orders_under_nobody() returns trigger language plpgsql as $$
declare
  touched text := case tg_op
    when 'INSERT' then 'select consultant_id from changed'
    when 'DELETE' then 'select consultant_id from before'
    else 'select consultant_id from changed union select consultant_id from before'
  end;
begin
  perform read_what_is_committed();
  execute format(
    'with touched as materialized (select distinct consultant_id from (%s) written),
     under_nobody as materialized (
       select order_id from worked_out_orders_under_nobody where consultant_id in (select consultant_id from touched)
     ),
     placed as (
       delete from orders_under_nobody kept
       using orders "order"
       where "order".id = kept.order_id
         and "order".consultant_id in (select consultant_id from touched)
         and kept.order_id not in (select order_id from under_nobody)
     )
     insert into orders_under_nobody select order_id from under_nobody on conflict (order_id) do nothing',
    touched
  );
  return null;
end $$;

create trigger upline_periods_place_orders_new after insert on upline_periods
  referencing new table as changed for each statement execute function place_orders_under_nobody();
create trigger upline_periods_place_orders_without after delete on upline_periods
  referencing old table as before for each statement execute function place_orders_under_nobody();
create trigger upline_periods_place_orders_changed after update on upline_periods
  referencing old table as before new table as changed for each statement execute function place_orders_under_nobody();

create function place_all_orders_under_nobody() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'orders' then
    truncate coupons, coupon_tallies, orders_under_nobody;
  else
    insert into orders_under_nobody
    select order_id from worked_out_orders_under_nobody
    on conflict (order_id) do nothing;
  end if;
  return null;
end $$;

create trigger orders_under_nobody_none after truncate on orders
  for each statement execute function place_all_orders_under_nobody();
create trigger upline_periods_place_all_orders after truncate on upline_periods
  for each statement execute function place_all_orders_under_nobody();

-- The orders that an import inserted while `sums_wait_for_import` held (migration 0005).
create or replace function tally_import(import integer, first_order bigint, last_order bigint) returns void language plpgsql
as $$
begin
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
  -- Of orders this new the planner knows nothing; many would be looked up one by one.
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

-- How often anything was written that a list shows, added up: of two snapshots that see the same sum neither sees more than the other. So
-- the server may remember what it counted. Each write adds a row, so nobody waits.
create table list_writes (
  id bigint generated always as identity primary key,
  of_orders boolean not null, -- which the lists of consultants do not show
  writes bigint not null default 1
);

create function note_list_write() returns trigger language plpgsql as $$
begin
  insert into list_writes (of_orders) values (tg_table_name = 'orders');
  return null;
end $$;

create trigger orders_note_write after insert or update or delete or truncate on orders
  for each statement execute function note_list_write();
create trigger upline_periods_note_write after insert or update or delete or truncate on upline_periods
  for each statement execute function note_list_write();
create trigger consultants_note_write
  after insert or update of name, email, internal_id, status, created_at or delete or truncate on consultants
  for each statement execute function note_list_write();
-- Another day shows other uplines.
create trigger shown_uplines_standing_note_write after update on shown_uplines_standing
  for each statement execute function note_list_write();

-- From this table rows are deleted by nothing but `mend_lists_of_consultants` (migration 0003).
create trigger consultant_tallies_note_mending after delete on consultant_tallies
  for each statement execute function note_list_write();

create function fold_list_writes() returns trigger language plpgsql as $$
begin
  if not exists (select from added where id % 500 = 0) then return null; end if;
  if not pg_try_advisory_xact_lock(hashtext('list_writes')) then return null; end if;
  with folded as (delete from list_writes returning of_orders, writes)
  insert into list_writes (of_orders, writes) select of_orders, sum(writes) from folded group by of_orders;
  return null;
end $$;

create trigger list_writes_fold after insert on list_writes
  referencing new table as added for each statement execute function fold_list_writes();

select mend_lists_of_orders();

analyze orders, coupons, coupon_tallies, list_writes;
