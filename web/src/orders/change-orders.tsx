import { isDay, todayInLisbon } from '@rede/contract/days';
import type { OrderChange, OrderFilter } from '@rede/contract/orders';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUndo } from '../activity/use-undo.ts';
import { formatMoney } from '../lib/money.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useWorks } from '../lib/work.ts';
import { ChangePreview } from '../ui/change-preview.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { DayField } from '../ui/day-field.tsx';
import { useReturnedFocus } from '../ui/returned-focus.ts';
import { changeOrders, consultantSuggestions, orderChangePreview } from './calls.ts';
import { ConsultantField } from './consultant-field.tsx';

export type Does = OrderChange['does'];

interface Words {
  title: string;
  /** What will be done, before how many; how it is called while it is done. */
  will: string;
  button: string;
  doing: string;
  /** What became of one, and of many. */
  done: { one: string; many: string };
}

const words: Readonly<Record<Does, Words>> = {
  pay: {
    title: 'Marcar como pagas',
    will: 'Ficam pagas por inteiro',
    button: 'Marcar como pagas',
    doing: 'A marcar encomendas como pagas',
    done: { one: 'paga por inteiro', many: 'pagas por inteiro' },
  },
  assign: {
    title: 'Atribuir a um consultor',
    will: 'Passam a ser deste consultor',
    button: 'Atribuir',
    doing: 'A atribuir encomendas',
    done: { one: 'atribuída', many: 'atribuídas' },
  },
  delete: {
    title: 'Apagar encomendas',
    will: 'São apagadas',
    button: 'Apagar',
    doing: 'A apagar encomendas',
    done: { one: 'apagada', many: 'apagadas' },
  },
};

/** How long after a key press a change is previewed, in milliseconds. */
const pause = 250;

interface ChangeOrdersProps {
  does: Does;
  /** Which orders. */
  filter: OrderFilter;
  onClose: () => void;
  /** After it was done. */
  onDone: () => void;
}

/** Asks once before many orders are changed, and says what will be. Closed while it is done, it is done all the same. A default export, for `lazy`. */
export default function ChangeOrders({ does, filter, onClose, onDone }: ChangeOrdersProps) {
  useReturnedFocus();
  const { title, will, button, doing, done } = words[does];
  const [day, setDay] = useState<string>(todayInLisbon());
  const [code, setCode] = useState('');
  const [settled] = useDebouncedValue(code.trim(), pause);
  // What the field suggests: a part of a code is nobody's.
  const { data: suggested } = useQuery({ ...consultantSuggestions(settled), enabled: settled !== '', retry: false });
  const known = suggested?.some(({ internalId }) => internalId.toLowerCase() === settled.toLowerCase());
  const change = changeOf(does, day, known ? settled : '');
  const preview = useQuery(orderChangePreview(filter, change));
  const { mutate, isPending, error } = useMutation(changeOrders);
  const undo = useUndo();
  const work = useWorks().findLast((one) => one.title === doing && one.state === 'running');
  const found = settled === code.trim() && change ? preview.data : undefined;

  const outcome = (changed: number) => `${counted(changed)}: ${changed === 1 ? done.one : done.many}`;

  function confirm(): void {
    if (!change || !found) return;
    mutate(
      { filter, change, expected: found.orders, title: doing, outcome },
      {
        onSuccess: ({ changeId, changed }) => {
          onDone();
          undo(changeId, outcome(changed));
        },
        onError: () => void preview.refetch(),
      },
    );
  }

  return (
    <ConfirmDialog
      opened
      title={title}
      message={does === 'delete' ? 'Tem certeza que deseja excluir estas encomendas?' : null}
      destructive={does === 'delete'}
      confirm={found && found.changing > 0 ? `${button} (${formatNumber(found.changing)})` : button}
      waiting={!found || found.changing === 0}
      busy={isPending}
      error={error?.message}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {does === 'pay' && <DayField label="Data de Pagamento" value={day} onChange={setDay} data-autofocus />}
      {does === 'assign' && (
        <ConsultantField label="Consultor (Código IK)" value={code} onChange={setCode} data-autofocus />
      )}
      {change && (
        <ChangePreview
          changing={
            found &&
            (found.changing === 0
              ? 'Não há nada a alterar.'
              : `${will}: ${someOf(found.changing, found.orders)} (${formatMoney(found.totalOrdersValue)})`)
          }
          skipped={found?.skipped.map(({ reason, orders }) => ({ reason, count: orders }))}
          error={preview.error?.message}
          progress={isPending ? (work?.progress ?? { done: 0 }) : undefined}
        />
      )}
    </ConfirmDialog>
  );
}

function changeOf(does: Does, day: string, code: string): OrderChange | undefined {
  if (does === 'delete') return { does };
  if (does === 'assign') return code === '' ? undefined : { does, internalId: code };
  return isDay(day) ? { does, paidAt: day } : undefined;
}

function counted(orders: number): string {
  return orders === 1 ? '1 encomenda' : `${formatNumber(orders)} encomendas`;
}

function someOf(changing: number, of: number): string {
  return changing === of ? counted(of) : `${formatNumber(changing)} de ${counted(of)}`;
}
