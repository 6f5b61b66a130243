import type { Client } from 'pg';
import { type Cluster, productPassword } from './cluster.ts';

/**
 * Makes the product's own role where there is none, and gives it what loads of orders are quicker with: to have triggers stand aside, which
 * an older folder's role may lack.
 */
export async function ensureRole(superuser: Client, cluster: Cluster): Promise<void> {
  const role = await superuser.query("select from pg_roles where rolname = 'rede'");
  if (role.rowCount === 0) await superuser.query(`create role rede login password '${productPassword(cluster)}'`);
  await superuser.query('grant set on parameter session_replication_role to rede');
}
