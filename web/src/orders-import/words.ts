import type { ImportResult, StatusMeaning } from '@rede/contract/orders-import';
import { formatNumber } from '../lib/numbers.ts';

interface Counts extends Pick<ImportResult, 'total' | 'successful' | 'updated'> {
  /** Refused lines that are orders since. */
  corrected?: number;
}

/** How an import ended, for the colour it is told in. */
export type Tone = 'green' | 'amber' | 'red';

export function toneOf({ total, successful, updated, corrected = 0 }: Counts): Tone {
  const loaded = successful + updated + corrected;
  return loaded === 0 ? 'red' : loaded < total ? 'amber' : 'green';
}

/** What became of a file, in one sentence. */
export function becameOf(counts: Counts, dryRun: boolean): string {
  const { total, successful, updated, corrected = 0 } = counts;
  const loaded = successful + updated + corrected;
  const left = total - loaded;
  if (dryRun) return `${loaded === 1 ? '1 linha' : `${formatNumber(loaded)} linhas`} por carregar, ${refused(left)}`;
  if (loaded === 0)
    return total === 1
      ? 'A única linha não foi carregada.'
      : `Nenhuma das ${formatNumber(total)} linhas foi carregada.`;
  if (left === 0)
    return total === 1 ? 'A única linha foi carregada.' : `As ${formatNumber(total)} linhas foram todas carregadas.`;
  return `${formatNumber(loaded)} de ${formatNumber(total)} linhas carregadas, ${refused(left)}.`;
}

function refused(lines: number): string {
  return lines === 1 ? '1 com erro' : `${formatNumber(lines)} com erro`;
}

/** How many lines, as a count of them. */
export function countOfLines(lines: number): string {
  return lines === 1 ? '1 linha' : `${formatNumber(lines)} linhas`;
}

export const meanings: Record<StatusMeaning, string> = { paid: 'Pago', unpaid: 'Por pagar', cancelled: 'Cancelada' };
