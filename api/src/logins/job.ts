import type { Job } from '../background/worker.ts';
import type { Provisioning } from '../config.ts';
import type { Database } from '../db/client.ts';
import type { Log } from '../log.ts';
import { syncLogin } from './sync.ts';
import { keycloakAdmin, KeycloakFailure } from './keycloak.ts';
import {
  releaseTask,
  belongsToAnother,
  recordCreatedLogin,
  postponeTask,
  completeTask,
  claimTask,
  type LoginTask,
} from './queries.ts';

/** The job's delays, in milliseconds. */
export interface Pace {
  /** After nothing was due. */
  idle: number;
  /** After a first failure; doubles with each further one, up to `longestRetry`. */
  firstRetry: number;
  longestRetry: number;
}

const defaultPace: Pace = { idle: 1000, firstRetry: 5000, longestRetry: 5 * 60_000 };

/** Longer than all the calls of one task together. */
const leaseSeconds = 90;

/**
 * Synchronises the logins at the identity provider with their consultants, one after the other. Stopping interrupts the current task and
 * releases it.
 */
export function loginsJob(
  database: Database,
  provisioning: Provisioning,
  log: Log,
  stopping: AbortSignal,
  pace: Pace = defaultPace,
): Job {
  const keycloak = keycloakAdmin(provisioning, stopping);

  async function follow(due: LoginTask): Promise<void> {
    const { consultantId } = due;
    try {
      const { loginId, mailedTo } = await syncLogin(keycloak, due, {
        async recordCreated(loginId) {
          if (await recordCreatedLogin(database, due, loginId)) return;
          throw new KeycloakFailure('Este login do Keycloak já é de outro consultor');
        },
        belongsToAnother: (loginId) => belongsToAnother(database, loginId, consultantId),
      });
      await completeTask(database, due, loginId, mailedTo);
    } catch (error) {
      if (!(error instanceof KeycloakFailure)) throw error;
      if (stopping.aborted) return releaseTask(database, due);
      const wait = jittered(Math.min(pace.longestRetry, pace.firstRetry * 2 ** (due.attempts - 1)));
      await postponeTask(database, due, error.message, wait);
      log.warn({ consultant: consultantId, attempts: due.attempts, reason: error.message }, 'login waits');
    }
  }

  return {
    name: 'logins',
    idle: pace.idle,
    async step() {
      const due = await claimTask(database, leaseSeconds);
      if (due) await follow(due);
      return due !== undefined;
    },
  };
}

/** A random delay from half to all of it, so that simultaneous failures are not retried simultaneously. */
const jittered = (milliseconds: number) => milliseconds * (0.5 + Math.random() / 2);
