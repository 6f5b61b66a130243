import type { RecordKind } from '@rede/contract/activity';
import type { ProblemCode } from '@rede/contract/problem';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../db/client.ts';
import { Problem } from '../http/problem.ts';
import { daysOf } from './records.ts';

/** Throws a Problem 409 for what stands against undoing these records, of changed_records as `noted`. */
export async function refuseObstacles(
  db: Queries,
  changeId: number,
  noted: RawBuilder<unknown>,
  company: string,
): Promise<void> {
  await refuseTouched(db, changeId, noted);
  for (const { code, find } of obstacles(noted, company)) {
    const { rows } = await find.execute(db);
    if (rows[0]) throw new Problem(code, rows[0].message);
  }
}

interface Touched {
  kind: RecordKind;
  name: string;
  during: string | null;
  became: 'changed' | 'deleted' | 'restored';
  by: string | null;
  at: string | null;
  others: number;
}

/** A record that is no longer as the change left it, with who touched it. A version alone is no difference. */
async function refuseTouched(db: Queries, changeId: number, noted: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<Touched>`
    with touched as (
      select noted.*, present.kept is null as is_gone, count(*) over () - 1 as others
      from ${noted}
      cross join lateral (
        select case noted.kind
          when 'consultant' then (select to_jsonb(consultant) from consultants consultant where id = noted.record_id)
          when 'period' then (select to_jsonb(period) from upline_periods period where id = noted.record_id)
          else (select to_jsonb("order") from orders "order" where id = noted.record_id)
        end as kept
      ) present
      where case when noted.after is null
        then present.kept is not null
        else present.kept is null or not present.kept @> comparable(noted.after)
      end
      order by noted.kind = 'period', noted.kind, noted.record_id
      limit 1
    )
    select
      touched.kind,
      case touched.kind when 'order' then kept.latest ->> 'ecommerce_id' else ${nameOf(sql`touched.consultant_id`)} end as name,
      kept.latest ->> 'during' as during,
      case when touched.after is null then 'restored' when touched.is_gone then 'deleted' else 'changed' end as became,
      later.by_name as by,
      ${moment(sql`later.at`)} as at,
      touched.others
    from touched
    cross join lateral (select coalesce(touched.after, touched.before) as latest) kept
    left join lateral (
      select change.by_name, change.at
      from changed_records since
      join changes change on change.id = since.change_id
      where since.kind = touched.kind and since.record_id = touched.record_id and since.change_id <> ${changeId}
        and change.at > (select at from changes where id = ${changeId})
      order by change.at desc
      limit 1
    ) later on true
  `.execute(db);
  if (rows[0]) throw new Problem('stale', inSentence(rows[0]));
}

function inSentence({ kind, name, during, became, by, at, others }: Touched): string {
  const feminine = kind === 'order';
  const what = {
    consultant: `o consultor ${name}`,
    period: `o período de ${name}${during === null ? '' : ` (${daysInWords(during)})`}`,
    order: `a encomenda ${name}`,
  }[kind];
  const ending = feminine ? 'a' : 'o';
  const did = {
    changed: `foi alterad${ending} desde então`,
    deleted: `foi apagad${ending} desde então`,
    restored: `já foi repost${ending}`,
  }[became];
  const who = at === null ? '' : ` ${inWords({ by, at })}`;
  const more = others === 0 ? '' : `, e não é o único registo: ${others === 1 ? 'há mais 1' : `há mais ${others}`}`;
  return `Não é possível anular: ${what} ${did}${who}${more}.`;
}

/** Who did something, and when: an instant, or a moment in Lisbon as it is written. */
export function inWords({ by, at }: { by: string | null; at: string }): string {
  const moment = at.endsWith('Z') ? inLisbon.format(new Date(at)).replace(',', '') : at;
  return `por ${by ?? 'alguém fora da aplicação'} em ${moment}`;
}

// The Swedish way of writing a moment is yyyy-MM-dd HH:mm.
const inLisbon = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Lisbon',
  dateStyle: 'short',
  timeStyle: 'short',
});

const moment = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone 'Europe/Lisbon', 'YYYY-MM-DD HH24:MI')`;

function daysInWords(range: string): string {
  const { first, last } = daysOf(range);
  return last === null ? `${first} em diante` : `${first} a ${last}`;
}

/** A consultant's code and name, of a deleted one as they were last. */
const nameOf = (id: RawBuilder<unknown>) => sql`coalesce(
  (select internal_id || ' ' || name from consultants where id = ${id}),
  (
    select (coalesce(after, before) ->> 'internal_id') || ' ' || (coalesce(after, before) ->> 'name')
    from changed_records
    where kind = 'consultant' and record_id = ${id}
    order by change_id desc
    limit 1
  ),
  'n.º ' || ${id}
)`;

const days = (range: RawBuilder<unknown>) => sql`
  lower(${range}) || case when upper(${range}) is null then ' em diante' else ' a ' || (upper(${range}) - 1) end`;

interface Obstacle {
  code: ProblemCode;
  find: RawBuilder<{ message: string }>;
}

/** Each finds the first of its kind. What the undoing itself writes is none. */
function obstacles(noted: RawBuilder<unknown>, company: string): Obstacle[] {
  const former = (kind: RecordKind, table: string) => sql`
    (
      select former.*, noted.after is null as is_deleted
      from ${noted} cross join lateral jsonb_populate_record(null::${sql.table(table)}, noted.before) former
      where noted.kind = ${kind} and noted.before is not null
    ) former`;
  const own = (kind: RecordKind) => sql`(select record_id from ${noted} where kind = ${kind})`;
  const isBack = (id: RawBuilder<unknown>) => sql`
    (exists (select from consultants where id = ${id}) or ${id} in ${own('consultant')})`;
  const takenConsultant = (column: string, what: RawBuilder<unknown>): Obstacle => ({
    code: 'taken',
    find: sql`
      select format('Não é possível anular: %s já é de %s %s.', ${what}, other.internal_id, other.name) as message
      from ${former('consultant', 'consultants')}
      join consultants other on lower(other.${sql.ref(column)}) = lower(former.${sql.ref(column)}) and other.id <> former.id
      where other.id not in ${own('consultant')}
      limit 1`,
  });
  return [
    {
      code: 'in_use',
      find: sql`
        select format(
          'Não é possível anular: o consultor %s %s, criado nesta acção, %s.',
          consultant.internal_id, consultant.name,
          case
            when uses.orders > 0 then 'já tem ' || uses.orders || case uses.orders when 1 then ' encomenda' else ' encomendas' end
            when uses.downline > 0 then 'já é ou foi upline de ' || uses.downline || case uses.downline when 1 then ' colaborador' else ' colaboradores' end
            else 'já tem outros períodos no histórico'
          end
        ) as message
        from ${noted}
        join consultants consultant on consultant.id = noted.record_id
        cross join lateral (
          select
            (select count(*) from orders where consultant_id = consultant.id and id not in ${own('order')}) as orders,
            (
              select count(distinct consultant_id) from upline_periods
              where upline_id = consultant.id and id not in ${own('period')}
            ) as downline,
            (select count(*) from upline_periods where consultant_id = consultant.id and id not in ${own('period')}) as periods
        ) uses
        where noted.kind = 'consultant' and noted.before is null and uses.orders + uses.downline + uses.periods > 0
        limit 1`,
    },
    takenConsultant('internal_id', sql`'o Código IK ' || former.internal_id`),
    takenConsultant('email', sql`'o email ' || former.email`),
    takenConsultant('tax_id', sql`'o NIF de ' || former.internal_id || ' ' || former.name`),
    {
      code: 'taken',
      find: sql`
        select format('Não é possível anular: o login de %s %s já é de %s %s.', former.internal_id, former.name, other.internal_id, other.name) as message
        from ${former('consultant', 'consultants')}
        join consultants other on other.subject = former.subject and other.id <> former.id
        where former.is_deleted
        limit 1`,
    },
    {
      code: 'taken',
      find: sql`
        select format('Não é possível anular: %s é agora o código da empresa.', former.internal_id) as message
        from ${former('consultant', 'consultants')}
        where lower(former.internal_id) = lower(trim(${company}::text))
        limit 1`,
    },
    {
      code: 'taken',
      find: sql`
        select format('Não é possível anular: já existe outra encomenda com o número %s.', former.ecommerce_id) as message
        from ${former('order', 'orders')}
        join orders other on other.ecommerce_id = former.ecommerce_id and other.id <> former.id
        where other.id not in ${own('order')}
        limit 1`,
    },
    {
      code: 'in_use',
      find: sql`
        select format(
          'Não é possível anular: o consultor da encomenda %s, %s, já não existe. Reponha-o primeiro.',
          former.ecommerce_id, ${nameOf(sql`former.consultant_id`)}
        ) as message
        from ${former('order', 'orders')}
        where former.consultant_id is not null and not ${isBack(sql`former.consultant_id`)}
        limit 1`,
    },
    {
      code: 'in_use',
      find: sql`
        select format(
          'Não é possível anular: %s, %s, já não existe. Reponha-o primeiro.',
          case when missing.id = former.consultant_id then 'o consultor do período' else 'o upline do período' end,
          ${nameOf(sql`missing.id`)}
        ) as message
        from ${former('period', 'upline_periods')}
        cross join lateral (values (former.consultant_id), (former.upline_id)) missing (id)
        where missing.id is not null and not ${isBack(sql`missing.id`)}
        limit 1`,
    },
    {
      code: 'overlap',
      find: sql`
        select format(
          'Não é possível anular: o período de %s, %s, sobrepõe-se ao de %s, sob %s.',
          ${nameOf(sql`former.consultant_id`)}, ${days(sql`former.during`)}, ${days(sql`other.during`)},
          coalesce((select internal_id from consultants where id = other.upline_id), ${company}::text)
        ) as message
        from ${former('period', 'upline_periods')}
        join upline_periods other on other.consultant_id = former.consultant_id and other.during && former.during
        where other.id not in ${own('period')}
        order by lower(other.during)
        limit 1`,
    },
  ];
}
