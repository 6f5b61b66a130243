-- What the lists are answered from, so that a million consultants and ten million orders stay quick. All of it is derived from consultants,
-- periods and orders, kept in the transaction of what it derives from (api/sql), and never the truth: `npm run verify` names every difference.

-- The day, and the company's code, that `current_uplines` holds for. Which upline is current depends on the day, and the company's code on the
-- configuration: the server says both before it answers a list (`set_current_upline_day`).
create table current_upline_day (
  only_row boolean primary key default true check (only_row),
  day date not null,
  company_code text not null
);

insert into current_upline_day (day, company_code) values ((now() at time zone 'Europe/Lisbon')::date, '');

-- The current upline of every consultant, so that lists can filter and sort by its code.
create table current_uplines (
  consultant_id bigint primary key,
  upline_id bigint,                    -- null: the company, or nobody
  normalized_code text collate "C"     -- null: nobody
);

-- Both sorts put consultants without an upline last, so neither is the other read backwards.
create index current_uplines_ascending on current_uplines (normalized_code, consultant_id);
create index current_uplines_descending on current_uplines (normalized_code desc nulls last, consultant_id desc);
create index current_uplines_text on current_uplines using gin (normalized_code gin_trgm_ops) with (gin_pending_list_limit = 512);
-- For a code that is corrected.
create index current_uplines_upline on current_uplines (upline_id);

-- Orders that a consultant made on a day without an upline: what a sort by upline puts last.
create table orders_without_upline (
  order_id bigint primary key
);

-- Every coupon there was, normalized, for searches by any part of it. Writers that run side by side may each add a new one, so that neither
-- waits for the other.
create table coupons (
  coupon text collate "C" not null
);

create index coupons_coupon on coupons (coupon);
create index coupons_text on coupons using gin (coupon gin_trgm_ops) with (gin_pending_list_limit = 512);

-- Counts. Every table of counts works alike: writers only append differences, so nobody waits for a row, and whoever reads sums them. The
-- background worker merges them: `delta` is 0 in the row that holds the sum so far, else the number of a difference yet to be merged into it
-- (`merge_count_deltas`).
create sequence count_deltas;

create table consultant_counts (
  status text not null,
  created_at date not null,
  delta bigint not null default nextval('count_deltas'),
  consultants bigint not null,
  primary key (status, created_at, delta)
);

create table order_counts (
  created_at date not null,
  paid_at date,
  delta bigint not null default nextval('count_deltas'),
  orders bigint not null,
  constraint order_counts_key unique nulls not distinct (created_at, paid_at, delta)
);

create table coupon_counts (
  coupon text collate "C" not null,
  created_at date not null,
  paid_at date,
  delta bigint not null default nextval('count_deltas'),
  orders bigint not null,
  constraint coupon_counts_key unique nulls not distinct (coupon, created_at, paid_at, delta) include (orders)
);

-- How many statements wrote to a table that lists show. Two snapshots that see the same sum see the same rows there: so the server may keep
-- what it counted (api/src/db/count-cache.ts).
create table list_writes (
  source text not null check (source in ('consultants', 'history', 'orders')),
  delta bigint not null default nextval('count_deltas'),
  writes bigint not null default 1,
  primary key (source, delta)
);

create index consultant_counts_deltas on consultant_counts (delta) where delta > 0;
create index order_counts_deltas on order_counts (delta) where delta > 0;
create index coupon_counts_deltas on coupon_counts (delta) where delta > 0;
create index list_writes_deltas on list_writes (delta) where delta > 0;
