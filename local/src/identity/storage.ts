import { createHash, generateKeyPair, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { AdapterFactory, AdapterPayload, JWK } from 'oidc-provider';
import type { QueryResult, QueryResultRow } from 'pg';

/** A pool, or a client in the middle of its own transaction. */
export interface Database {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>;
}

const schema = readFileSync(new URL('schema.sql', import.meta.url), 'utf8');

/** Needs public.consultants to be there. May be called as often as one likes. */
export async function prepareIdentitySchema(db: Database): Promise<void> {
  await db.query(schema);
}

const hash = (id: string) => createHash('sha256').update(id).digest('base64url');

interface ArtifactRow {
  payload: AdapterPayload;
  consumed: number | null;
}

const selectLive = `
  SELECT payload, extract(epoch FROM consumed_at)::integer AS consumed
  FROM local_identity.artifacts
  WHERE model = $1 AND expires_at > now()`;

/** oidc-provider's storage: whatever it hands out, found again by the hash of its id. */
export function artifactStorage(db: Database): AdapterFactory {
  return (model) => ({
    async upsert(id, payload, expiresIn) {
      const { jti: _jti, consumed: _consumed, ...kept } = payload;
      await db.query(
        `INSERT INTO local_identity.artifacts (model, id_hash, payload, grant_id, uid, expires_at)
         VALUES ($1, $2, $3, $4, $5, coalesce(now() + make_interval(secs => $6), 'infinity'))
         ON CONFLICT (model, id_hash) DO UPDATE
         SET payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
             expires_at = excluded.expires_at`,
        [model, hash(id), JSON.stringify(kept), kept.grantId ?? null, kept.uid ?? null, expiresIn ?? null],
      );
    },
    async find(id) {
      const { rows } = await db.query<ArtifactRow>(`${selectLive} AND id_hash = $2`, [model, hash(id)]);
      return rows[0] && { ...rows[0].payload, jti: id, ...(rows[0].consumed && { consumed: rows[0].consumed }) };
    },
    /** Its id is not kept in clear, so what is found this way is good for reading only. */
    async findByUid(uid) {
      const { rows } = await db.query<ArtifactRow>(`${selectLive} AND uid = $2`, [model, uid]);
      return rows[0]?.payload;
    },
    async findByUserCode() {
      throw new Error('The device flow is switched off.');
    },
    async consume(id) {
      await db.query(
        'UPDATE local_identity.artifacts SET consumed_at = coalesce(consumed_at, now()) WHERE model = $1 AND id_hash = $2',
        [model, hash(id)],
      );
    },
    async destroy(id) {
      await db.query('DELETE FROM local_identity.artifacts WHERE model = $1 AND id_hash = $2', [model, hash(id)]);
    },
    async revokeByGrantId(grantId) {
      await db.query('DELETE FROM local_identity.artifacts WHERE model = $1 AND grant_id = $2', [model, grantId]);
    },
  });
}

export async function deleteExpiredArtifacts(db: Database): Promise<void> {
  await db.query('DELETE FROM local_identity.artifacts WHERE expires_at <= now()');
}

/** The secret of that name, made on first use. Two processes that start together end up with the same one. */
async function keepSecret<T>(db: Database, name: string, make: () => Promise<T>): Promise<T> {
  const select = 'SELECT value FROM local_identity.secrets WHERE name = $1';
  const found = await db.query<{ value: T }>(select, [name]);
  if (found.rows[0]) return found.rows[0].value;

  await db.query('INSERT INTO local_identity.secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    name,
    JSON.stringify(await make()),
  ]);
  const kept = await db.query<{ value: T }>(select, [name]);
  if (!kept.rows[0]) throw new Error(`local_identity.secrets lost '${name}' while it was being written.`);
  return kept.rows[0].value;
}

export interface Keys {
  /** RS256, private parts included. */
  signing: JWK;
  cookies: string[];
}

/** New keys on every start would sign everybody out and confuse whoever has cached the public one. */
export async function keepKeys(db: Database): Promise<Keys> {
  const signing = await keepSecret(db, 'signing-key', async (): Promise<JWK> => {
    const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
    return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: randomUUID() };
  });
  const cookies = await keepSecret(db, 'cookie-keys', async () => [randomBytes(32).toString('base64url')]);
  return { signing, cookies };
}
