-- What the lists of consultants are answered from, so that a million of them stay quick: folded text with indexes for every filter and
-- sort, the shown upline, and counts. All of it is derived, kept in the transaction of what it derives from, and never the truth.

create extension if not exists pg_trgm with schema public; -- text found anywhere, from an index

-- Folded text is compared byte by byte: an index then serves "begins with" too, and no update of a system's locale ever changes the order.
alter table consultants
  add column normalized_name text collate "C" not null generated always as (normalize_text(name)) stored,
  add column normalized_email text collate "C" not null generated always as (normalize_text(email)) stored,
  add column normalized_internal_id text collate "C" not null generated always as (normalize_text(internal_id)) stored;

-- One index for each sort, `id` breaking ties: a page is read from it in order, from whichever end is nearer. What filters are most often
-- combined with lies beside the key, so that neither walking an order nor counting has to visit the table.
drop index consultants_name_order;
create index consultants_by_name on consultants (normalized_name, id) include (normalized_internal_id, status, created_at);
create index consultants_by_email on consultants (normalized_email, id) include (status, created_at);
create index consultants_by_internal_id on consultants (normalized_internal_id, id) include (status, created_at);
create index consultants_by_created_at on consultants (created_at, id) include (status);
create index consultants_by_status on consultants (status, id) include (created_at);

-- Text anywhere in a column, three characters or more of it. One index for the three columns: filters on several of them meet inside it.
-- Searches read what waits to be entered into such an index row by row, so only a little may wait.
create index consultants_text on consultants
  using gin (normalized_name gin_trgm_ops, normalized_email gin_trgm_ops, normalized_internal_id gin_trgm_ops)
  with (gin_pending_list_limit = 512);

-- How many consultants of a status were registered on a day: counts that only these two filter are sums of a few rows.
create table consultant_tallies (
  status text not null,
  created_at date not null,
  consultants bigint not null,
  primary key (status, created_at)
);

-- The day, and the company's code, that `shown_uplines` holds for. Which upline is shown depends on the day it is, and a code on the
-- configuration: the server says both before it answers a list (`show_uplines_on`).
create table shown_uplines_standing (
  only_row boolean primary key default true check (only_row),
  day date not null,
  company_code text not null
);

insert into shown_uplines_standing (day, company_code) values ((now() at time zone 'Europe/Lisbon')::date, '');

-- The upline that is shown for each consultant, every one of them, so that lists can filter and sort by its code.
create table shown_uplines (
  consultant_id bigint primary key,
  upline_id bigint,                -- null: the company, or nobody
  normalized_code text collate "C"     -- null: nobody
);

-- What `shown_uplines` must hold, worked out from the history.
create view worked_out_shown_uplines as
select
  consultant.id as consultant_id,
  period.upline_id,
  case
    when period.id is null then null
    when period.upline_id is null then normalize_text(standing.company_code)
    else upline.normalized_internal_id
  end as normalized_code
from consultants consultant
cross join shown_uplines_standing standing
left join lateral shown_upline_period(consultant.id, standing.day) period on true
left join consultants upline on upline.id = period.upline_id;

-- Both sorts put who has no upline last, so neither is the other read backwards.
create index shown_uplines_ascending on shown_uplines (normalized_code, consultant_id);
create index shown_uplines_descending on shown_uplines (normalized_code desc nulls last, consultant_id desc);
create index shown_uplines_text on shown_uplines using gin (normalized_code gin_trgm_ops) with (gin_pending_list_limit = 512);
-- Whose code is shown where: for a code that is corrected.
create index shown_uplines_upline on shown_uplines (upline_id);

-- Which periods begin between two days: only who has one can be shown another upline on the second than on the first.
create index upline_periods_first_day on upline_periods (lower(during));

-- Consultants whose rows differ from what the history says, in either direction, and how many of a status and day are miscounted.
-- Both are empty always.
create view wrong_shown_uplines as
select
  consultant_id,
  kept.upline_id as kept_upline_id, kept.normalized_code as kept_code,
  worked_out.upline_id as true_upline_id, worked_out.normalized_code as true_code
from shown_uplines kept
full join worked_out_shown_uplines worked_out using (consultant_id)
where kept.consultant_id is null or worked_out.consultant_id is null
   or (kept.upline_id, kept.normalized_code) is distinct from (worked_out.upline_id, worked_out.normalized_code);

create view wrong_consultant_tallies as
select status, created_at, coalesce(kept.consultants, 0) as kept, coalesce(counted.consultants, 0) as counted
from consultant_tallies kept
full join (select status, created_at, count(*) as consultants from consultants group by status, created_at) counted
  using (status, created_at)
where coalesce(kept.consultants, 0) <> coalesce(counted.consultants, 0);

-- Puts right whatever is wrong: in the beginning all of it, and after a load that disabled the triggers below.
create function mend_lists_of_consultants() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('upline_periods'));

  delete from shown_uplines where consultant_id in (select consultant_id from wrong_shown_uplines);
  insert into shown_uplines
  select consultant_id, upline_id, normalized_code from worked_out_shown_uplines
  on conflict (consultant_id) do nothing;

  delete from consultant_tallies where (status, created_at) in (select status, created_at from wrong_consultant_tallies);
  insert into consultant_tallies
  select status, created_at, count(*) from consultants group by status, created_at
  on conflict (status, created_at) do nothing;
end $$;

select mend_lists_of_consultants();

-- Writers of consultants and of the history take the same turns, before they write anything: a code that is corrected while somebody is
-- moved under it is seen by one of the two, and no two transactions wait for each other's counts.
create trigger consultants_take_turns
  before insert or delete or update of internal_id, status, created_at on consultants
  for each statement execute function take_turns_on_upline_periods();

create function list_new_consultants() returns trigger language plpgsql as $$
begin
  insert into shown_uplines (consultant_id) select id from added;

  insert into consultant_tallies as kept (status, created_at, consultants)
  select status, created_at, count(*) from added group by status, created_at
  on conflict (status, created_at) do update set consultants = kept.consultants + excluded.consultants;
  return null;
end $$;

create function unlist_consultants() returns trigger language plpgsql as $$
begin
  delete from shown_uplines using removed where consultant_id = removed.id;

  update consultant_tallies kept set consultants = kept.consultants - gone.consultants
  from (select status, created_at, count(*) as consultants from removed group by status, created_at) gone
  where kept.status = gone.status and kept.created_at = gone.created_at;
  return null;
end $$;

create function relist_consultants() returns trigger language plpgsql as $$
begin
  update shown_uplines shown set normalized_code = changed.normalized_internal_id
  from changed join before on before.id = changed.id and before.normalized_internal_id <> changed.normalized_internal_id
  where shown.upline_id = changed.id;

  insert into consultant_tallies as kept (status, created_at, consultants)
  select status, created_at, sum(difference)
  from (
    select status, created_at, 1 as difference from changed
    union all
    select status, created_at, -1 from before
  ) differences
  group by status, created_at
  having sum(difference) <> 0
  on conflict (status, created_at) do update set consultants = kept.consultants + excluded.consultants;
  return null;
end $$;

create function unlist_all_consultants() returns trigger language plpgsql as $$
begin
  truncate shown_uplines, consultant_tallies;
  return null;
end $$;

create trigger consultants_list_new after insert on consultants
  referencing new table as added for each statement execute function list_new_consultants();
create trigger consultants_unlist after delete on consultants
  referencing old table as removed for each statement execute function unlist_consultants();
create trigger consultants_relist after update on consultants
  referencing old table as before new table as changed for each statement execute function relist_consultants();
create trigger consultants_unlist_all after truncate on consultants
  for each statement execute function unlist_all_consultants();

-- One row or a million: a plan kept from the one would be ruinous for the other, so it is made anew each time (`execute`).
create function show_other_uplines() returns trigger language plpgsql as $$
begin
  execute format(
    'update shown_uplines shown set upline_id = worked_out.upline_id, normalized_code = worked_out.normalized_code
     from worked_out_shown_uplines worked_out
     where shown.consultant_id = worked_out.consultant_id
       and worked_out.consultant_id in (%s)
       and (shown.upline_id, shown.normalized_code) is distinct from (worked_out.upline_id, worked_out.normalized_code)',
    case tg_op
      when 'INSERT' then 'select consultant_id from changed'
      when 'DELETE' then 'select consultant_id from before'
      else 'select consultant_id from changed union select consultant_id from before'
    end
  );
  return null;
end $$;

create function show_no_uplines() returns trigger language plpgsql as $$
begin
  update shown_uplines set upline_id = null, normalized_code = null where normalized_code is not null;
  return null;
end $$;

create trigger upline_periods_show_new after insert on upline_periods
  referencing new table as changed for each statement execute function show_other_uplines();
create trigger upline_periods_show_without after delete on upline_periods
  referencing old table as before for each statement execute function show_other_uplines();
create trigger upline_periods_show_changed after update on upline_periods
  referencing old table as before new table as changed for each statement execute function show_other_uplines();
create trigger upline_periods_show_none after truncate on upline_periods
  for each statement execute function show_no_uplines();

-- Makes `shown_uplines` hold for a day and a company's code. What began between the two days, either way, is worked out anew.
create function show_uplines_on(today date, company text) returns void language plpgsql as $$
declare
  standing shown_uplines_standing;
begin
  perform pg_advisory_xact_lock(hashtext('upline_periods'));
  select * into standing from shown_uplines_standing;
  update shown_uplines_standing set day = today, company_code = company;

  update shown_uplines set normalized_code = normalize_text(company)
  where standing.company_code <> company and upline_id is null and normalized_code is not null;

  update shown_uplines shown set upline_id = worked_out.upline_id, normalized_code = worked_out.normalized_code
  from worked_out_shown_uplines worked_out
  where shown.consultant_id = worked_out.consultant_id
    and worked_out.consultant_id in (
      select consultant_id from upline_periods
      where lower(during) > least(standing.day, today) and lower(during) <= greatest(standing.day, today)
    )
    and (shown.upline_id, shown.normalized_code) is distinct from (worked_out.upline_id, worked_out.normalized_code);
end $$;
