import { type Money, toCents } from '@rede/contract/money';
import styles from './change.module.css';

interface ChangeProps {
  now: Money;
  before: Money;
}

/** The change of an amount in per cent, `+8,2 %`; '—' where there was nothing before. */
export function Change({ now, before }: ChangeProps) {
  const tenths = changeInTenths(now, before);
  return (
    <span className={styles.root} data-direction={tenths === undefined ? undefined : Math.sign(tenths)}>
      {tenths === undefined ? '—' : perCent(tenths)}
    </span>
  );
}

/** The change in tenths of a per cent, rounded half away from zero; undefined where there was nothing before. */
export function changeInTenths(now: Money, before: Money): number | undefined {
  const base = BigInt(toCents(before));
  if (base === 0n) return undefined;
  const difference = BigInt(toCents(now)) - base;
  const size = difference < 0n ? -difference : difference;
  const tenths = Number((size * 2000n + base) / (2n * base));
  return difference < 0n && tenths > 0 ? -tenths : tenths;
}

const numbers = new Intl.NumberFormat('pt-PT', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

function perCent(tenths: number): string {
  return `${numbers.format(tenths / 10).replace('-', '−')}\u00a0%`;
}
