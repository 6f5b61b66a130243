-- Orders. An order counts for the networks its consultant stood in on `created_at`, its Data de Encomenda; which these are
-- follows from the upline history and is not stored here.
--
-- Amounts are whole cents: exact, and several times faster to sum than numeric.

create table orders (
  id bigint generated always as identity primary key,
  ecommerce_id text not null check (ecommerce_id <> ''), -- Número de encomenda, the shop's own
  consultant_id bigint references consultants (id),      -- an order may have no consultant
  coupon_code text,
  created_at date not null check (created_at between '1990-01-01' and '2100-12-31'),
  paid_at date check (paid_at between '1990-01-01' and '2100-12-31'),
  total_cents bigint not null check (total_cents between 0 and 99999999999),
  total_payment_cents bigint check (total_payment_cents between 0 and 99999999999),
  -- Valor por pagar. What was paid is total_payment; without one, the whole total if the order is marked as paid, else nothing.
  pending_cents bigint not null generated always as (
    greatest(total_cents - coalesce(total_payment_cents, case when paid_at is null then 0 else total_cents end), 0)
  ) stored,
  version integer not null default 1,
  -- The import that created it; null for one that was entered. No foreign key and no index: both would cost each order of a load, imports are
  -- never deleted, and an undo finds its orders by the primary key (order_imports).
  import_id integer,
  constraint orders_ecommerce_id_key unique (ecommerce_id),
  constraint orders_not_paid_before_ordered check (paid_at >= created_at)
);

-- What a consultant ordered in a window: answered from the index alone.
create index orders_consultant_day on orders (consultant_id, created_at) include (total_cents, pending_cents);

-- Who owes, of any day: only orders that are not fully paid, so that what is paid is never read.
create index orders_pending on orders (consultant_id, created_at) include (pending_cents) where pending_cents > 0;

-- One index for each sort, read backwards for the descending one; `id` breaks ties. What is empty comes last in both orders: it is a
-- part of the index by itself, read after the rest. Each index costs every order that a file brings: docs/performance.md says how much.
create index orders_day on orders (created_at, id);
create index orders_by_number on orders (normalize_text(ecommerce_id) collate "C", id);
create index orders_by_coupon on orders (normalize_text(coupon_code) collate "C", id);
create index orders_by_paid_at on orders (paid_at, id);
create index orders_by_total on orders (total_cents, id);
create index orders_without_consultant on orders (id) where consultant_id is null;

-- Text anywhere in a number, three characters or more of it. Coupons are found among the few different ones (`coupons`).
create index orders_number_text on orders using gin (normalize_text(ecommerce_id) gin_trgm_ops);
