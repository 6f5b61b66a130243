import type { Day } from '@rede/contract/days';
import { chooseAccounts, type DemoUsername } from './accounts.ts';
import type { DemoPeriod } from './histories.ts';
import { type DemoOrder, makeOrders } from './orders.ts';
import { type DemoConsultant, makeConsultants } from './people.ts';
import { randomFrom } from './random.ts';
import { placeConsultants } from './uplines.ts';

export interface DemoOptions {
  /** The day that registrations and orders lead up to. */
  today: Day;
  /** A whole number; another one makes another network. */
  seed?: number;
}

export interface DemoNetwork {
  /** In the order they registered. */
  consultants: DemoConsultant[];
  /** A consultant's own do not overlap, and there is no cycle on any day. */
  periods: DemoPeriod[];
  /** In the order they came in. */
  orders: DemoOrder[];
  /** Whom the login names stand for. */
  accounts: Record<DemoUsername, DemoConsultant>;
}

const size = 400;

/** The demo network, the same for the same day and seed. */
export function makeDemoNetwork({ today, seed = 1 }: DemoOptions): DemoNetwork {
  const random = randomFrom(seed);
  const consultants = makeConsultants(random, today, size);
  const periods = placeConsultants(random, consultants, today);
  const accounts = chooseAccounts(consultants, periods, today);
  const orders = makeOrders(random, consultants, [accounts.lider, accounts.consultor], today);
  return { consultants, periods, orders, accounts };
}
