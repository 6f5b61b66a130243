import type { ActivityQuery, ActivitySelection, Change, ChangedRecord } from '@rede/contract/activity';
import type { Page } from '@rede/contract/values';
import { type RawBuilder, sql } from 'kysely';
import { type Database, inSnapshot, type Queries, streamRows } from '../db/client.ts';
import { limitTo, page, pageBounds } from '../db/selection.ts';
import { notFound } from '../http/problem.ts';
import { countsMatching, isCounted, matchable, type Matchable, matching } from './matching.ts';
import { findNamed, recordColumns, type RecordRow, wire } from './records.ts';

/** How many of a change's records a list shows. */
const mostShown = 5;

export type ChangeRow = Omit<Change, 'records' | 'canUndo'>;

const instant = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const ownColumns = sql`
  change.id,
  ${instant(sql`change.at`)} as at,
  change.by_name as by,
  change.does,
  change.about,
  change.about_id as "aboutId",
  change.undoes,
  case when undoing.id is not null then
    jsonb_build_object('id', undoing.id, 'at', ${instant(sql`undoing.at`)}, 'by', undoing.by_name)
  end as "undoneBy"`;

const columns = sql`
  ${ownColumns},
  (select count(*) from changed_records where change_id = change.id) as "recordCount"`;

const source = sql`changes change left join changes undoing on undoing.undoes = change.id`;

/** A page of the log, the latest first; page and count come from one snapshot. `company` is the code that periods under nobody show. */
export function findChanges(database: Database, query: ActivityQuery, company: string): Promise<Page<Change>> {
  return inSnapshot(database, async (db) => {
    const wanted = { ...(await matchable(db, query)), pageNumber: query.pageNumber, pageSize: query.pageSize };
    const { ids, total } = await (isCounted(wanted) ? findInOrder(db, wanted) : findInSets(db, wanted));
    const { rows } = await sql<ChangeRow>`
      select ${columns} from ${source} where change.id = any(${ids}::bigint[]) order by change.at desc, change.id desc
    `.execute(db);
    return page(await inFull(db, rows, company), total, query);
  });
}

type Wanted = Matchable & Pick<ActivityQuery, 'pageNumber' | 'pageSize'>;

interface Found {
  ids: number[];
  total: number;
}

/** The page is read from the log's own order, and its count is kept. */
async function findInOrder(db: Queries, query: Wanted): Promise<Found> {
  const { rows: counted } = await sql<{ total: number }>`
    select coalesce(sum(changes), 0)::bigint as total from change_counts where ${countsMatching(query)}
  `.execute(db);
  const total = counted[0]?.total ?? 0;
  if (query.pageNumber * query.pageSize >= total) return { ids: [], total };
  const { backwards, limit } = pageBounds(query, total);
  const direction = backwards ? sql`asc` : sql`desc`;
  const { rows } = await sql<{ id: number }>`
    select id from changes change where ${matching(query)} order by at ${direction}, id ${direction} ${limit}
  `.execute(db);
  return { ids: rows.map(({ id }) => id), total };
}

/** All that matches is found by the indexes of what it is about, counted and sorted. */
async function findInSets(db: Queries, query: Wanted): Promise<Found> {
  const { rows } = await sql<Found>`
    with matching as materialized (select id, at from changes change where ${matching(query)})
    select
      (select count(*) from matching) as total,
      array(select id from matching order by at desc, id desc ${limitTo(query)})::float8[] as ids
  `.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

/** A change; Problem 404. */
export async function getChange(db: Queries, id: number, company: string): Promise<Change> {
  const { rows } = await sql<ChangeRow>`select ${columns} from ${source} where change.id = ${id}`.execute(db);
  const [change] = await inFull(db, rows, company);
  if (!change) throw notFound('Esta acção');
  return change;
}

/** Whether a change is one that can be undone, as it stands. What a file did is undone with the file. */
export function canUndo({ does, recordCount, undoneBy }: ChangeRow): boolean {
  return recordCount > 0 && undoneBy === null && !does.startsWith('file.');
}

async function inFull(db: Queries, rows: ChangeRow[], company: string): Promise<Change[]> {
  const { rows: records } = await sql<RecordRow>`
    select ${recordColumns}
    from unnest(${rows.map(({ id }) => id)}::bigint[]) as change (id)
    cross join lateral (
      select * from changed_records where change_id = change.id order by kind, record_id limit ${mostShown}
    ) noted
  `.execute(db);
  const named = await findNamed(db, records);
  return rows.map((row) => ({
    ...row,
    canUndo: canUndo(row),
    records: records.filter(({ changeId }) => changeId === row.id).map((record) => wire(record, named, company)),
  }));
}

/** A page of the records of a change; Problem 404. */
export function findRecords(
  database: Database,
  id: number,
  paging: { pageNumber: number; pageSize: number },
  company: string,
): Promise<Page<ChangedRecord>> {
  return inSnapshot(database, async (db) => {
    const { recordCount } = await getChange(db, id, company);
    const { rows } = await sql<RecordRow>`
      select ${recordColumns} from changed_records noted where change_id = ${id} order by kind, record_id ${limitTo(paging)}
    `.execute(db);
    const named = await findNamed(db, rows);
    return page(
      rows.map((row) => wire(row, named, company)),
      recordCount,
      paging,
    );
  });
}

/** A line of the log as a spreadsheet has it: a change with one of its records, if any. */
export interface LogLine extends Pick<Change, 'at' | 'by' | 'does' | 'about' | 'undoes' | 'undoneBy'> {
  record: ChangedRecord | null;
}

/** All of a selection in chunks; the log is never held in memory. */
export async function* streamLines(
  database: Database,
  filter: ActivitySelection,
  company: string,
): AsyncGenerator<LogLine[]> {
  const chunks = streamRows(
    database,
    async (db) => sql<Omit<LogLine, 'record'> & { record: RecordRow | null }>`
      select ${ownColumns}, case when record.id is not null then to_jsonb(record) end as record
      from ${source}
      left join lateral (
        select ${recordColumns} from changed_records noted where change_id = change.id
      ) record on true
      where ${matching(await matchable(db, filter))}
      order by change.at desc, change.id desc, record.kind, record.id`,
  );
  for await (const rows of chunks) {
    const named = await findNamed(
      database,
      rows.flatMap(({ record }) => record ?? []),
    );
    yield rows.map((row) => Object.assign(row, { record: row.record && wire(row.record, named, company) }));
  }
}
