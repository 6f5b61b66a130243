-- Consultants, and who stood under whom on which days.
--
-- The upline history is the single truth about the network. A consultant's current upline is never stored beside it: it is
-- read from the periods, so the two can never disagree.

create extension if not exists btree_gist with schema public; -- "no two periods of one consultant overlap" as a constraint
create extension if not exists unaccent with schema public;   -- searching without regard to accents

-- What text is compared by when people search or sort: without regard to case or accents.
-- unaccent() is only stable because its dictionary could be replaced; naming the dictionary makes it safe to call immutable,
-- which an index needs. (Who replaces the dictionary's rules reindexes.)
create function normalize_text(value text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

-- The LIKE pattern that finds a text anywhere in a folded one; its own % _ and \ are plain characters.
create function containing(value text) returns text
  language sql immutable strict parallel safe
  return '%' || regexp_replace(public.normalize_text(value), '([\\%_])', '\\\1', 'g') || '%';

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
  constraint consultants_end_not_before_start check (end_date >= start_date)
);

-- Unique without regard to case. (Values are kept trimmed.)
create unique index consultants_internal_id_key on consultants (lower(internal_id));
create unique index consultants_email_key on consultants (lower(email));
create unique index consultants_tax_id_key on consultants (lower(tax_id));
create unique index consultants_subject_key on consultants (subject);

-- The list's default order.
create index consultants_name_order on consultants (normalize_text(name), id);

create table upline_periods (
  id bigint generated always as identity primary key,
  consultant_id bigint not null references consultants (id) on delete cascade,
  upline_id bigint references consultants (id), -- null: the company, the top of the network
  during daterange not null,                    -- [first day, day after the last), or without an upper bound while open
  version integer not null default 1,
  constraint upline_periods_not_own_upline check (upline_id <> consultant_id),
  constraint upline_periods_has_first_day check (not isempty(during) and not lower_inf(during)),
  constraint upline_periods_real_days check (during <@ daterange('1990-01-01', '2101-01-01') or upper_inf(during) and lower(during) between '1990-01-01' and '2100-12-31'),
  -- Holds under concurrency too, which a check before the insert could not.
  constraint upline_periods_no_overlap exclude using gist (consultant_id with =, during with &&)
);

-- "Who stood under this one, and when", the step every network figure takes.
create index upline_periods_upline on upline_periods (upline_id, consultant_id);

-- No cycle on any day.
--
-- Two moves, each harmless alone, can make a cycle together: so writers of the history take turns. The lock is taken before
-- the statement reads anything and held to the end of the transaction; under READ COMMITTED each later statement then sees all
-- that came before. Readers never wait.
create function take_turns_on_upline_periods() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('upline_periods'));
  return null;
end $$;

create trigger upline_periods_take_turns
  before insert or update or delete on upline_periods
  for each statement execute function take_turns_on_upline_periods();

-- Walks up from the new upline through the periods in force, keeping only the days that the whole chain shares. If the walk
-- comes back to the consultant, there is a cycle on those days. It ends: on no day was there a cycle before, and of one that the
-- same statement writes elsewhere `union` goes round but once, leaving it to be refused at the rows it is made of.
create function refuse_upline_cycle() returns trigger language plpgsql as $$
declare
  first_cyclic_day date;
begin
  with recursive above (consultant_id, during) as (
    select new.upline_id, new.during
    union
    select period.upline_id, period.during * above.during
    from above
    join upline_periods period on period.consultant_id = above.consultant_id and period.during && above.during
    where above.consultant_id <> new.consultant_id
  )
  select min(lower(during)) into first_cyclic_day from above where consultant_id = new.consultant_id;

  if first_cyclic_day is not null then
    raise exception 'upline cycle on %', first_cyclic_day
      using errcode = 'UP001', detail = first_cyclic_day::text, constraint = 'upline_periods_acyclic', table = 'upline_periods';
  end if;
  return null;
end $$;

create trigger upline_periods_acyclic
  after insert or update on upline_periods
  for each row when (new.upline_id is not null)
  execute function refuse_upline_cycle();

-- The period that says who a consultant's upline is, for showing: the one in force on the day, else the last that is over,
-- else the first to come, else none. Periods do not overlap, so of those begun by the day the latest is both of the first two.
create function shown_upline_period(consultant bigint, day date) returns setof upline_periods
  language sql stable parallel safe rows 1
as $$
  select *
  from upline_periods
  where consultant_id = consultant
  order by lower(during) > day, abs(lower(during) - day)
  limit 1
$$;
