import { fieldErrors } from '@rede/contract/problem';
import { type Order, type OrderBody, orderBody } from '@rede/contract/orders';
import { withoutBlanks } from '@rede/contract/values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../lib/call.ts';
import { refetchOrder, updateInPlace } from './calls.ts';

/** What of an order can be changed in the list, by the keys of its columns, in their order. */
export const editableColumns = ['consultantInternalId', 'total', 'totalPayment', 'paidAt'] as const;

export type EditableColumn = (typeof editableColumns)[number];

/** A cell that is being edited. */
interface Draft {
  id: number;
  column: EditableColumn;
  value: string;
  /** The value it began with. */
  before: string;
  /** Why it was refused. */
  error?: string;
  /** Somebody else has changed the order since it was read. */
  stale?: boolean;
}

export interface InPlace {
  isEditing: (order: Order, column: EditableColumn) => boolean;
  draft: Draft | undefined;
  isSaving: boolean;
  isDirty: () => boolean;
  begin: (order: Order, column: EditableColumn) => void;
  type: (value: string) => void;
  /** Saves what differs. Without a refusal the cell is left, for the one `step` cells further where there is one. */
  save: (order: Order, step?: -1 | 0 | 1) => Promise<void>;
  cancel: () => void;
  /** Takes the order as it is now, and goes on editing. */
  takeLatest: (order: Order) => Promise<void>;
}

/** Editing cells of a list of orders, one at a time. `shown` are the columns that the list has. */
export function useInPlace(orders: readonly Order[] | undefined, shown: readonly string[]): InPlace {
  const [draft, setDraft] = useState<Draft>();
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation(updateInPlace);
  const columns = editableColumns.filter((column) => shown.includes(column));

  function begin(order: Order, column: EditableColumn): void {
    const value = valueOf(order, column);
    setDraft({ id: order.id, column, value, before: value });
  }

  function next(updated: Order, column: EditableColumn, step: number): void {
    const rows = orders ?? [];
    const place = columns.indexOf(column) + step;
    const row = rows.findIndex(({ id }) => id === updated.id) + Math.floor(place / columns.length);
    const order = rows[row]?.id === updated.id ? updated : rows[row];
    const target = columns.at(place % columns.length);
    if (step === 0 || !order || !target) setDraft(undefined);
    else begin(order, target);
  }

  async function save(order: Order, step: -1 | 0 | 1 = 0): Promise<void> {
    if (!draft || isPending) return;
    const { column, value, before } = draft;
    if (value.trim() === before) {
      next(order, column, step);
      return;
    }
    const checked = orderBody.safeParse(withoutBlanks(bodyOf(order, column, value.trim())));
    if (!checked.success) {
      setDraft({ ...draft, error: fieldErrors(checked.error)[0]?.message ?? 'Valor inválido' });
      return;
    }
    try {
      next(await mutateAsync({ id: order.id, body: checked.data }), column, step);
    } catch (error) {
      const { message } = error as Error;
      const refusal = error instanceof CallError ? error : undefined;
      setDraft({ ...draft, error: refusal?.errors[0]?.message ?? message, stale: refusal?.code === 'stale' });
    }
  }

  async function takeLatest(order: Order): Promise<void> {
    try {
      const latest = await refetchOrder(client, order.id);
      if (draft) begin(latest, draft.column);
    } catch (error) {
      setDraft((current) => current && { ...current, error: (error as Error).message, stale: false });
    }
  }

  return {
    isEditing: (order, column) => draft?.id === order.id && draft.column === column,
    draft,
    isSaving: isPending,
    isDirty: () => draft !== undefined && draft.value.trim() !== draft.before,
    begin,
    type: (value) =>
      setDraft((current) => current && { id: current.id, column: current.column, before: current.before, value }),
    save,
    cancel: () => setDraft(undefined),
    takeLatest,
  };
}

function valueOf(order: Order, column: EditableColumn): string {
  return column === 'consultantInternalId' ? (order.consultant?.internalId ?? '') : (order[column] ?? '');
}

/** The whole order with one value changed, as a PUT takes it. */
function bodyOf(order: Order, column: EditableColumn, value: string): OrderBody {
  const { ecommerceId, couponCode, createdAt, paidAt, total, totalPayment, consultant, version } = order;
  const internalId = column === 'consultantInternalId' ? value : consultant?.internalId;
  const given = { ecommerceId, couponCode, createdAt, paidAt, total, totalPayment, version };
  return {
    ...given,
    ...(column !== 'consultantInternalId' && { [column]: value }),
    consultant: { internalId },
  } as OrderBody;
}
