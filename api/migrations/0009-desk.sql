-- What the back office is worked with: the views of its lists that people keep, what its search finds, and what asks for attention.

-- A list's filter, sort and columns under a name: of who made it alone, or shared with all.
create table saved_views (
  id bigint generated always as identity primary key,
  list text not null check (list in ('consultants', 'orders', 'activity')),
  name text not null check (name <> ''),
  query text not null,
  shared boolean not null,
  made_by text not null,         -- as the login named them when they last wrote it
  made_by_subject text not null  -- the login's own identifier: who may change it
);

create unique index saved_views_name on saved_views (made_by_subject, list, lower(name));
create index saved_views_shared on saved_views (id) where shared;

-- A NIF by its first digits: the unique index compares by the database's locale, which serves no "begins with".
create index consultants_by_tax_id on consultants (lower(tax_id) collate "C", id);

-- Periods that end: who has none of them, and one in force, has an upline on every day to come.
create index upline_periods_ended on upline_periods (consultant_id) where not upper_inf(during);
