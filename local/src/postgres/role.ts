import type { Client } from 'pg';
import { type Cluster, productPassword } from './cluster.ts';

/** Makes the product's own role where there is none. */
export async function ensureRole(superuser: Client, cluster: Cluster): Promise<void> {
  const role = await superuser.query("select from pg_roles where rolname = 'rede'");
  if (role.rowCount === 0) await superuser.query(`create role rede login password '${productPassword(cluster)}'`);
}
