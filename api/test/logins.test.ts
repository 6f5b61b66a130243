import { randomUUID } from 'node:crypto';
import type { Login } from '@rede/contract/logins';
import { generateNetwork } from '@rede/demo/generate';
import { sql } from 'kysely';
import { Client as DatabaseClient } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startApi } from './start-api.ts';
import { invitation, type Logins, startLogins, verification } from './start-logins.ts';
import { away, none } from './start-keycloak.ts';

let rede: Logins;

beforeEach(async () => {
  rede = await startLogins();
});
afterEach(() => rede.stop());

describe('a consultant’s login', () => {
  test('is made with the consultant, who is asked by email to set a password and is bound to it', async () => {
    const consultant = await rede.api.consultant({ internalId: 'L1', name: 'Ana Maria Reis', email: 'ana@exemplo.pt' });

    await rede.untilState(consultant, 'ready');
    const user = await rede.keycloak.user('ana@exemplo.pt');
    expect(user).toMatchObject({
      firstName: 'Ana',
      lastName: 'Maria Reis',
      enabled: true,
      emailVerified: false,
      requiredActions: ['UPDATE_PASSWORD', 'VERIFY_EMAIL'],
      groups: ['consultores'],
    });
    expect(await rede.keycloak.mails()).toEqual([`ana@exemplo.pt: ${invitation}`]);
    expect(await rede.subjectOf(consultant)).toBe(user?.id);
    expect(await rede.loginOf(consultant)).toEqual({
      state: 'ready',
      exists: true,
      mailedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      failure: null,
      nextAttemptAt: null,
      bindings: [{ outcome: 'made', at: expect.stringMatching(/^\d{4}-.*Z$/), times: 1 }],
    });
  });

  test('follows a change of email, which has to be verified anew', async () => {
    const consultant = await rede.invited({ internalId: 'L1', email: 'antes@exemplo.pt' });
    const before = await rede.keycloak.user('antes@exemplo.pt');
    await rede.api.database.pool.query(
      "UPDATE local_identity.users SET email_verified = true, required_actions = '{}', password_hash = 'x.y'",
    );

    await rede.change(consultant, { email: 'depois@exemplo.pt' });

    await rede.untilState(consultant, 'ready');
    expect(await rede.keycloak.user('depois@exemplo.pt')).toMatchObject({
      id: before?.id,
      emailVerified: false,
      requiredActions: ['VERIFY_EMAIL'],
    });
    expect((await rede.keycloak.mails()).slice(1)).toEqual([`depois@exemplo.pt: ${verification}`]);
  });

  test('follows a change of name, of which nobody need be told', async () => {
    const consultant = await rede.invited({ internalId: 'L1', name: 'Ana Reis' });

    await rede.change(consultant, { name: 'Reis & Filhos (Lda.) <x>' });

    await rede.untilState(consultant, 'ready');
    expect(await rede.keycloak.user(consultant.email)).toMatchObject({ firstName: 'Reis', lastName: 'Filhos Lda. x' });
    expect(await rede.keycloak.mails()).toHaveLength(1);
  });

  test.each(['INACTIVE', 'SUSPENDED'] as const)(
    'is disabled with its sessions when the consultant is %s',
    async (status) => {
      const consultant = await rede.invited({ internalId: 'L1' });
      const { id } = (await rede.keycloak.user(consultant.email)) ?? {};

      const stopped = await rede.change(consultant, { status });

      await rede.untilState(consultant, 'disabled');
      expect(await rede.keycloak.user(consultant.email)).toMatchObject({ enabled: false });
      expect(rede.keycloak.asked).toContain(`POST /users/${id}/logout`);
      await rede.change(stopped, { status: 'ACTIVE' });
      await rede.untilState(consultant, 'ready');
      expect(await rede.keycloak.user(consultant.email)).toMatchObject({ enabled: true });
      expect(await rede.keycloak.mails()).toHaveLength(1);
    },
  );

  test('is disabled with its sessions when the consultant is deleted', async () => {
    const consultant = await rede.invited({ internalId: 'L1' });
    const { id } = (await rede.keycloak.user(consultant.email)) ?? {};

    await rede.api.admin.delete(`/api/v1/consultants/${consultant.id}`);

    await expect.poll(() => rede.keycloak.user(consultant.email)).toMatchObject({ enabled: false });
    await expect.poll(() => rede.waiting()).toEqual([]);
    expect(rede.keycloak.asked).toContain(`POST /users/${id}/logout`);
  });

  test('is as it was when a deleted consultant is restored, and nobody is invited again', async () => {
    const consultant = await rede.invited({ internalId: 'L1' });
    const before = await rede.keycloak.user(consultant.email);
    await rede.api.admin.delete(`/api/v1/consultants/${consultant.id}`);
    await expect.poll(() => rede.keycloak.user(consultant.email)).toMatchObject({ enabled: false });
    await expect.poll(() => rede.waiting()).toEqual([]);

    await rede.api.admin.post(`/api/v1/activity/consultant/${consultant.id}/restore`, {});

    await rede.untilState(consultant, 'ready');
    expect(await rede.keycloak.user(consultant.email)).toEqual(before);
    expect(await rede.subjectOf(consultant)).toBe(before?.id);
    expect(await rede.keycloak.mails()).toHaveLength(1);
  });

  test('is not made for a restored consultant who had none', async () => {
    await rede.api.database.transaction().execute(async (db) => {
      await sql`set local rede.loading = 'on'`.execute(db);
      await sql`
        insert into consultants (name, email, tax_id, internal_id, created_at, status)
        values ('Sem Login', 'sem@exemplo.pt', 'X', 'L1', '2024-01-01', 'ACTIVE')
      `.execute(db);
    });
    const { body } = await rede.api.admin.get<{ results: { id: number }[] }>('/api/v1/consultants?internalId=L1');
    const id = body.results[0]?.id;
    await rede.api.admin.delete(`/api/v1/consultants/${id}`);
    await expect.poll(() => rede.waiting()).toEqual([]);

    await rede.api.admin.post(`/api/v1/activity/consultant/${id}/restore`, {});

    await expect.poll(() => rede.waiting()).toEqual([]);
    expect(await rede.keycloak.users()).toEqual([]);
  });

  test('of a deleted consultant is another’s who has its email by then', async () => {
    const former = await rede.invited({ internalId: 'L1', email: 'uma@exemplo.pt' });
    await rede.api.admin.delete(`/api/v1/consultants/${former.id}`);
    await expect.poll(() => rede.waiting()).toEqual([]);

    await rede.invited({ internalId: 'L2', email: 'uma@exemplo.pt' });

    expect(await rede.keycloak.users()).toEqual(['uma@exemplo.pt']);
  });

  test('is not made for who may not sign in, but once they may', async () => {
    const consultant = await rede.api.consultant({ internalId: 'L1', status: 'SUSPENDED' });
    await expect.poll(() => rede.waiting()).toEqual([]);
    expect(await rede.keycloak.users()).toEqual([]);

    await rede.change(consultant, { status: 'ACTIVE' });

    await rede.untilState(consultant, 'ready');
    expect(await rede.keycloak.mails()).toEqual([`${consultant.email}: ${invitation}`]);
  });

  test('is left alone by trying what a change would move', async () => {
    const consultant = await rede.invited({ internalId: 'L1' });

    await rede.api.admin.put(`/api/v1/consultants/${consultant.id}/preview`, {
      ...consultant,
      email: 'outro@exemplo.pt',
    });

    expect(await rede.waiting()).toEqual([]);
  });
});

describe('a login that was there before', () => {
  test('is taken for the consultant’s when its email is verified, and bound when its owner calls', async () => {
    const id = await rede.keycloak.putUser({ email: 'Velha@exemplo.pt' });

    const consultant = await rede.invited({ internalId: 'L1', email: 'velha@exemplo.pt' });

    expect(await rede.keycloak.mails()).toEqual([]);
    expect(await rede.keycloak.users()).toEqual(['Velha@exemplo.pt']);
    expect(await rede.keycloak.user('velha@exemplo.pt')).toMatchObject({
      id,
      groups: ['consultores'],
      requiredActions: [],
    });
    expect(await rede.subjectOf(consultant)).toBeNull();
  });

  test('with an email that nobody verified is worth nothing until another password is set by email', async () => {
    await rede.keycloak.putUser({
      email: 'tomada@exemplo.pt',
      emailVerified: false,
      firstName: 'Consultor',
      lastName: 'L1',
    });

    const consultant = await rede.invited({ internalId: 'L1', email: 'tomada@exemplo.pt' });

    expect(await rede.keycloak.user('tomada@exemplo.pt')).toMatchObject({
      requiredActions: ['UPDATE_PASSWORD', 'VERIFY_EMAIL'],
    });
    expect(await rede.keycloak.mails()).toEqual([`tomada@exemplo.pt: ${invitation}`]);
    expect(await rede.subjectOf(consultant)).toBeNull();
  });

  test('is not taken from another consultant, whose email it was', async () => {
    const first = await rede.invited({ internalId: 'L1', email: 'cedido@exemplo.pt' });
    rede.keycloak.trouble = away;
    await rede.change(first, { email: 'novo@exemplo.pt' });
    await rede.untilState(first, 'failed');
    // As if another server were at it, once nobody here is: it stays as it is at the provider.
    const { database } = rede.api;
    const lease = randomUUID();
    const holding = database
      .updateTable('logins')
      .set({ lease, leased_until: new Date('2100-01-01') })
      .where('consultant_id', '=', first.id)
      .where('lease', 'is', null);
    await expect.poll(async () => (await holding.executeTakeFirst()).numUpdatedRows).toBe(1n);

    rede.keycloak.trouble = none;
    const second = await rede.api.consultant({ internalId: 'L2', email: 'cedido@exemplo.pt' });

    await rede.untilState(second, 'failed');
    expect((await rede.loginOf(second)).failure).toBe('O login com este email é de outro consultor');
    await database.updateTable('logins').set({ lease: null, leased_until: null }).where('lease', '=', lease).execute();
    await rede.change(first, { email: 'novo@exemplo.pt', name: 'Com Outro Nome' });
    await rede.untilState(second, 'ready');
    expect(await rede.keycloak.users()).toEqual(['cedido@exemplo.pt', 'novo@exemplo.pt']);
    expect(await rede.subjectOf(first)).not.toBe(await rede.subjectOf(second));
  });
});

describe('an invitation', () => {
  test('is sent again when it is asked for', async () => {
    const consultant = await rede.invited({ internalId: 'L1' });

    const { status, body } = await rede.invite(consultant);

    expect([status, body.state]).toEqual([200, 'pending']);
    await rede.untilState(consultant, 'ready');
    expect(await rede.keycloak.mails()).toEqual([
      `${consultant.email}: ${invitation}`,
      `${consultant.email}: ${invitation}`,
    ]);
  });

  test('is for consultants who may sign in', async () => {
    const suspended = await rede.api.consultant({ internalId: 'L1', status: 'SUSPENDED' });

    const refused = await rede.api.admin.post(`/api/v1/consultants/${suspended.id}/login/invitation`, {});
    const nobody = await rede.invite({ id: 999_999 });

    expect([refused.status, refused.body.message]).toEqual([
      400,
      'Só um consultor activo pode ser convidado a entrar.',
    ]);
    expect(nobody.status).toBe(404);
  });

  test('goes to nobody of a network that is loaded as a whole, until it is asked for', async () => {
    const client = new DatabaseClient({ connectionString: rede.databaseUrl });
    await client.connect();
    await generateNetwork(client, { consultants: 5, orders: 5, seed: 1, today: '2026-06-15' });
    await client.end();
    const { id, email } = await rede.api.database
      .selectFrom('consultants')
      .select(['id', 'email'])
      .where('status', '=', 'ACTIVE')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    expect(await rede.waiting()).toEqual([]);
    expect((await rede.loginOf({ id })).state).toBe('none');

    await rede.invite({ id });

    await rede.untilState({ id }, 'ready');
    expect(await rede.keycloak.mails()).toEqual([`${email}: ${invitation}`]);
  });
});

test('a server that was given no service account makes no logins and says so', async () => {
  const without = await startApi();
  const { id } = await without.consultant({ internalId: 'L1' });

  const { body } = await without.admin.get<Login>(`/api/v1/consultants/${id}/login`);
  const refused = await without.admin.post(`/api/v1/consultants/${id}/login/invitation`, {});
  const nobody = await without.admin.get('/api/v1/consultants/999999/login');

  expect(body).toEqual({
    state: 'off',
    exists: false,
    mailedAt: null,
    failure: null,
    nextAttemptAt: null,
    bindings: [],
  });
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'Este servidor não está configurado para criar logins.',
  ]);
  expect(nobody.status).toBe(404);
  await without.stop();
});
