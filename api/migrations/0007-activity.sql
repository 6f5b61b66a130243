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
  constraint changes_by_somebody_known check ((by_name is null) = (by_subject is null))
);

-- A change is undone once.
create unique index changes_undoes on changes (undoes) where undoes is not null;

-- The records that a change created (no `before`), changed, or deleted (no `after`): whole rows, so that what is undone comes back whole.
-- What a file creates is not noted order by order: each order names its file (`import_id`).
create table changed_records (
  change_id bigint not null references changes (id),
  kind text not null check (kind in ('consultant', 'period', 'order')),
  record_id bigint not null,
  consultant_id bigint, -- of a consultant and of a period: whose page shows it
  before jsonb,
  after jsonb,
  primary key (change_id, kind, record_id),
  constraint changed_records_something check (num_nonnulls(before, after) > 0)
);

create index changed_records_record on changed_records (kind, record_id, change_id);
create index changed_records_consultant on changed_records (consultant_id, change_id) where consultant_id is not null;
