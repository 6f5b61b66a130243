/**
 * Whoever changes many orders that are there waits for this lock before anything else: two such would lock the same orders, each in an
 * order of its own. Loads that only create orders do not need it.
 */
export const lockBulkChanges = `select pg_advisory_xact_lock(hashtext('changes of many orders'))`;
