-- The activity log: what is noted of each write to consultants, upline_periods and orders (migrations/0007).

-- Says what this transaction does from here on, and draws the change's id. Its row is written with the first record that is noted, or by
-- current_change(): so what came to nothing leaves no trace.
create function begin_change(doing jsonb) returns bigint language plpgsql as $$
declare
  id bigint := nextval('changes_id_seq');
begin
  perform set_config('rede.doing', (doing || jsonb_build_object('id', id))::text, true);
  perform set_config('rede.change', '', true);
  return id;
end $$;

-- The change that this transaction is part of, written now at the latest. A write from outside the application gets one of its own, of nobody.
create function current_change() returns bigint language plpgsql as $$
declare
  known bigint := nullif(current_setting('rede.change', true), '')::bigint;
  doing jsonb := coalesce(nullif(current_setting('rede.doing', true), ''), '{"does": "script"}')::jsonb;
begin
  if known is not null then return known; end if;
  insert into changes (id, by_name, by_subject, does, about, about_id, undoes)
  overriding system value
  values (
    coalesce((doing ->> 'id')::bigint, nextval('changes_id_seq')),
    doing #>> '{by,name}', doing #>> '{by,subject}', doing ->> 'does',
    doing ->> 'about', (doing ->> 'aboutId')::bigint, (doing ->> 'undoes')::bigint
  )
  returning id into known;
  perform set_config('rede.change', known::text, true);
  return known;
end $$;

-- The statement that notes what another one wrote to a table, from its transition tables: made anew for each, for one row or a million. A row
-- that is written again in the same change keeps its first `before` and gets the last `after`; what is then as it was is taken back.
--
-- Of a consultant the binding of its login alone is no change, nor is a version alone. Who loads a network as a whole (`rede.loading`) notes
-- nothing. Within a file's load, and its undoing (`rede.file`), only what happens to orders that were there is noted.
create function statement_noting(kind text, written regclass, operation text, old_rows text, new_rows text) returns text
  language plpgsql stable
as $body$
declare
  generated text[] := array(
    select attname from pg_attribute where attrelid = written and attgenerated <> '' and not attisdropped
  );
  old_row text := format('to_jsonb(old_row) - %L::text[]', generated);
  new_row text := format('to_jsonb(new_row) - %L::text[]', generated);
  consultant text := case kind when 'consultant' then 'id' when 'period' then $$(coalesce(after, before) ->> 'consultant_id')::bigint$$ else 'null' end;
  rows text;
begin
  if current_setting('rede.loading', true) = 'on' or operation <> 'UPDATE' and current_setting('rede.file', true) = 'on' then
    return 'select';
  end if;
  rows := case operation
    when 'INSERT' then format('select id, null::jsonb as before, %s as after from %I new_row', new_row, new_rows)
    when 'DELETE' then format('select id, %s as before, null::jsonb as after from %I old_row', old_row, old_rows)
    else format('select id, %s as before, %s as after from %I old_row join %I new_row using (id)', old_row, new_row, old_rows, new_rows)
  end;
  return format(
    $statement$
      merge into changed_records kept
      using (
        select (select current_change()) as change_id, id, %3$s::bigint as consultant_id, before, after
        from (%1$s offset 0) noted -- which keeps the rows from being made for each use of them
        where comparable(before) is distinct from comparable(after)
      ) noted
      on kept.change_id = noted.change_id and kept.kind = %2$L and kept.record_id = noted.id
      when matched and comparable(kept.before) is not distinct from comparable(noted.after) then delete
      when matched then update set after = noted.after
      when not matched then
        insert (change_id, kind, record_id, consultant_id, before, after)
        values (noted.change_id, %2$L, noted.id, noted.consultant_id, noted.before, noted.after)
    $statement$,
    rows, kind, consultant
  );
end $body$;

-- What of a noted row can be changed and undone.
create function comparable(kept jsonb) returns jsonb
  language sql immutable parallel safe
  return kept - '{version,subject}'::text[];

-- What is noted stays. Only in its own transaction a change may still come to something else.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'changed_records' then
    perform from changes where id = old.change_id and transaction = pg_current_xact_id_if_assigned();
    if found then
      return case tg_op when 'DELETE' then old else new end;
    end if;
  end if;
  raise exception 'the activity log is append-only' using errcode = 'integrity_constraint_violation';
end $$;

create trigger changes_stay before update or delete on changes
  for each row execute function refuse_rewriting();
create trigger changed_records_stay before update or delete on changed_records
  for each row execute function refuse_rewriting();

create function after_changes_inserted() returns trigger language plpgsql as $$
begin
  insert into change_counts (day, does, by_name, changes)
  select (at at time zone 'Europe/Lisbon')::date, does, by_name, count(*) from added group by 1, 2, 3;
  return null;
end $$;

create trigger changes_inserted after insert on changes
  referencing new table as added for each statement execute function after_changes_inserted();

create view change_count_mismatches as
select day, does, by_name, coalesce(kept.changes, 0) as kept, coalesce(expected.changes, 0) as expected
from (
  select day, does, coalesce(by_name, '') as by_name, sum(changes) as changes from change_counts group by 1, 2, 3
) kept
full join (
  select (at at time zone 'Europe/Lisbon')::date as day, does, coalesce(by_name, '') as by_name, count(*) as changes
  from changes
  group by 1, 2, 3
) expected using (day, does, by_name)
where coalesce(kept.changes, 0) <> coalesce(expected.changes, 0);
