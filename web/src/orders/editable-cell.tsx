import type { Order } from '@rede/contract/orders';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { DayField } from '../ui/day-field.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { ConsultantField } from './consultant-field.tsx';
import styles from './editable-cell.module.css';
import type { EditableColumn, InPlace } from './in-place.ts';

interface EditableCellProps {
  order: Order;
  column: EditableColumn;
  /** The column's title. */
  title: string;
  inPlace: InPlace;
  /** The first of the row, which Tab comes to; from it Tab leads on to the others. */
  first: boolean;
  /** A link beside the value, such as to a consultant's page. */
  link?: ReactNode;
  /** The value as it is read. Beside a link it is left out. */
  children?: ReactNode;
}

/** A value that is edited where it stands: by a double click, by Enter or F2, or by the pencil beside it. */
export function EditableCell({ order, column, title, inPlace, first, link, children }: EditableCellProps) {
  const editing = inPlace.isEditing(order, column);
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  // The field that had the focus is gone, and no other was opened.
  useEffect(() => {
    if (wasEditing.current && !editing && document.activeElement === document.body) {
      opener.current?.focus({ preventScroll: true });
    }
    wasEditing.current = editing;
  }, [editing]);

  if (editing) {
    // Another one where the order has changed meanwhile: it takes the focus.
    return <CellEditor key={inPlace.draft?.before} order={order} column={column} title={title} inPlace={inPlace} />;
  }

  const begin = () => inPlace.begin(order, column);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button within does the same for who has no mouse
    <span className={styles.root} data-numeric={column.startsWith('total') || undefined} onDoubleClick={begin}>
      {link}
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        title={`Alterar ${title}`}
        {...(link && { 'aria-label': `Alterar ${title} de ${order.ecommerceId}` })}
        tabIndex={first ? 0 : -1}
        onClick={({ detail, target }) => {
          // From the keyboard, on the pencil, or by a finger, which has no double click.
          const pressed = detail === 0 || (target as Element).closest('svg') || matchMedia('(pointer: coarse)').matches;
          if (pressed || link) begin();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'F2') return;
          event.preventDefault();
          begin();
        }}
      >
        {children}
        <IconPencil className={styles.pencil} size={14} aria-hidden />
      </button>
    </span>
  );
}

type CellEditorProps = Pick<EditableCellProps, 'order' | 'column' | 'title' | 'inPlace'>;

function CellEditor({ order, column, title, inPlace }: CellEditorProps) {
  const root = useRef<HTMLDivElement>(null);
  const { draft, isSaving } = inPlace;

  useLayoutEffect(() => {
    const input = root.current?.querySelector('input');
    input?.focus();
    input?.select();
  }, []);

  // Who presses elsewhere and has changed nothing is done here.
  const onPress = useEffectEvent(({ target }: PointerEvent) => {
    const within = target instanceof Element && (root.current?.contains(target) || target.closest('[data-portal]'));
    if (!within && !inPlace.isDirty()) inPlace.cancel();
  });

  useEffect(() => {
    const press = (event: PointerEvent) => onPress(event);
    document.addEventListener('pointerdown', press);
    return () => document.removeEventListener('pointerdown', press);
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    // A field's own list or calendar was meant.
    if (event.defaultPrevented) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      inPlace.cancel();
    } else if (event.key === 'Enter' && (event.target as Element).tagName === 'INPUT') {
      event.preventDefault();
      void inPlace.save(order);
    } else if (event.key === 'Tab' && (event.target as Element).tagName === 'INPUT') {
      event.preventDefault();
      void inPlace.save(order, event.shiftKey ? -1 : 1);
    }
  }

  const field = {
    'aria-label': `${title} de ${order.ecommerceId}`,
    'aria-busy': isSaving || undefined,
    readOnly: isSaving,
    value: draft?.value ?? '',
    onChange: inPlace.type,
    ...(draft?.error !== undefined && { 'aria-invalid': true, 'aria-errormessage': `cell-error-${order.id}` }),
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the field within come here
    <div
      ref={root}
      className={styles.editor}
      data-numeric={column.startsWith('total') || undefined}
      onKeyDown={onKeyDown}
    >
      {column === 'consultantInternalId' && <ConsultantField {...field} placeholder="Código ou nome" />}
      {column === 'paidAt' && <DayField {...field} />}
      {(column === 'total' || column === 'totalPayment') && <MoneyField {...field} />}
      {draft?.error !== undefined && (
        <div className={styles.refusal} role="alert" id={`cell-error-${order.id}`}>
          {draft.error}
          {draft.stale && (
            <button type="button" className={styles.wayOut} onClick={() => void inPlace.takeLatest(order)}>
              Ver como está agora
            </button>
          )}
        </div>
      )}
    </div>
  );
}
