import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startApi } from './start-api.ts';
import { invitation, loginPace, type Logins, startLogins } from './start-logins.ts';
import { away, none } from './start-keycloak.ts';

let rede: Logins;

beforeEach(async () => {
  rede = await startLogins();
});
afterEach(() => rede.stop());

describe('a Keycloak that is away', () => {
  test('stops no consultant from being created: the login is made later, and why not yet is told', async () => {
    rede.keycloak.trouble = away;

    const consultant = await rede.api.consultant({ internalId: 'L1' });

    await rede.untilState(consultant, 'failed');
    expect(await rede.loginOf(consultant)).toMatchObject({
      exists: false,
      failure: 'O Keycloak não responde',
      nextAttemptAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    rede.keycloak.trouble = none;
    await rede.untilState(consultant, 'ready');
    expect(await rede.keycloak.mails()).toEqual([`${consultant.email}: ${invitation}`]);
  });

  test('is told in the end how the consultant is then, and not what happened meanwhile', async () => {
    rede.keycloak.trouble = away;
    const consultant = await rede.api.consultant({ internalId: 'L1', email: 'um@exemplo.pt' });
    const suspended = await rede.api.consultant({ internalId: 'L2', email: 'outro@exemplo.pt' });
    await rede.change(consultant, { email: 'dois@exemplo.pt' });
    await rede.change(consultant, { email: 'tres@exemplo.pt' });
    await rede.change(suspended, { status: 'SUSPENDED' });

    rede.keycloak.trouble = none;

    await rede.untilState(consultant, 'ready');
    await rede.untilState(suspended, 'none');
    expect(await rede.keycloak.users()).toEqual(['tres@exemplo.pt']);
    expect(await rede.keycloak.mails()).toEqual([`tres@exemplo.pt: ${invitation}`]);
  });

  test('through an exchange of emails is told in the end who has which', async () => {
    const one = await rede.invited({ internalId: 'L1', email: 'um@exemplo.pt' });
    const two = await rede.invited({ internalId: 'L2', email: 'dois@exemplo.pt' });
    rede.keycloak.trouble = away;
    await rede.change(one, { email: 'tres@exemplo.pt' });
    await rede.change(two, { email: 'um@exemplo.pt' });
    await rede.change(one, { email: 'dois@exemplo.pt' });

    rede.keycloak.trouble = none;

    await rede.untilState(one, 'ready');
    await rede.untilState(two, 'ready');
    expect(await rede.keycloak.users()).toEqual(['dois@exemplo.pt', 'um@exemplo.pt']);
    expect((await rede.keycloak.user('dois@exemplo.pt'))?.id).toBe(await rede.subjectOf(one));
    expect((await rede.keycloak.user('um@exemplo.pt'))?.id).toBe(await rede.subjectOf(two));
  });

  test('in the middle of it leaves nothing half done: what was begun is found and finished', async () => {
    const steps = ['POST /users', 'PUT /users/:id/groups/:group', 'PUT /users/:id/execute-actions-email'];
    const troubled = new Set(steps);
    rede.keycloak.trouble = (request) => {
      const step = request.replace(/users\/[^/]+/, 'users/:id').replace(/groups\/.+/, 'groups/:group');
      return troubled.delete(step) ? 'cut after' : undefined;
    };

    const consultant = await rede.invited({ internalId: 'L1' });

    expect([...troubled]).toEqual([]);
    expect(await rede.keycloak.users()).toEqual([consultant.email]);
    expect(await rede.keycloak.user(consultant.email)).toMatchObject({ groups: ['consultores'] });
    // Whether an email went out nobody knows who was not told: rather twice than never.
    expect(await rede.keycloak.mails()).toHaveLength(2);
  });

  test('is not waited for when the server stops; what was under way is done by the next', async () => {
    rede.keycloak.trouble = () => 'silence';
    const consultant = await rede.api.consultant({ internalId: 'L1' });
    await expect.poll(() => rede.keycloak.asked.length).toBeGreaterThan(0);
    const other = await startApi({
      settings: rede.keycloak.settings,
      loginPace,
      databaseUrl: rede.databaseUrl,
    });

    const began = Date.now();
    await rede.api.app.close();

    expect(Date.now() - began).toBeLessThan(3000);
    rede.keycloak.trouble = none;
    await expect.poll(() => rede.keycloak.mails()).toEqual([`${consultant.email}: ${invitation}`]);
    await other.stop();
  });

  test('is told again by another server when the one that had taken it on is no more', async () => {
    const until = new Date(Date.now() + 500);
    await rede.api.database.transaction().execute(async (db) => {
      await db
        .insertInto('consultants')
        .values({
          name: 'Órfã',
          email: 'orfa@exemplo.pt',
          tax_id: 'X-1',
          internal_id: 'L1',
          created_at: '2024-01-01',
          status: 'ACTIVE',
        })
        .execute();
      await db
        .updateTable('logins')
        .set({ lease: '00000000-0000-4000-8000-000000000000', leased_until: until })
        .execute();
    });

    await expect.poll(() => rede.keycloak.mails()).toEqual([`orfa@exemplo.pt: ${invitation}`]);
    await expect.poll(() => rede.waiting()).toEqual([]);
    const login = await rede.api.database.selectFrom('logins').select('mailed_at').executeTakeFirst();
    expect(login?.mailed_at?.getTime()).toBeGreaterThan(until.getTime());
  });
});

describe('what Keycloak refuses', () => {
  test.each([
    [
      'POST /protocol/openid-connect/token',
      401,
      'O Keycloak não aceita a conta de serviço (KEYCLOAK_PROVISIONING_CLIENT_ID)',
    ],
    ['GET /users', 403, 'A conta de serviço não pode gerir utilizadores no Keycloak'],
    ['POST /users', 400, 'O Keycloak recusa os dados deste consultor'],
    ['POST /users', 409, 'Já há outro login com este email no Keycloak'],
    ['GET /groups', 500, 'O Keycloak respondeu com o erro 500'],
    ['PUT /users/:id/execute-actions-email', 500, 'O Keycloak não conseguiu enviar o email'],
  ])('at %s with %i is told in words that give nothing away, and done in the end', async (step, status, reason) => {
    rede.keycloak.trouble = (request) => (request.replace(/users\/[^/]+/, 'users/:id') === step ? status : undefined);

    const consultant = await rede.api.consultant({ internalId: 'L1', email: 'segredo@exemplo.pt' });

    await expect.poll(async () => (await rede.loginOf(consultant)).failure).toBe(reason);
    const line = rede.logged.find((line) => line.includes('login waits'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ consultant: consultant.id, attempts: 1, reason });
    expect(rede.logged.join('')).not.toMatch(/segredo|Bearer|eyJ/);
    rede.keycloak.trouble = none;
    await rede.untilState(consultant, 'ready');
    expect(await rede.keycloak.mails()).toEqual([`segredo@exemplo.pt: ${invitation}`]);
  });

  test('for a token that is not good any more is asked again with another', async () => {
    const first = await rede.invited({ internalId: 'L1' });
    const tokens = () => rede.keycloak.asked.filter((request) => request.endsWith('/token')).length;
    expect(tokens()).toBe(1);
    let isRefused = true;
    rede.keycloak.trouble = (request) => {
      const refuse = isRefused && request.startsWith('GET /users');
      if (refuse) isRefused = false;
      return refuse ? 401 : undefined;
    };

    await rede.change(first, { email: 'outro@exemplo.pt' });

    await expect.poll(() => rede.keycloak.mails()).toContain(`outro@exemplo.pt: ${invitation}`);
    expect(tokens()).toBe(2);
  });
});

test('several servers on one database make each login once', async () => {
  const others = await Promise.all(
    [1, 2].map(() => startApi({ settings: rede.keycloak.settings, loginPace, databaseUrl: rede.databaseUrl })),
  );
  const codes = Array.from({ length: 12 }, (_, index) => `L${index + 10}`);

  await Promise.all(codes.map((internalId) => rede.api.consultant({ internalId })));

  await expect.poll(async () => (await rede.keycloak.mails()).length).toBe(codes.length);
  await expect.poll(() => rede.waiting()).toEqual([]);
  expect((await rede.keycloak.mails()).toSorted()).toEqual(
    codes.map((code) => `${code.toLowerCase()}@exemplo.pt: ${invitation}`),
  );
  await Promise.all(others.map((other) => other.stop()));
});
