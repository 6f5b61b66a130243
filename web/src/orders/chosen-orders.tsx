import { fromCents, toCents } from '@rede/contract/money';
import type { Order, OrderFilter } from '@rede/contract/orders';
import { mostChosen } from '@rede/contract/office-values';
import { IconCash, IconDownload, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../lib/money.ts';
import type { Selection } from '../ui/selection.ts';
import { BarButton, SelectionBar } from '../ui/selection-bar.tsx';
import { orderSums } from './calls.ts';
import type { Does } from './change-orders.tsx';

interface ChosenOrdersProps {
  selection: Selection<Order>;
  filter: OrderFilter;
  page: readonly Order[];
  totalResults: number;
  onChange: (does: Does) => void;
  /** Where exports are switched on. */
  onExport?: () => void;
}

/** What is chosen of the list, what it comes to, and what can be done with it. */
export function ChosenOrders({ selection, filter, page, totalResults, onChange, onExport }: ChosenOrdersProps) {
  const { data: totals } = useQuery({ ...orderSums(filter), enabled: selection.all });
  const { rows, all } = selection;
  const sum = all ? totals?.totalOrdersValue : fromCents(rows.reduce((cents, { total }) => cents + toCents(total), 0));
  const wholePage = page.length > 0 && page.every((row) => selection.isChosen(row));
  const tooMany = !all && rows.length > mostChosen;

  return (
    <SelectionBar
      chosen={all ? totalResults : rows.length}
      choosable={!all && wholePage && totalResults > rows.length ? totalResults : undefined}
      words={{ one: 'escolhida', many: 'escolhidas', all: 'todas as' }}
      sum={sum && formatMoney(sum)}
      problem={tooMany ? `Uma a uma são ${mostChosen} de cada vez. Escolha todas as que correspondem.` : undefined}
      onChooseAll={selection.chooseAll}
      onClear={selection.clear}
    >
      <BarButton icon={<IconCash size={16} aria-hidden />} onClick={() => onChange('pay')}>
        Marcar como pagas…
      </BarButton>
      <BarButton icon={<IconUserPlus size={16} aria-hidden />} onClick={() => onChange('assign')}>
        Atribuir…
      </BarButton>
      {onExport && (
        <BarButton icon={<IconDownload size={16} aria-hidden />} onClick={onExport}>
          Exportar
        </BarButton>
      )}
      <BarButton icon={<IconTrash size={16} aria-hidden />} onClick={() => onChange('delete')}>
        Apagar
      </BarButton>
    </SelectionBar>
  );
}
