-- Days as ranges, as people read them in upline_periods, and as two dates, as derived tables store them: the first day and the day after the
-- last, infinite where the range is unbounded; no days where the first is not before the end.

create function days_between(first_day date, end_day date) returns daterange
  language sql immutable parallel safe
  return case when first_day < end_day then daterange(nullif(first_day, '-infinity'), nullif(end_day, 'infinity')) else 'empty' end;

create function first_day_of(days daterange) returns date
  language sql immutable parallel safe
  return coalesce(lower(days), '-infinity');

create function end_day_of(days daterange) returns date
  language sql immutable parallel safe
  return coalesce(upper(days), 'infinity');

-- The days that a consultant's own Data de Início and Data de Fim, both included, leave for its membership.
create function own_days(start_date date, end_date date) returns daterange
  language sql immutable parallel safe
  return daterange(start_date, end_date, '[]');
