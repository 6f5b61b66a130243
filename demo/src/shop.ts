// The demo shop's prices, seasons and campaigns.

import type { Day } from '@rede/contract/days';

/** Prices in cents, the cheap ones first, which sell most. */
export const prices = [
  1890, 2250, 2490, 2790, 2990, 3275, 3490, 3650, 3990, 4250, 4590, 4995, 5680, 6490, 7350, 8900, 11900,
];

/** Orders in a month relative to an average one, January to December. */
export const season = [0.8, 0.95, 1, 1, 1.15, 1, 0.85, 0.5, 1, 1.05, 1.45, 1.8] as const;

export interface Campaign {
  code: string;
  /** The coupon's discount. */
  percent: number;
}

/** The first and the last day of every year's campaign, both included. */
const campaigns = [
  { code: 'NAMORADOS10', percent: 10, from: '02-01', until: '02-14' },
  { code: 'PRIMAVERA10', percent: 10, from: '03-20', until: '04-12' },
  { code: 'MAE15', percent: 15, from: '04-22', until: '05-05' },
  { code: 'VERAO10', percent: 10, from: '06-15', until: '07-20' },
  { code: 'REGRESSO10', percent: 10, from: '09-05', until: '09-25' },
  { code: 'BLACK20', percent: 20, from: '11-20', until: '11-30' },
  { code: 'NATAL15', percent: 15, from: '12-01', until: '12-23' },
];

export function campaignOn(day: Day): Campaign | undefined {
  const dayOfYear = day.slice(5);
  return campaigns.find(({ from, until }) => from <= dayOfYear && dayOfYear <= until);
}

/** The discount for using a consultant's own code as the coupon, in percent. */
export const ownCodePercent = 5;
