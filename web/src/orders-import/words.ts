import type { ImportResult, StatusMeaning } from '@rede/contract/orders-import';
import { formatNumber } from '../lib/numbers.ts';

type Counts = Pick<ImportResult, 'total' | 'successful' | 'updated' | 'failed' | 'malformed'>;

/** How an import ended, for the colour it is told in. */
export type Tone = 'green' | 'amber' | 'red';

export function toneOf({ total, successful, updated }: Counts): Tone {
  const loaded = successful + updated;
  return loaded === 0 ? 'red' : loaded < total ? 'amber' : 'green';
}

/** What became of a file, in one sentence. */
export function becameOf(counts: Counts, dryRun: boolean): string {
  const { total, successful, updated } = counts;
  const loaded = successful + updated;
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
