import { attention } from '@rede/contract/attention';
import { serve } from '../http/serve.ts';
import type { Services } from '../services.ts';
import { findDuplicates, findFailedInvitations, findWithoutUpline } from './consultants.ts';
import { findLoadedOn, findRefusedLines } from './imports.ts';
import { findDebts, findSales, findStrayOrders } from './orders.ts';

export function registerAttention({ app, database, config, today }: Services): void {
  const isProvisioning = config.provisioning !== undefined;

  serve(app, attention.strayOrders, () => findStrayOrders(database, today()));
  serve(app, attention.refusedLines, () => findRefusedLines(database));
  serve(app, attention.withoutUpline, () => findWithoutUpline(database, today()));
  serve(app, attention.failedInvitations, () => findFailedInvitations(database, isProvisioning));
  serve(app, attention.duplicates, () => findDuplicates(database));
  serve(app, attention.debts, () => findDebts(database));
  serve(app, attention.today, async () => {
    const day = today();
    const [loaded, sales] = await Promise.all([findLoadedOn(database, day), findSales(database, day)]);
    return { loaded, ...sales };
  });
}
