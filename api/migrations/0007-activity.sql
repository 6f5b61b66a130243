-- Who changed what: append-only, written in the transaction of the change (api/sql/activity.sql).

-- Something that somebody did, in one transaction.
create table changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  by_name text,        -- as the login named them then; null for a write from outside the application
  by_subject text,     -- the login's own identifier
  does text not null,  -- one of the contract's actions
  about text,          -- a file's name, what was exported: what it was about where no record says so
  about_id bigint,     -- the import of a file, or the consultant of a view or a login
  undoes bigint references changes (id),
  transaction xid8 not null default pg_current_xact_id(), -- until it ends, more may be noted of the same record
  constraint changes_by_somebody_known check ((by_name is null) = (by_subject is null))
);

-- The log is read from the latest back: of all days, of somebody, and about something.
create index changes_at on changes (at, id);
create index changes_by on changes (by_name, at, id) where by_name is not null;
create index changes_about on changes (about_id) where about_id is not null;
create index changes_about_text on changes using gin (normalize_text(about) gin_trgm_ops) where about is not null;

-- A change is undone once.
create unique index changes_undoes on changes (undoes) where undoes is not null;

-- The records that a change created (no `before`), changed, or deleted (no `after`): whole rows but for generated columns, so that what is
-- undone comes back whole. What a file creates is not noted order by order: each order names its file (`import_id`).
create table changed_records (
  change_id bigint not null references changes (id),
  kind text not null check (kind in ('consultant', 'period', 'order')),
  record_id bigint not null,
  consultant_id bigint, -- of a consultant and of a period: whose page shows it
  before jsonb,
  after jsonb,
  -- What a consultant and an order are known by, as they were last in the change: found also when they are there no more. A period is known
  -- by its consultant.
  known_by text collate "C" generated always as (
    case kind
      when 'consultant' then
        normalize_text((coalesce(after, before) ->> 'internal_id') || ' ' || (coalesce(after, before) ->> 'name'))
      when 'order' then normalize_text(coalesce(after, before) ->> 'ecommerce_id')
    end
  ) stored,
  primary key (change_id, kind, record_id),
  constraint changed_records_something check (num_nonnulls(before, after) > 0)
);

create index changed_records_record on changed_records (kind, record_id, change_id);
create index changed_records_text on changed_records using gin (known_by gin_trgm_ops) where known_by is not null;
create index changed_records_consultant on changed_records (consultant_id, change_id) where consultant_id is not null;

-- How many changes of each day in Lisbon, action and person there are (a table of counts, migrations/0005).
create table change_counts (
  day date not null,
  does text not null,
  by_name text,
  delta bigint not null default nextval('count_deltas'),
  changes bigint not null,
  constraint change_counts_key unique nulls not distinct (day, does, by_name, delta)
);

create index change_counts_deltas on change_counts (delta) where delta > 0;
