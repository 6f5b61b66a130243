-- What the list of orders is answered from, so that ten million of them stay quick: an index for each sort, one for text, and counts by
-- day. Every index is paid for by each order that a file brings, so there are no more than answer: consultants are found by their own
-- indexes first (migration 0003), and their orders by `orders_consultant_day`. What each costs stands in docs/performance.md.

-- One index for each sort of the order's own, read backwards for the descending one; `id` breaks ties. What is empty comes last in both
-- orders: it is a part of the index by itself, read after the rest.
create index orders_by_number on orders (normalize_text(ecommerce_id) collate "C", id);
create index orders_by_coupon on orders (normalize_text(coupon_code) collate "C", id);
create index orders_by_paid_at on orders (paid_at, id);
create index orders_by_total on orders (total_cents, id);

-- Text anywhere in a number or a coupon, three characters or more of it.
create index orders_text on orders using gin (normalize_text(ecommerce_id) gin_trgm_ops, normalize_text(coupon_code) gin_trgm_ops);

-- How many orders were made on a day and paid on another: counts that only days filter are sums of these, and so is the count of all.
create table order_tallies (
  created_at date not null,
  paid_at date,
  orders bigint not null,
  constraint order_tallies_days unique nulls not distinct (created_at, paid_at)
);

-- The same, yet to be added to them. Whoever writes orders only adds rows here: nobody waits for another's orders of the same day.
create table order_tally_changes (
  id bigint generated always as identity primary key,
  created_at date not null,
  paid_at date,
  orders bigint not null
);

create view all_order_tallies as
select created_at, paid_at, orders from order_tallies
union all
select created_at, paid_at, orders from order_tally_changes;

-- Days that are miscounted; empty always.
create view wrong_order_tallies as
select
  coalesce(kept.created_at, counted.created_at) as created_at, coalesce(kept.paid_at, counted.paid_at) as paid_at,
  coalesce(kept.orders, 0) as kept, coalesce(counted.orders, 0) as counted
from (select created_at, paid_at, sum(orders) as orders from all_order_tallies group by created_at, paid_at) kept
full join (select created_at, paid_at, count(*) as orders from orders group by created_at, paid_at) counted
  -- An equality for each, so that they can be joined by hashing; before all days stands for none.
  on counted.created_at = kept.created_at and coalesce(counted.paid_at, '-infinity') = coalesce(kept.paid_at, '-infinity')
where coalesce(kept.orders, 0) <> coalesce(counted.orders, 0);

-- Puts right whatever is wrong: in the beginning all of it, and after a load that disabled the triggers below.
create function mend_order_tallies() returns void language plpgsql as $$
begin
  lock table orders in share mode;
  truncate order_tallies, order_tally_changes;
  insert into order_tallies select created_at, paid_at, count(*) from orders group by created_at, paid_at;
end $$;

select mend_order_tallies();

create function tally_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- A file's orders are counted once, when they are all there: `tally_import`.
    if current_setting('rede.totals_wait', true) = 'on' then return null; end if;
    insert into order_tally_changes (created_at, paid_at, orders)
    select created_at, paid_at, count(*) from changed group by created_at, paid_at;
  elsif tg_op = 'DELETE' then
    insert into order_tally_changes (created_at, paid_at, orders)
    select created_at, paid_at, -count(*) from before group by created_at, paid_at;
  else
    insert into order_tally_changes (created_at, paid_at, orders)
    select created_at, paid_at, sum(difference)
    from (
      select created_at, paid_at, 1 as difference from changed
      union all
      select created_at, paid_at, -1 from before
    ) differences
    group by created_at, paid_at
    having sum(difference) <> 0;
  end if;
  return null;
end $$;

create trigger orders_tally_new after insert on orders
  referencing new table as changed for each statement execute function tally_orders();
create trigger orders_tally_without after delete on orders
  referencing old table as before for each statement execute function tally_orders();
create trigger orders_tally_changed after update on orders
  referencing old table as before new table as changed for each statement execute function tally_orders();

-- The orders that an import inserted while `sums_wait_for_import` held (migration 0005).
create function tally_import(import integer, first_order bigint, last_order bigint) returns void language sql
as $$
  insert into order_tally_changes (created_at, paid_at, orders)
  select created_at, paid_at, count(*) from orders
  where id between first_order and last_order and import_id = import
  group by created_at, paid_at
$$;

-- Every so many rows the one who adds them adds them all to the tallies, so that counting never means reading many. One at a time: who
-- finds another at it leaves them to the next.
create function fold_order_tallies() returns trigger language plpgsql as $$
begin
  if not exists (select from added where id % 500 = 0) then return null; end if;
  if not pg_try_advisory_xact_lock(hashtext('order_tallies')) then return null; end if;
  with folded as (delete from order_tally_changes returning created_at, paid_at, orders)
  insert into order_tallies as kept (created_at, paid_at, orders)
  select created_at, paid_at, sum(orders) from folded group by created_at, paid_at
  on conflict on constraint order_tallies_days do update set orders = kept.orders + excluded.orders;
  return null;
end $$;

create trigger order_tally_changes_fold after insert on order_tally_changes
  referencing new table as added for each statement execute function fold_order_tallies();

create function forget_order_tallies() returns trigger language plpgsql as $$
begin
  truncate order_tallies, order_tally_changes;
  return null;
end $$;

create trigger orders_forget_tallies after truncate on orders
  for each statement execute function forget_order_tallies();

-- Of folded text the planner knows nothing until it has looked.
analyze orders;
