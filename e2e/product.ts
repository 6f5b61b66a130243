import { inject } from 'vitest';

/** Where the product of this worker answers, without a slash at the end: each has one of its own, so that files that run at once see nothing of each other. */
export function productAddress(): string {
  const address = inject('addresses')[Number(process.env.VITEST_POOL_ID) - 1];
  if (address === undefined) throw new Error(`No product was started for worker ${process.env.VITEST_POOL_ID}.`);
  return address;
}
