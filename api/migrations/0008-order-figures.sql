-- What the filters and sums of the list of orders are answered from.

-- Counts of orders by day, day of payment, how far they are paid and whether they have a consultant, now with what they amount to.
drop view if exists order_count_mismatches; -- api/sql makes it again
drop table order_counts;

create table order_counts (
  created_at date not null,
  paid_at date,
  payment text not null check (payment in ('none', 'part', 'paid')),
  with_consultant boolean not null,
  delta bigint not null default nextval('count_deltas'),
  orders bigint not null,
  total_cents bigint not null,
  paid_cents bigint not null,
  pending_cents bigint not null,
  constraint order_counts_key unique nulls not distinct (created_at, paid_at, payment, with_consultant, delta)
);

insert into order_counts
select
  created_at, paid_at,
  case when pending_cents = 0 then 'paid' when total_payment_cents > 0 then 'part' else 'none' end,
  consultant_id is not null,
  0, count(*), sum(total_cents),
  sum(coalesce(total_payment_cents, case when paid_at is null then 0 else total_cents end)),
  sum(pending_cents)
from orders
group by 1, 2, 3, 4;

create index order_counts_deltas on order_counts (delta) where delta > 0;

-- What is paid is what is not due, and what was paid beyond the total of a few orders: so sums are read from indexes and from daily_totals.
create index orders_overpaid on orders (consultant_id, created_at) include (total_cents, total_payment_cents)
where total_payment_cents > total_cents;

-- Who owes, now with the totals, so that sums come from the index alone.
drop index orders_pending;
create index orders_pending on orders (consultant_id, created_at) include (pending_cents, total_cents) where pending_cents > 0;

-- The orders of a file, those of its corrected lines included. A load appends to its end, which costs an order less than any other index.
create index orders_of_import on orders (import_id) where import_id is not null;
