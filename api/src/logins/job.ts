import type { Job } from '../background/worker.ts';
import type { Provisioning } from '../config.ts';
import type { Database } from '../db/client.ts';
import type { Log } from '../log.ts';
import { makeAgree } from './agreement.ts';
import { keycloakAdmin, KeycloakFailure } from './keycloak.ts';
import { giveBack, isOfAnother, keepMadeLogin, putOff, settle, takeOn, type Work } from './queries.ts';

/** How long the job waits, in milliseconds. */
export interface Pace {
  /** Until it looks again, when nothing was due. */
  idle: number;
  /** After a first failure; twice as long after each further one, up to `longestRetry`. */
  firstRetry: number;
  longestRetry: number;
}

const usualPace: Pace = { idle: 1000, firstRetry: 5000, longestRetry: 5 * 60_000 };

/** Longer than all the calls of one piece of work may take together. */
const leaseSeconds = 90;

/**
 * Makes logins at the identity provider follow their consultants, one after the other. Stopping breaks off what is under way and gives it back.
 */
export function loginsJob(
  database: Database,
  provisioning: Provisioning,
  log: Log,
  stopping: AbortSignal,
  pace: Pace = usualPace,
): Job {
  const keycloak = keycloakAdmin(provisioning, stopping);

  async function follow(due: Work): Promise<void> {
    const { consultantId } = due;
    try {
      const { loginId, mailedTo } = await makeAgree(keycloak, due, {
        async keepMade(loginId) {
          if (await keepMadeLogin(database, due, loginId)) return;
          throw new KeycloakFailure('Este login do Keycloak já é de outro consultor');
        },
        isOfAnother: (loginId) => isOfAnother(database, loginId, consultantId),
      });
      await settle(database, due, loginId, mailedTo);
    } catch (error) {
      if (!(error instanceof KeycloakFailure)) throw error;
      if (stopping.aborted) return giveBack(database, due);
      const wait = jittered(Math.min(pace.longestRetry, pace.firstRetry * 2 ** (due.attempts - 1)));
      await putOff(database, due, error.message, wait);
      log.warn({ consultant: consultantId, attempts: due.attempts, reason: error.message }, 'login waits');
    }
  }

  return {
    name: 'logins',
    idle: pace.idle,
    async step() {
      const due = await takeOn(database, leaseSeconds);
      if (due) await follow(due);
      return due !== undefined;
    },
  };
}

/** From half of it to all of it, so that those that failed together do not come back together. */
const jittered = (milliseconds: number) => milliseconds * (0.5 + Math.random() / 2);
