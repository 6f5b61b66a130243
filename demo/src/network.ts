import type { Day } from '@rede/contract/days';
import { chooseAccounts, type DemoUsername } from './accounts.ts';
import type { DemoPeriod } from './histories.ts';
import { type DemoOrder, makeOrders } from './orders.ts';
import { type DemoConsultant, makeConsultants } from './people.ts';
import { randomFrom } from './random.ts';
import { placeConsultants } from './uplines.ts';

export interface DemoOptions {
  /** The last day of registrations and orders. */
  today: Day;
  /** A whole number; another seed makes another network. */
  seed?: number;
}

export interface DemoNetwork {
  /** In the order of their registration. */
  consultants: DemoConsultant[];
  /** Without overlaps of a consultant's own periods, and without cycles on any day. */
  periods: DemoPeriod[];
  /** In the order of their dates. */
  orders: DemoOrder[];
  accounts: Record<DemoUsername, DemoConsultant>;
}

const size = 400;

/** The demo network; the same day and seed make the same network. */
export function makeDemoNetwork({ today, seed = 1 }: DemoOptions): DemoNetwork {
  const random = randomFrom(seed);
  const consultants = makeConsultants(random, today, size);
  const periods = placeConsultants(random, consultants, today);
  const accounts = chooseAccounts(consultants, periods, today);
  const orders = makeOrders(random, consultants, [accounts.lider, accounts.consultor], today);
  return { consultants, periods, orders, accounts };
}
