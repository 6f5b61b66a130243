-- Forgets everything and works it out anew, for the hubs that are worth one on a day.
create or replace function rebuild_network_totals(today date default (now() at time zone 'Europe/Lisbon')::date) returns void language plpgsql as $$
declare
  level integer;
  hub bigint;
  made integer := 0;
begin
  perform read_what_is_committed();
  perform pg_advisory_xact_lock(hashtext('upline_periods'));
  delete from hubs;
  delete from anchors;
  delete from hub_chains;
  delete from hub_flows;
  delete from hub_returns;
  delete from hub_sums;
  delete from hub_sum_changes;

  -- How many stand below whom that day, from the lowest up.
  create temporary table standing on commit drop as
  with recursive standing (consultant_id, upline_id, depth) as (
    select consultant_id, upline_id, 1
    from upline_periods period
    where during @> today
      and not exists (select from upline_periods above where above.consultant_id = period.upline_id and above.during @> today)
    union all
    select below.consultant_id, below.upline_id, standing.depth + 1
    from standing
    join upline_periods below on below.upline_id = standing.consultant_id and below.during @> today
  )
  select * from standing;
  create index on standing (depth);
  analyze standing;
  create temporary table network_size (consultant_id bigint primary key, members bigint not null, depth integer not null) on commit drop;
  for level in select distinct depth from standing order by depth desc loop
    insert into network_size
    select standing.upline_id, sum(1 + coalesce(below.members, 0)), level
    from standing
    left join network_size below using (consultant_id)
    where standing.depth = level and standing.upline_id is not null
    group by standing.upline_id;
  end loop;

  for hub in
    select consultant_id from network_size size, hub_settings worth where size.members >= worth.members and depth <= most_hubs_above() order by depth desc
  loop
    perform make_hub(hub);
    made := made + 1;
    -- Nobody else sees what is being written, so nobody else tells the planner of it: it would read all anchors for each hub.
    if made >= 16 and made & (made - 1) = 0 then analyze anchors, hub_chains, hub_flows, hub_returns, hub_sums, hubs; end if;
  end loop;
  drop table standing, network_size;
end $$;
