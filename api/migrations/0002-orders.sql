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
  constraint orders_ecommerce_id_key unique (ecommerce_id),
  constraint orders_not_paid_before_ordered check (paid_at >= created_at)
);

-- What a consultant ordered in a window: answered from the index alone.
create index orders_consultant_day on orders (consultant_id, created_at) include (total_cents, pending_cents);

-- The list's default order, and its date filter.
create index orders_day on orders (created_at, id);
