export interface Lockout {
  isLocked(name: string): boolean;
  recordFailure(name: string): void;
  forget(name: string): void;
}

/**
 * Counts failed logins by the name that was typed. A count is forgotten `period` milliseconds after its last failure,
 * and at `limit` failures the name stays locked until then; what is tried meanwhile does not prolong it.
 */
export function createLockout({ limit = 5, period = 60_000, now = Date.now } = {}): Lockout {
  const failures = new Map<string, { count: number; until: number }>();

  function current(name: string) {
    const entry = failures.get(name);
    return entry && entry.until > now() ? entry : undefined;
  }

  function deletePast() {
    for (const [name, { until }] of failures) if (until <= now()) failures.delete(name);
  }

  const isLocked = (name: string) => (current(name)?.count ?? 0) >= limit;

  return {
    isLocked,
    recordFailure(name) {
      if (isLocked(name)) return;
      deletePast();
      failures.set(name, { count: (current(name)?.count ?? 0) + 1, until: now() + period });
    },
    forget: (name) => failures.delete(name),
  };
}
