import type { Change } from '@rede/contract/activity';
import type { Consultant } from '@rede/contract/consultants';
import type { HistoryEntry } from '@rede/contract/history';
import type { Order } from '@rede/contract/orders';
import type { Page } from '@rede/contract/values';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differencesIn } from './differences.ts';
import {
  type Answered,
  type Api,
  type Client,
  consultantWith,
  dashboardOf,
  expectSuccess,
  historyOf,
  startApi,
} from './start-api.ts';

let api: Api;
let ana: Client;

beforeAll(async () => {
  api = await startApi();
  ana = api.withToken(await api.issuer.token({ sub: 'ana', name: 'Ana Silva', realm_access: { roles: ['admin'] } }));
});
afterAll(() => api.stop());

async function latest(): Promise<Change> {
  const { results } = expectSuccess(await ana.get<Page<Change>>('/api/v1/activity?pageSize=1'));
  if (!results[0]) throw new Error('nothing was noted');
  return results[0];
}

function undo<Body = Change>({ id }: Pick<Change, 'id'>): Promise<Answered<Body>> {
  return ana.post<Body>(`/api/v1/activity/${id}/undo`, {});
}

async function refusal({ id }: Pick<Change, 'id'>): Promise<{ status: number; code: string; message: string }> {
  const { status, body } = await ana.post(`/api/v1/activity/${id}/undo`, {});
  return { status, code: body.code, message: body.message };
}

/** Does something, and answers the change that it was. */
async function change(done: Promise<Answered<unknown>>): Promise<Change> {
  expectSuccess(await done);
  return latest();
}

const moment = String.raw`por .* em \d{4}-\d\d-\d\d \d\d:\d\d`;

const withoutVersions = (periods: HistoryEntry[]) => periods.map((period) => Object.assign(period, { version: 0 }));

const consultants = '/api/v1/consultants';
const orders = '/api/v1/orders';
const getConsultant = async (id: number) => (await ana.get<Consultant>(`${consultants}/${id}`)).body;
const getOrder = async (id: number) => (await ana.get<Order>(`${orders}/${id}`)).body;
const rowsOf = async (table: string, id: number) =>
  (await sql`select * from ${sql.table(table)} where id = ${id}`.execute(api.database)).rows;

test('a deleted order comes back with id, version and file, and the log says who undid what', async () => {
  await api.consultant({ internalId: 'A1' });
  const { id } = await api.order({ ecommerceId: 'A1', by: 'A1', paidAt: '2026-06-02', couponCode: 'X' });
  await sql`update orders set import_id = 7, version = 4 where id = ${id}`.execute(api.database);
  const before = await rowsOf('orders', id);
  const deletion = await change(ana.delete(`${orders}/${id}`));

  const { status, body } = await undo(deletion);

  expect(status).toBe(200);
  expect(body).toMatchObject({ by: 'Ana Silva', does: 'undo', undoes: deletion.id, recordCount: 1, canUndo: true });
  expect(await rowsOf('orders', id)).toEqual(before);
  const { results } = expectSuccess(await ana.get<Page<Change>>('/api/v1/activity?undone=true'));
  expect(results).toMatchObject([
    { id: deletion.id, canUndo: false, undoneBy: { id: body.id, at: body.at, by: 'Ana Silva' } },
  ]);
});

test('a changed order gets back what it had, with a version of its own', async () => {
  const order = await api.order({ ecommerceId: 'B1', total: '10.00' });
  const changed = await change(ana.put(`${orders}/${order.id}`, { ...order, total: '20.00', paidAt: '2026-06-03' }));

  await undo(changed);

  expect(await getOrder(order.id)).toEqual({ ...order, version: 3 });
});

test('a created order is deleted, and an undoing can itself be undone, once', async () => {
  const { id } = await api.order({ ecommerceId: 'C1' });
  const creation = await latest();

  const undone = expectSuccess(await undo(creation));
  expect((await ana.get(`${orders}/${id}`)).status).toBe(404);

  expect((await undo(undone)).status).toBe(200);
  expect((await getOrder(id)).ecommerceId).toBe('C1');
  const again = await refusal(undone);
  expect(again).toMatchObject({ status: 409, code: 'in_use' });
  expect(again.message).toMatch(new RegExp(`^Esta acção já foi anulada ${moment}\\.$`));
});

test('a deleted consultant comes back whole: history, version, login and figures', async () => {
  const leader = await api.consultant({ internalId: 'D1' });
  const member = await consultantWith(api, { internalId: 'D2' }, [
    ['IK0', '2024-01-01', '2026-05-31'],
    ['D1', '2026-06-01', null],
  ]);
  const client = await api.as(member);
  expectSuccess(await client.get('/api/v1/whoami'));
  const leaderClient = await api.as(leader);
  const before = {
    row: await rowsOf('consultants', member.id),
    history: await historyOf(api, member),
    dashboard: await dashboardOf(leaderClient),
  };
  const deletion = await change(ana.delete(`${consultants}/${member.id}`));
  expect((await client.get('/api/v1/whoami')).status).toBe(403);

  expectSuccess(await undo(deletion));

  expect(before.row).toEqual(await rowsOf('consultants', member.id));
  expect(before.history).toEqual(await historyOf(api, member));
  expect(before.dashboard).toEqual(await dashboardOf(leaderClient));
  expect((await client.get('/api/v1/whoami')).status).toBe(200);
});

test('a created consultant is deleted with its period', async () => {
  const { id } = await api.consultant({ internalId: 'E1' });

  expectSuccess(await undo(await latest()));

  expect((await ana.get(`${consultants}/${id}`)).status).toBe(404);
});

test('a move is undone with the whole change of the form, and a form opened before is stale', async () => {
  await api.consultant({ internalId: 'F1' });
  const before = await api.consultant({ internalId: 'F2' });
  const history = await historyOf(api, before);
  const moved = await change(
    ana.put(`${consultants}/${before.id}`, { ...before, name: 'Outro', parentId: 'F1', version: null }),
  );
  const opened = await getConsultant(before.id);

  expectSuccess(await undo(moved));

  expect(await getConsultant(before.id)).toEqual({ ...before, version: opened.version + 1 });
  const after = await historyOf(api, before);
  expect(withoutVersions(after)).toEqual(withoutVersions(history));
  expect((await ana.put(`${consultants}/${before.id}`, opened)).status).toBe(409);
});

test('a period that took days from others gives them back', async () => {
  await api.consultant({ internalId: 'G1' });
  const consultant = await consultantWith(api, { internalId: 'G2' }, [
    ['IK0', '2024-01-01', '2024-12-31'],
    ['IK0', '2025-01-01', '2025-01-31'],
    ['IK0', '2025-02-01', null],
  ]);
  const before = await historyOf(api, consultant);
  const taken = await change(
    ana.post(`${consultants}/${consultant.id}/history?takeDays=true`, {
      parentId: 'G1',
      startDate: '2024-06-01',
      endDate: '2025-06-30',
    }),
  );
  expect((await historyOf(api, consultant)).length).toBe(3);

  expectSuccess(await undo(taken));

  expect(withoutVersions(await historyOf(api, consultant))).toEqual(withoutVersions(before));
});

test('a deleted period makes an open form stale when it comes back', async () => {
  const consultant = await api.consultant({ internalId: 'H1' });
  const [period] = await historyOf(api, consultant);
  const deletion = await change(ana.delete(`${consultants}/${consultant.id}/history/${period?.id}`));
  const opened = await getConsultant(consultant.id);
  expect(opened.parentId).toBe(null);

  expectSuccess(await undo(deletion));

  expect(await historyOf(api, consultant)).toEqual([period]);
  expect((await getConsultant(consultant.id)).version).toBeGreaterThan(opened.version);
});

test('what many were deleted by comes back as a whole, or one by one', async () => {
  const made = await Promise.all(
    ['1', '2', '3'].map((number) => api.order({ ecommerceId: `I${number}`, total: `${number}.00` })),
  );
  await sql`delete from orders where ecommerce_id like 'I_'`.execute(api.database);
  const deletion = await latest();

  const restored = await ana.post<Change>(`/api/v1/activity/order/${made[0]?.id}/restore`, {});

  expect(restored.body).toMatchObject({ does: 'undo', undoes: null, recordCount: 1 });
  expect(await getOrder(made[0]?.id ?? 0)).toEqual(made[0]);
  const refused = await refusal(deletion);
  expect(refused.message).toMatch(
    new RegExp(`^Não é possível anular: a encomenda I1 já foi reposta por Ana Silva em [^,]*\\.$`),
  );
  expectSuccess(await undo(restored.body));
  expectSuccess(await undo(deletion));
  expect(await Promise.all(made.map(({ id }) => getOrder(id)))).toEqual(made);
});

test('a deleted record is restored without knowing its change, and undoes it', async () => {
  const consultant = await api.consultant({ internalId: 'J1' });
  const deletion = await change(ana.delete(`${consultants}/${consultant.id}`));
  const restore = (path: string) => ana.post<Change & { message: string }>(`/api/v1/activity/${path}/restore`, {});

  const { status, body } = await restore(`consultant/${consultant.id}`);

  expect([status, body.undoes]).toEqual([200, deletion.id]);
  expect(await getConsultant(consultant.id)).toEqual(consultant);
  const there = await restore(`consultant/${consultant.id}`);
  expect([there.status, there.body.message]).toEqual([409, 'Este consultor não está apagado.']);
  const never = await restore('order/999999');
  expect([never.status, never.body.message]).toEqual([404, 'Esta encomenda não existe.']);
  expect((await restore('ficheiro/1')).status).toBe(400);
});

test('a consultant of many that were deleted is restored with its own periods only', async () => {
  const [one, other] = [await api.consultant({ internalId: 'K1' }), await api.consultant({ internalId: 'K2' })];
  const history = await historyOf(api, one);
  await sql`delete from consultants where internal_id in ('K1', 'K2')`.execute(api.database);

  expectSuccess(await ana.post(`/api/v1/activity/consultant/${one.id}/restore`, {}));

  expect(await getConsultant(one.id)).toEqual(one);
  expect(await historyOf(api, one)).toEqual(history);
  expect((await ana.get(`${consultants}/${other.id}`)).status).toBe(404);
});

test('what was changed or deleted since is named, with who did it', async () => {
  const order = await api.order({ ecommerceId: 'L1', total: '1.00' });
  const creation = await latest();
  const changed = await change(ana.put(`${orders}/${order.id}`, { ...order, total: '2.00' }));

  const refused = await refusal(creation);
  await sql`delete from orders where id = ${order.id}`.execute(api.database);
  const gone = await refusal(changed);

  expect(refused).toMatchObject({ status: 409, code: 'stale' });
  expect(refused.message).toMatch(
    new RegExp(
      String.raw`^Não é possível anular: a encomenda L1 foi alterada desde então por Ana Silva em [-\d]{10} [:\d]{5}\.$`,
    ),
  );
  expect(gone.message).toMatch(
    /^Não é possível anular: a encomenda L1 foi apagada desde então por alguém fora da aplicação em [-\d]{10} [:\d]{5}\.$/,
  );
});

test('what was changed and changed back can be undone', async () => {
  const order = await api.order({ ecommerceId: 'M1', total: '1.00' });
  const first = await change(ana.put(`${orders}/${order.id}`, { ...order, version: null, total: '2.00' }));
  await change(ana.put(`${orders}/${order.id}`, { ...order, version: null, total: '3.00' }));
  await change(ana.put(`${orders}/${order.id}`, { ...order, version: null, total: '2.00' }));

  expect((await undo(first)).status).toBe(200);

  expect((await getOrder(order.id)).total).toBe('1.00');
});

test('a number, a code, an email and a NIF that are taken by now are named, the NIF not in full', async () => {
  const order = await api.order({ ecommerceId: 'N1' });
  const deletedOrder = await change(ana.delete(`${orders}/${order.id}`));
  await api.order({ ecommerceId: 'N1' });
  const deleted: Change[] = [];
  for (const code of ['N2', 'N3', 'N4']) {
    const { id } = await api.consultant({ internalId: code, taxId: `DE-${code}`, name: 'Nuno' });
    deleted.push(await change(ana.delete(`${consultants}/${id}`)));
  }
  await api.consultant({ internalId: 'n2', email: 'x2@exemplo.pt', taxId: 'X2', name: 'Código' });
  await api.consultant({ internalId: 'N33', email: 'n3@exemplo.pt', taxId: 'X3', name: 'Email' });
  await api.consultant({ internalId: 'N44', email: 'x4@exemplo.pt', taxId: 'de-n4', name: 'Nif' });

  const refusals = [];
  for (const each of [deletedOrder, ...deleted]) refusals.push(await refusal(each));

  expect(refusals.map(({ status, code }) => [status, code])).toEqual([
    [409, 'taken'],
    [409, 'taken'],
    [409, 'taken'],
    [409, 'taken'],
  ]);
  expect(refusals.map(({ message }) => message)).toEqual([
    'Não é possível anular: já existe outra encomenda com o número N1.',
    'Não é possível anular: o Código IK N2 já é de n2 Código.',
    'Não é possível anular: o email n3@exemplo.pt já é de N33 Email.',
    'Não é possível anular: o NIF de N4 Nuno já é de N44 Nif.',
  ]);
});

test('a consultant or an upline that is there no more is to be restored first', async () => {
  const upline = await api.consultant({ internalId: 'P1', name: 'Pedro' });
  const member = await api.consultant({ internalId: 'P2', parentId: 'P1', name: 'Paula' });
  const order = await api.order({ ecommerceId: 'P1', by: 'P2' });
  const deletedOrder = await change(ana.delete(`${orders}/${order.id}`));
  const deletedMember = await change(ana.delete(`${consultants}/${member.id}`));
  const deletedUpline = await change(ana.delete(`${consultants}/${upline.id}`));

  const refused = [await refusal(deletedOrder), await refusal(deletedMember)];

  expect(refused.map(({ message }) => message)).toEqual([
    'Não é possível anular: o consultor da encomenda P1, P2 Paula, já não existe. Reponha-o primeiro.',
    'Não é possível anular: o upline do período, P1 Pedro, já não existe. Reponha-o primeiro.',
  ]);
  for (const each of [deletedUpline, deletedMember, deletedOrder]) expectSuccess(await undo(each));
  expect(await getOrder(order.id)).toEqual(order);
});

test('a period that would overlap another, or make a cycle, does not come back', async () => {
  const one = await api.consultant({ internalId: 'Q1', name: 'Quim' });
  const other = await api.consultant({ internalId: 'Q2', name: 'Quitéria', parentId: 'Q1' });
  const history = (id: number) => `${consultants}/${id}/history`;
  const [ofOther] = await historyOf(api, other);
  const deletion = await change(ana.delete(`${history(other.id)}/${ofOther?.id}`));
  const [ofOne] = await historyOf(api, one);
  const under = await change(ana.put(`${history(one.id)}/${ofOne?.id}`, { parentId: 'Q2', startDate: '2025-01-01' }));

  const cycle = await refusal(deletion);
  expectSuccess(await undo(under));
  expectSuccess(await ana.post(history(other.id), { parentId: 'IK0', startDate: '2026-01-01' }));
  const overlap = await refusal(deletion);

  expect(cycle).toEqual({
    status: 409,
    code: 'cycle',
    message: 'Não é possível anular: faria um ciclo na rede. A 2025-01-01, Q1 já está abaixo deste consultor.',
  });
  expect(overlap).toEqual({
    status: 409,
    code: 'overlap',
    message:
      'Não é possível anular: o período de Q2 Quitéria, 2024-01-01 em diante, sobrepõe-se ao de 2026-01-01 em diante, sob IK0.',
  });
});

test('a created consultant that is in use by now stays', async () => {
  const created: Change[] = [];
  for (const code of ['R1', 'R2', 'R3']) {
    await api.consultant({ internalId: code, name: 'Rui' });
    created.push(await latest());
  }
  await api.order({ ecommerceId: 'R1', by: 'R1' });
  await api.consultant({ internalId: 'R4', parentId: 'R2' });
  const third = created[2]?.records[0]?.id;
  await change(
    ana.post(`${consultants}/${third}/history`, { parentId: 'IK0', startDate: '2023-01-01', endDate: '2023-12-31' }),
  );

  const refused = [];
  for (const each of created) refused.push(await refusal(each));

  expect(refused.map(({ message }) => message)).toEqual([
    'Não é possível anular: o consultor R1 Rui, criado nesta acção, já tem 1 encomenda.',
    'Não é possível anular: o consultor R2 Rui, criado nesta acção, já é ou foi upline de 1 colaborador.',
    'Não é possível anular: o consultor R3 Rui, criado nesta acção, já tem outros períodos no histórico.',
  ]);
});

test('what has no records, what a file did and what never was is not undone', async () => {
  const consultant = await api.consultant({ internalId: 'S1' });
  const view = await change(ana.post(`${consultants}/${consultant.id}/view`, {}));
  await sql`
    insert into changes (by_name, by_subject, does, about, about_id) values ('Ana', 'ana', 'file.load', 'a.csv', 1)
  `.execute(api.database);
  const load = await latest();

  expect((await refusal(view)).message).toBe('Esta acção não alterou nenhum registo: não há nada para anular.');
  expect((await refusal(load)).message).toBe('O que um ficheiro carregou anula-se na página do carregamento.');
  expect(await refusal({ id: 999_999 })).toEqual({
    status: 404,
    code: 'not_found',
    message: 'Esta acção não existe.',
  });
});

test('of two who undo the same at once one does, and the other hears of it', async () => {
  const order = await api.order({ ecommerceId: 'T1' });
  const deletion = await change(ana.delete(`${orders}/${order.id}`));

  const answers = await Promise.all([undo(deletion), undo(deletion)]);

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await getOrder(order.id)).toEqual(order);
});

test('a number that is taken while it is being restored is named, too', async () => {
  const order = await api.order({ ecommerceId: 'U1' });
  const deletion = await change(ana.delete(`${orders}/${order.id}`));
  const taking = await api.database.startTransaction().execute();
  await sql`insert into orders (ecommerce_id, created_at, total_cents) values ('U1', '2026-06-01', 1)`.execute(taking);

  const undoing = refusal(deletion);
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())
      `.execute(api.database);
      return rows.length;
    })
    .toBeGreaterThan(0);
  await taking.commit().execute();

  expect((await undoing).message).toBe('Não é possível anular: já existe outra encomenda com o número U1.');
});

test('a change of twenty thousand orders is undone as a whole', async () => {
  await sql`
    insert into orders (ecommerce_id, created_at, total_cents) select 'V' || n, '2026-06-01', n from generate_series(1, 20000) n
  `.execute(api.database);
  await sql`update orders set paid_at = '2026-06-10' where ecommerce_id like 'V%'`.execute(api.database);
  const paid = await latest();

  expectSuccess(await undo(paid));

  const { rows } = await sql`
    select count(*) as unpaid from orders where ecommerce_id like 'V%' and paid_at is null and version = 2
  `.execute(api.database);
  expect(rows).toEqual([{ unpaid: 20_000 }]);
});

test('after all of it what is derived is right', async () => {
  expect(await differencesIn(api)).toEqual([]);
});
