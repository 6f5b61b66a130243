import type { Consultant } from '@rede/contract/consultants';
import type { Login } from '@rede/contract/logins';
import { expect } from 'vitest';
import { type Api, startApi } from './start-api.ts';
import { startKeycloak } from './start-keycloak.ts';

export const loginPace = { idle: 20, firstRetry: 50, longestRetry: 200 };

export const invitation = 'Defina a sua palavra-passe da Rede';
export const verification = 'Confirme o seu email da Rede';

/** The API with a Keycloak to make logins at, and what tests ask of both. */
export async function startLogins() {
  const keycloak = await startKeycloak();
  const logged: string[] = [];
  const api = await startApi({
    settings: { ...keycloak.settings, LOG_LEVEL: 'info' },
    loginPace,
    logTo: { write: (line) => logged.push(line) },
  });
  await keycloak.serve(api.database.pool);

  const loginOf = async ({ id }: Pick<Consultant, 'id'>): Promise<Login> =>
    (await api.admin.get<Login>(`/api/v1/consultants/${id}/login`)).body;

  const untilState = (consultant: Pick<Consultant, 'id'>, state: Login['state']) =>
    expect.poll(async () => (await loginOf(consultant)).state).toBe(state);

  return {
    api,
    keycloak,
    logged,
    loginOf,
    untilState,
    databaseUrl: api.database.pool.options.connectionString ?? '',
    /** A consultant whose login has been made. */
    async invited(given: Parameters<Api['consultant']>[0]): Promise<Consultant> {
      const consultant = await api.consultant(given);
      await untilState(consultant, 'ready');
      return consultant;
    },
    async change(consultant: Consultant, changes: Partial<Consultant>): Promise<Consultant> {
      const { status, body } = await api.admin.put<Consultant>(`/api/v1/consultants/${consultant.id}`, {
        ...consultant,
        ...changes,
        version: undefined,
      });
      expect(status).toBe(200);
      return body;
    },
    invite: ({ id }: Pick<Consultant, 'id'>) => api.admin.post<Login>(`/api/v1/consultants/${id}/login/invitation`, {}),
    /** The login that the consultant is bound to. */
    async subjectOf({ id }: Consultant): Promise<string | null> {
      const row = await api.database
        .selectFrom('consultants')
        .select('subject')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.subject ?? null;
    },
    /** Whose logins are still to be made as they are. */
    async waiting(): Promise<number[]> {
      const rows = await api.database
        .selectFrom('logins')
        .select('consultant_id')
        .whereRef('settled', '<', 'revision')
        .execute();
      return rows.map((row) => row.consultant_id);
    },
    async stop() {
      await api.stop();
      await keycloak.stop();
    },
  };
}

export type Logins = Awaited<ReturnType<typeof startLogins>>;
