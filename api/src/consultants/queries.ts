import type { Consultant, ConsultantBody } from '@rede/contract/consultants';
import type { ImpactPreview } from '@rede/contract/history';
import type { FieldError } from '@rede/contract/problem';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, inChange, noteChange } from '../db/change.ts';
import { type Database, inSnapshot, type Queries, violatedConstraint } from '../db/client.ts';
import { fieldProblem, notFound, Problem, stale } from '../http/problem.ts';
import type { Plan } from '../history/plan.ts';
import { openFirstPeriod, planMove, previewPlan, writePlan } from '../history/queries.ts';
import { type AsOf, findUpline, type Hold, isRootCode, ownUpline } from '../history/uplines.ts';

/** A consultant in wire form, beside its joined `upline`; `parentId` is the expression for the upline's code. */
export const columns = (parentId: RawBuilder<unknown>) => sql`
  consultant.id,
  consultant.name,
  consultant.email,
  consultant.tax_id as "taxId",
  consultant.internal_id as "internalId",
  ${parentId} as "parentId",
  consultant.created_at as "createdAt",
  consultant.start_date as "startDate",
  consultant.end_date as "endDate",
  consultant.status,
  consultant.version,
  case when upline.id is not null then jsonb_build_object('id', upline.id, 'name', upline.name) end as upline`;

export async function findConsultant(
  db: Queries,
  id: number,
  { rootUplineCode, today }: AsOf,
): Promise<Consultant | undefined> {
  const { rows } = await sql<Consultant>`
    select ${columns(sql`case
      when period.id is null then null
      when period.upline_id is null then ${rootUplineCode}::text
      else upline.internal_id
    end`)}
    from consultants consultant
    left join lateral current_upline_period(consultant.id, ${today}) period on true
    left join consultants upline on upline.id = period.upline_id
    where consultant.id = ${id}
  `.execute(db);
  return rows[0];
}

/** The consultant; Problem 404. */
export async function getConsultant(db: Queries, id: number, asOf: AsOf): Promise<Consultant> {
  const consultant = await findConsultant(db, id, asOf);
  if (!consultant) throw notFound('Este consultor');
  return consultant;
}

/** Creates a consultant and opens its first period. Problems: 400 for the upline, 409 for values that are taken. */
export function insertConsultant(database: Database, body: ConsultantBody, asOf: AsOf, by: Actor): Promise<Consultant> {
  return withTakenProblems(() =>
    inChange(database, { by, does: 'consultant.create' }, async (db) => {
      const upline = await findOtherUpline(db, body, asOf, 0, 'hold');
      await refuseTaken(db, body, undefined, asOf);
      const { id } = await db.insertInto('consultants').values(row(body)).returning('id').executeTakeFirstOrThrow();
      await openFirstPeriod(db, id, upline, body.startDate ?? body.createdAt);
      return getConsultant(db, id, asOf);
    }),
  );
}

/** Changes a consultant; an upline other than the one shown applies from today. Problems: 400, 404, 409 (taken, cycle, stale). */
export function updateConsultant(
  db: Queries,
  id: number,
  body: ConsultantBody,
  asOf: AsOf,
  by: Actor,
): Promise<Consultant> {
  return withTakenProblems(() =>
    inChange(db, { by, does: 'consultant.update' }, async (db) => {
      const plan = await planUpdate(db, id, body, asOf, 'hold');
      await db
        .updateTable('consultants')
        .set({ ...row(body), version: sql`version + 1` })
        .where('id', '=', id)
        .execute();
      await writePlan(db, plan);
      return getConsultant(db, id, asOf);
    }),
  );
}

/** What changing a consultant would move; Problems as for the change itself. */
export function previewUpdate(
  database: Database,
  id: number,
  body: ConsultantBody,
  asOf: AsOf,
): Promise<ImpactPreview> {
  return inSnapshot(database, async (db) => {
    return previewPlan(db, await planUpdate(db, id, body, asOf, 'read'), body);
  });
}

/**
 * Plans the change of the history after all checks except the one for cycles. With `hold` locks the consultant, so that no other writer
 * interferes.
 */
async function planUpdate(db: Queries, id: number, body: ConsultantBody, asOf: AsOf, hold: Hold): Promise<Plan> {
  if (hold === 'hold') await db.selectFrom('consultants').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const before = await getConsultant(db, id, asOf);
  if (body.version !== undefined && body.version !== before.version) throw stale();
  const keepsUpline = before.parentId?.toLowerCase() === body.parentId.toLowerCase();
  const upline = keepsUpline ? undefined : await findOtherUpline(db, body, asOf, id, hold);
  await refuseTaken(db, body, id, asOf);
  return planMove(db, id, upline, asOf);
}

/** Deletes a consultant with its own periods; Problem 404, or 409 when it has orders or is an upline in other periods. */
export async function deleteConsultant(database: Database, id: number, by: Actor): Promise<void> {
  try {
    await inChange(database, { by, does: 'consultant.delete' }, async (db) => {
      const found = await db.selectFrom('consultants').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
      if (!found) throw notFound('Este consultor');
      await refuseInUse(db, id);
      await db.deleteFrom('consultants').where('id', '=', id).execute();
    });
  } catch (error) {
    // An order or a period was added between the check and the deletion.
    if (violatedConstraint(error)) await refuseInUse(database, id);
    throw error;
  }
}

/** Notes that somebody views as a consultant; Problem 404. */
export async function noteView(db: Queries, id: number, by: Actor): Promise<void> {
  const consultant = await db
    .selectFrom('consultants')
    .select(['name', 'internal_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!consultant) throw notFound('Este consultor');
  await noteChange(db, { by, does: 'view', about: `${consultant.internal_id} ${consultant.name}`, aboutId: id });
}

async function refuseInUse(db: Queries, id: number): Promise<void> {
  const { rows } = await sql<{ orders: number; downline: number }>`
    select
      (select count(*) from orders where consultant_id = ${id}) as orders,
      (select count(distinct consultant_id) from upline_periods where upline_id = ${id}) as downline
  `.execute(db);
  const { orders = 0, downline = 0 } = rows[0] ?? {};
  if (orders === 0 && downline === 0) return;
  const obstacles = [
    ...(orders > 0 ? [`tem ${orders} ${orders === 1 ? 'encomenda' : 'encomendas'}`] : []),
    ...(downline > 0 ? [`é ou foi upline de ${downline} ${downline === 1 ? 'colaborador' : 'colaboradores'}`] : []),
  ];
  throw new Problem(
    'in_use',
    `Este consultor não pode ser apagado: ${obstacles.join(' e ')}. Em vez disso, altere o Status para Inactivo.`,
  );
}

/** Throws when a consultant has the company's code, because the code would be ambiguous. */
export async function refuseHeldRootCode(db: Queries, rootUplineCode: string): Promise<void> {
  const holder = await db
    .selectFrom('consultants')
    .select('name')
    .where(sql`lower(internal_id)`, '=', sql`lower(${rootUplineCode})`)
    .executeTakeFirst();
  if (holder)
    throw new Error(
      `ROOT_UPLINE_CODE: ${rootUplineCode} é o Código IK de um consultor; escolha outro código para a empresa`,
    );
}

async function findOtherUpline(db: Queries, body: ConsultantBody, { rootUplineCode }: AsOf, id: number, hold: Hold) {
  if (body.parentId.toLowerCase() === body.internalId.toLowerCase()) throw ownUpline();
  return findUpline(db, body.parentId, rootUplineCode, id, hold);
}

function row(body: ConsultantBody) {
  return {
    name: body.name,
    email: body.email,
    tax_id: body.taxId,
    internal_id: body.internalId,
    created_at: body.createdAt,
    start_date: body.startDate ?? null,
    end_date: body.endDate ?? null,
    status: body.status,
  };
}

const taken = {
  internalId: 'Já existe um consultor com este Código IK',
  email: 'Já existe um consultor com este email',
  taxId: 'Já existe um consultor com este NIF',
};

/** Problem 409 with every field whose value belongs to another consultant or to the company. */
async function refuseTaken(
  db: Queries,
  body: ConsultantBody,
  id: number | undefined,
  { rootUplineCode }: AsOf,
): Promise<void> {
  const { rows } = await sql<Record<keyof typeof taken, boolean>>`
    select
      bool_or(lower(internal_id) = lower(${body.internalId})) as "internalId",
      bool_or(lower(email) = lower(${body.email})) as email,
      bool_or(lower(tax_id) = lower(${body.taxId})) as "taxId"
    from consultants
    where (lower(internal_id) = lower(${body.internalId}) or lower(email) = lower(${body.email}) or lower(tax_id) = lower(${body.taxId}))
      and id is distinct from ${id ?? null}::bigint
  `.execute(db);
  const fields: FieldError[] = (['internalId', 'email', 'taxId'] as const)
    .filter((field) => rows[0]?.[field])
    .map((field) => ({ field, message: taken[field] }));
  if (isRootCode(body.internalId, rootUplineCode))
    fields.unshift({ field: 'internalId', message: 'Este código é o da empresa' });
  const [first] = fields;
  if (first) throw new Problem('taken', fields.map(({ message }) => message).join('. '), fields);
}

const takenBy: Record<string, keyof typeof taken> = {
  consultants_internal_id_key: 'internalId',
  consultants_email_key: 'email',
  consultants_tax_id_key: 'taxId',
};

/** Turns the error of a unique index into a Problem: another transaction took the value after the check. */
async function withTakenProblems<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const field = takenBy[violatedConstraint(error) ?? ''];
    throw field ? fieldProblem('taken', field, taken[field]) : error;
  }
}
