import { request } from 'node:http';
import { sql } from 'kysely';
import type { Api } from './start-api.ts';

/** An upload whose bytes the test sends as it goes. */
export async function slowUpload(api: Pick<Api, 'address' | 'issuer'>, query = '') {
  const token = await api.issuer.token({ realm_access: { roles: ['admin'] } });
  const sending = request(`${api.address}/api/v1/orders/csv${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=part' },
  });
  const answered = new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode, body: JSON.parse(text) }));
    });
  });
  answered.catch(() => {});
  sending.write('--part\r\ncontent-disposition: form-data; name="file"; filename="encomendas.csv"\r\n\r\n');
  return {
    answered,
    write: (text: string) => sending.write(text),
    finish: () => sending.end('\r\n--part--\r\n'),
    breakOff: () => sending.end(),
    goAway: () => sending.destroy(),
  };
}

/** The database sessions that are taking in a file right now. */
export async function importing(api: Api): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and xact_start is not null
  `.execute(api.database);
  return rows.map(({ pid }) => pid);
}
