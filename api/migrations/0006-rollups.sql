-- What the figures of large networks are answered from, so that they cost the same however many consultants stand below: docs/network.md has
-- the picture. All of it is derived, kept in the transaction of what it derives from, and never the truth: `npm run verify` works it out again
-- from the history and names every difference.
--
-- A few consultants are rollup nodes. Which ones is a matter of speed alone: every figure is right whoever is one, and with none nothing is kept.
--
-- Days are stored as two dates, the first day and the day after the last ('infinity' while open): to compare dates takes a fraction of what
-- ranges take, and these tables are read by the million.

create table rollup_settings (
  only_row boolean primary key default true check (only_row),
  min_members integer not null default 300 check (min_members > 0), -- a network of so many becomes a node; smaller ones are walked
  -- Where up to so many consultants change their membership they are counted at once. Of more, the nodes that gain or lose them are marked, and the
  -- worker counts.
  counted_at_once integer not null default 500
);

insert into rollup_settings default values;

create table rollup_nodes (
  consultant_id bigint primary key,
  -- While the background worker attaches the branches, the consultants directly below, in the order of their ids: the last that it has attached.
  -- Null once all are. Until then nobody reads the node; its tables hold, at every moment, for the branches that are attached.
  attached_up_to bigint default 0,
  is_building boolean not null generated always as (attached_up_to is not null) stored,
  -- Raised by every change of the node's members that is too large to count at once. `member_counts` hold for counted_version; where that is
  -- another, members are counted from nearest_rollups until the worker has counted them.
  membership_version bigint not null default 0,
  counted_version bigint not null default 0
);

create index rollup_nodes_building on rollup_nodes (consultant_id) where is_building;

-- The nearest node above a consultant, on the days that it is the nearest; no row for days without one. A move changes the rows of the consultants
-- between the moved one and the next nodes below it, and not of everybody below.
--
-- A page is made of these rows alone: name and code stand here once more, so that the first page of any network is the first few rows of each
-- of its nodes, merged.
create table nearest_rollups (
  consultant_id bigint not null,
  node_id bigint not null,
  first_day date not null,
  end_day date not null,
  -- Those of these days on which the consultant is a member itself, by its own Data de Início and Data de Fim: none where the first is not before the end.
  member_first_day date not null,
  member_end_day date not null,
  normalized_name text collate "C" not null,
  normalized_internal_id text collate "C" not null,
  constraint nearest_rollups_has_days check (first_day < end_day)
);

create index nearest_rollups_consultant on nearest_rollups (consultant_id)
  include (node_id, first_day, end_day, member_first_day, member_end_day);
create index nearest_rollups_by_name on nearest_rollups (node_id, normalized_name, consultant_id)
  include (first_day, end_day, member_first_day, member_end_day);
create index nearest_rollups_by_internal_id on nearest_rollups (node_id, normalized_internal_id, consultant_id)
  include (member_first_day, member_end_day);

-- The ancestor closure among nodes: all nodes above a node, on which days, and the node itself always.
create table rollup_closure (
  node_id bigint not null,
  ancestor_id bigint not null,
  first_day date not null,
  end_day date not null,
  constraint rollup_closure_has_days check (first_day < end_day)
);

create index rollup_closure_node on rollup_closure (node_id, ancestor_id) include (first_day, end_day);
create index rollup_closure_ancestor on rollup_closure (ancestor_id, node_id) include (first_day, end_day);

-- What the members of a node's network ordered on a day; `own` is the part of the members whose nearest node it is. Counts as in migration 0005.
create table daily_totals (
  node_id bigint not null,
  day date not null,
  delta bigint not null default nextval('count_deltas'),
  own_orders bigint not null,
  own_total_cents bigint not null,
  own_pending_cents bigint not null,
  orders bigint not null,
  total_cents bigint not null,
  pending_cents bigint not null,
  primary key (node_id, day, delta)
);

-- How many members a node's network has in a window: the sum of `members` over the rows with joined_on <= its last day and left_on > its first.
--
-- A membership interval is a run of days on which a consultant is a member, from the day it joined to before the day it left. Of a window, it counts
-- where it began by the last day and had not ended by the first: at least one of the two is true of any interval, so
--   both are true  =  began by the last day  +  not ended by the first day  -  1,
-- which are three rows: from joined_on to infinity, from -infinity to left_on, and always. Many intervals share each of these rows. (One that has not
-- ended is the first row alone.) Who left and rejoined within the window would count twice: each gap between two intervals of a consultant is a row
-- with -1, from the day it rejoined to the day it had left.
create table member_counts (
  node_id bigint not null,
  joined_on date not null,
  left_on date not null,
  delta bigint not null default nextval('count_deltas'),
  members bigint not null,
  primary key (node_id, joined_on, left_on, delta)
);

create index daily_totals_deltas on daily_totals (delta) where delta > 0;
create index member_counts_deltas on member_counts (delta) where delta > 0;
