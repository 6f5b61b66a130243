-- Consultants, and who stood under whom on which days.
--
-- The upline history is the single truth about the network. A consultant's current upline is never stored on the consultant:
-- it follows from the periods, so the two cannot disagree.

create extension if not exists btree_gist with schema public; -- "no two periods of one consultant overlap" as a constraint
create extension if not exists unaccent with schema public;   -- search that ignores accents
create extension if not exists pg_trgm with schema public;    -- text found anywhere in a column, from an index

-- What text is compared by in searches and sorts: no case, no accents. Columns and indexes store its results, which is why it stands
-- here and not in api/sql: to change it means to rebuild them. unaccent() is only stable because its dictionary could be replaced;
-- naming the dictionary makes it safe to call immutable. (Who replaces the dictionary's rules reindexes.)
create function normalize_text(value text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

create table consultants (
  id bigint generated always as identity primary key,
  name text not null check (char_length(name) >= 2),
  email text not null,
  tax_id text not null check (tax_id <> ''),
  internal_id text not null check (internal_id <> ''), -- the Código IK: what people type and see; rows refer to each other by id
  created_at date not null check (created_at between '1990-01-01' and '2100-12-31'), -- Data de Registo: bounds nothing
  start_date date check (start_date between '1990-01-01' and '2100-12-31'), -- with end_date, bounds the consultant's own membership
  end_date date check (end_date between '1990-01-01' and '2100-12-31'),
  status text not null check (status in ('ACTIVE', 'INACTIVE', 'SUSPENDED')),
  subject text, -- the identity provider's `sub` this consultant is bound to; bound once, never by user name
  version integer not null default 1,
  -- Compared byte by byte: an index then serves "begins with" too, and no update of a system's locale changes the order.
  normalized_name text collate "C" not null generated always as (normalize_text(name)) stored,
  normalized_email text collate "C" not null generated always as (normalize_text(email)) stored,
  normalized_internal_id text collate "C" not null generated always as (normalize_text(internal_id)) stored,
  constraint consultants_end_not_before_start check (end_date >= start_date)
);

-- Unique without regard to case. (Values are kept trimmed.)
create unique index consultants_internal_id_key on consultants (lower(internal_id));
create unique index consultants_email_key on consultants (lower(email));
create unique index consultants_tax_id_key on consultants (lower(tax_id));
create unique index consultants_subject_key on consultants (subject);

-- One index for each sort, `id` breaking ties: a page is read from it in order, from whichever end is nearer. The columns that filters are
-- most often combined with lie beside the key, so neither a walk of the order nor a count visits the table.
create index consultants_by_name on consultants (normalized_name, id) include (normalized_internal_id, status, created_at);
create index consultants_by_email on consultants (normalized_email, id) include (status, created_at);
create index consultants_by_internal_id on consultants (normalized_internal_id, id) include (status, created_at);
create index consultants_by_created_at on consultants (created_at, id) include (status);
create index consultants_by_status on consultants (status, id) include (created_at);

-- Text anywhere in a column, three characters or more of it. One index for the three columns: filters on several of them meet inside it.
-- Searches read its pending list row by row, so the list is kept short.
create index consultants_text on consultants
  using gin (normalized_name gin_trgm_ops, normalized_email gin_trgm_ops, normalized_internal_id gin_trgm_ops)
  with (gin_pending_list_limit = 512);

-- The days that bound a consultant's own membership, from the index alone.
create index consultants_own_days on consultants (id) include (start_date, end_date);

create table upline_periods (
  id bigint generated always as identity primary key,
  consultant_id bigint not null references consultants (id) on delete cascade,
  upline_id bigint references consultants (id), -- null: the company, the top of the network
  during daterange not null,                    -- [first day, day after the last), or without an upper bound while open
  version integer not null default 1,
  constraint upline_periods_not_own_upline check (upline_id <> consultant_id),
  constraint upline_periods_has_first_day check (not isempty(during) and not lower_inf(during)),
  constraint upline_periods_real_days check (during <@ daterange('1990-01-01', '2101-01-01') or upper_inf(during) and lower(during) between '1990-01-01' and '2100-12-31'),
  -- Holds under concurrency too, which a check before the insert could not. Checked at the end of a statement: one that shortens a period
  -- and adds another may do so in any order.
  constraint upline_periods_no_overlap exclude using gist (consultant_id with =, during with &&) deferrable initially immediate
);

-- What walks down and up read, from indexes alone. (The index of the constraint takes several times as long to find somebody's periods.)
create index upline_periods_below on upline_periods (upline_id, consultant_id) include (during);
create index upline_periods_above on upline_periods (consultant_id) include (upline_id, during);

-- Periods that begin between two days: only who has one can have another upline on the second day than on the first.
create index upline_periods_first_day on upline_periods (lower(during));
