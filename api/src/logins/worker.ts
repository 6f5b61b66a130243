import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Provisioning } from '../config.ts';
import type { Database } from '../db/client.ts';
import { makeAgree } from './agreement.ts';
import { keycloakAdmin, KeycloakFailure } from './keycloak.ts';
import { giveBack, isOfAnother, keepMadeLogin, putOff, settle, takeOn, type Work } from './queries.ts';

/** How long the worker waits, in milliseconds. */
export interface Pace {
  /** Until it looks again, when nothing was due. */
  idle: number;
  /** After a first failure; twice as long after each further one, up to `longestRetry`. */
  firstRetry: number;
  longestRetry: number;
}

export const usualPace: Pace = { idle: 1000, firstRetry: 5000, longestRetry: 5 * 60_000 };

/** Longer than all the calls of one piece of work may take together. */
const leaseSeconds = 90;

/**
 * Makes logins at the identity provider follow their consultants, one after the other, for as long as it is not stopped. Several
 * servers may each have one on the same database. Stopping breaks off what is under way and gives it back.
 */
export function startWorker(
  database: Database,
  provisioning: Provisioning,
  log: FastifyBaseLogger,
  pace: Pace,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const keycloak = keycloakAdmin(provisioning, stopping.signal);
  let isTrouble = false;

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (!(await workOnce())) await pause(jittered(pace.idle), undefined, stopping).catch(ended);
    }
  }

  /** Answers whether anything was due. A database that is away is logged once, and then waited for. */
  async function workOnce(): Promise<boolean> {
    try {
      const due = await takeOn(database, leaseSeconds);
      if (due) await follow(due);
      isTrouble = false;
      return due !== undefined;
    } catch (error) {
      if (!isTrouble) log.warn(error, 'logins wait');
      isTrouble = true;
      return false;
    }
  }

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
      if (stopping.signal.aborted) return giveBack(database, due);
      const wait = jittered(Math.min(pace.longestRetry, pace.firstRetry * 2 ** (due.attempts - 1)));
      await putOff(database, due, error.message, wait);
      log.warn({ consultant: consultantId, attempts: due.attempts, reason: error.message }, 'login waits');
    }
  }

  const working = work();
  return {
    stop() {
      stopping.abort();
      return working;
    },
  };
}

/** From half of it to all of it, so that those that failed together do not come back together. */
const jittered = (milliseconds: number) => milliseconds * (0.5 + Math.random() / 2);

/** A pause that is cut short has nothing to tell. */
function ended(): void {}
