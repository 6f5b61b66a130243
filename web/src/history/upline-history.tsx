import type { Consultant } from '@rede/contract/consultants';
import { type Day, todayInLisbon } from '@rede/contract/days';
import { type HistoryEntry, historyBody } from '@rede/contract/history';
import { withoutBlanks } from '@rede/contract/values';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { type ComponentType, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { CallError } from '../lib/call.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { DayField } from '../ui/day-field.tsx';
import { useDraft } from '../ui/drafts.ts';
import { RowButton } from '../ui/row-action.tsx';
import { type Form, byField, useSchemaForm } from '../ui/schema-form.ts';
import { UnsavedChanges } from '../ui/unsaved-changes.tsx';
import {
  consultantHistory,
  createHistory,
  deleteHistory,
  previewHistory,
  previewHistoryDeletion,
  previewNewHistory,
  updateHistory,
} from './calls.ts';
import { useImpactDialog } from './impact-dialog.tsx';
import { daysGiven, gapAfter, holdsOn } from './periods.ts';
import styles from './upline-history.module.css';

/** A row of the table: an entry, or a new one, which has no version. */
type Row = Pick<HistoryEntry, 'id' | 'parentId' | 'startDate' | 'endDate'> & { version?: number };

/** Identifies a row. A new one has no id of its own: another entry may get its number meanwhile. */
const keyOf = ({ id, version }: Row) => (version === undefined ? 'new' : id);

const emptyValues = { parentId: '', startDate: '', endDate: '' };

/** The fields of a row's form. */
const valuesOf = ({ parentId, startDate, endDate }: Row) => ({ parentId, startDate, endDate: endDate ?? '' });

interface UplineHistoryProps {
  consultant: Consultant;
  /** The upline field, which belongs to the consultants feature. */
  uplineField: ComponentType<{ 'aria-label': string; value?: string; onChange: (value: string) => void }>;
}

/** The consultant's uplines by period, edited one row at a time. */
export function UplineHistory({ consultant, uplineField }: UplineHistoryProps) {
  const { data: entries, error, isFetching, refetch } = useQuery(consultantHistory(consultant.id));
  const previewNew = useMutation(previewNewHistory);
  const create = useMutation(createHistory);
  const previewChange = useMutation(previewHistory);
  const update = useMutation(updateHistory);
  const previewDeletion = useMutation(previewHistoryDeletion);
  const remove = useMutation(deleteHistory);
  const { confirmImpact, dialog } = useImpactDialog();
  const form = useSchemaForm(historyBody, emptyValues, 'history');
  const [edited, setEdited] = useState<Row>();
  const [refusal, setRefusal] = useState<{ of: ReturnType<typeof keyOf>; failure: unknown }>();
  const [leaving, setLeaving] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const focusNext = useRef<string>(undefined);
  const isNew = edited !== undefined && edited.version === undefined;
  const rows: Row[] | undefined = entries && isNew ? [...entries, edited] : entries;
  const today = todayInLisbon();
  const gaps = new Map(entries?.map((entry, index) => [keyOf(entry), gapAfter(entry, entries[index + 1], today)]));

  useEffect(() => {
    const target = focusNext.current && root.current?.querySelector<HTMLElement>(focusNext.current);
    if (!target) return;
    target.focus();
    focusNext.current = undefined;
  });

  useDraft<{ row: Row; values: typeof emptyValues }>({
    name: 'history',
    ready: entries !== undefined,
    typed: () => (edited && form.isDirty() ? { row: edited, values: form.getValues() } : undefined),
    before: ({ row }) => (row.version === undefined ? 'new' : entries?.find(({ id }) => id === row.id)),
    restore: ({ row, values }) => edit(row.version === undefined ? newRow() : row, values),
  });

  function edit(row: Row, values = valuesOf(row)) {
    form.setInitialValues(valuesOf(row));
    form.setValues(values);
    setRefusal(undefined);
    setEdited(row);
    focusNext.current = '[data-path="history-parentId"]';
  }

  function newRow(): Row {
    return { id: Math.max(0, ...(entries ?? []).map(({ id }) => id)) + 1, ...emptyValues };
  }

  function cancelEditing() {
    if (edited && !form.submitting) stopEditing(isNew ? undefined : edited.id);
  }

  /** Escape cancels. Typed input is asked about first: a key is pressed by mistake more easily than a button. */
  function onKey({ key, target, currentTarget, defaultPrevented }: KeyboardEvent<HTMLFormElement>) {
    // A calendar hangs elsewhere and closes by itself.
    if (key !== 'Escape' || defaultPrevented || !edited || !currentTarget.contains(target as Node)) return;
    if (form.isDirty()) setLeaving(!form.submitting);
    else cancelEditing();
  }

  function stopEditing(savedId: number | undefined) {
    setEdited(undefined);
    setRefusal(undefined);
    focusNext.current = savedId === undefined ? '[data-add]' : `[data-edit="${savedId}"]`;
  }

  async function save(values: typeof emptyValues, takeDays: boolean) {
    if (!edited) return;
    const { id, version } = edited;
    const by = { id: consultant.id, internalId: consultant.internalId };
    const body = historyBody.parse(withoutBlanks({ id, ...values, consultant: by, version }));
    const entry = { consultantId: consultant.id, body, takeDays };
    const change = { ...entry, historyId: id };
    setRefusal(undefined);
    try {
      const impact = isNew ? await previewNew.mutateAsync(entry) : await previewChange.mutateAsync(change);
      const others = entries?.filter((other) => keyOf(other) !== keyOf(edited)) ?? [];
      const affectedPeriods = takeDays ? daysGiven(others, { ...body, endDate: body.endDate ?? null }) : [];
      if (!(await confirmImpact(impact, 'Guardar', affectedPeriods))) return;
      const saved = isNew ? await create.mutateAsync(entry) : await update.mutateAsync(change);
      stopEditing(saved.id);
    } catch (failure) {
      setRefusal({ of: keyOf(edited), failure });
      if (!(failure instanceof CallError)) return;
      form.setErrors(byField(failure.errors));
      // Cancelling then shows the current row, and the next preview uses the current periods.
      if (failure.code === 'stale' || failure.code === 'overlap') void refetch();
    }
  }

  async function deleteRow(row: Row) {
    if (previewDeletion.isPending || remove.isPending) return;
    // The specification asks for the browser's own confirm.
    // oxlint-disable-next-line no-alert
    if (!window.confirm('Tem certeza que deseja apagar este registo?')) return;
    const entry = { consultantId: consultant.id, historyId: row.id };
    setRefusal(undefined);
    try {
      if (await confirmImpact(await previewDeletion.mutateAsync(entry), 'Apagar')) await remove.mutateAsync(entry);
    } catch (failure) {
      setRefusal({ of: keyOf(row), failure });
    }
  }

  return (
    <div ref={root} className={styles.root}>
      <div className={styles.head}>
        <h2 className={styles.title}>Histórico de Uplines</h2>
        <Button
          variant="secondary"
          data-add
          disabled={!entries || edited !== undefined}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => edit(newRow())}
        >
          Adicionar Histórico
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of all its fields and buttons come here */}
      <form
        aria-label="Histórico de Uplines"
        noValidate
        onSubmit={(event) => form.onSubmit((values) => save(values, false))(event)}
        onKeyDown={onKey}
      >
        <DataTable
          label="Histórico de Uplines"
          columns={columnsOf(edited, form, today, uplineField)}
          rows={rows}
          rowKey={keyOf}
          busy={isFetching}
          placeholderRows={2}
          error={error}
          onRetry={() => void refetch()}
          empty={{
            title: 'Sem períodos',
            hint: 'Use Adicionar Histórico para dizer debaixo de quem está este consultor.',
          }}
          renderActions={(row) =>
            edited && keyOf(row) === keyOf(edited) ? (
              <>
                <BusyButton type="submit" busy={form.submitting}>
                  Guardar
                </BusyButton>
                <Button variant="neutral" onClick={cancelEditing}>
                  Cancelar
                </Button>
              </>
            ) : (
              <>
                <RowButton
                  of={row.parentId}
                  data-edit={row.id}
                  disabled={edited !== undefined}
                  onClick={() => edit(row)}
                >
                  Editar
                </RowButton>
                <RowButton
                  destructive
                  of={row.parentId}
                  disabled={edited !== undefined}
                  onClick={() => void deleteRow(row)}
                >
                  Apagar
                </RowButton>
              </>
            )
          }
          renderBelow={(row) =>
            refusal?.of === keyOf(row) &&
            refusalOf(refusal.failure, () => form.onSubmit((values) => save(values, true))())
          }
          renderAfter={(row) => gaps.get(keyOf(row))}
        />
      </form>
      {dialog}
      <ConfirmDialog
        opened={leaving}
        title="Alterações por guardar"
        message="Se sair desta linha, perde o que alterou e ainda não guardou."
        confirm="Sair sem guardar"
        cancel="Continuar a editar"
        onConfirm={() => {
          setLeaving(false);
          cancelEditing();
        }}
        onCancel={() => setLeaving(false)}
      />
      <UnsavedChanges unsaved={() => edited !== undefined && form.isDirty()} />
    </div>
  );
}

/** Why a row was refused, unless its fields say so. For an overlap, offers to take the days. */
function refusalOf(failure: unknown, takeDays: () => void): ReactNode {
  const { code, errors } = failure instanceof CallError ? failure : { code: undefined, errors: [] };
  if (code === 'overlap') {
    return (
      <output className={styles.wayOut}>
        Os outros períodos podem ceder-lhe os dias em comum.
        <Button variant="secondary" onClick={takeDays}>
          Ver o que muda
        </Button>
      </output>
    );
  }
  return (
    errors.length === 0 && (
      <p className={styles.refusal} role="alert">
        {(failure as Error).message}
      </p>
    )
  );
}

function columnsOf(
  edited: Row | undefined,
  form: Form<typeof emptyValues>,
  today: Day,
  UplineField: UplineHistoryProps['uplineField'],
): Column<Row>[] {
  const inPlace = (shown: (row: Row) => ReactNode, field: ReactNode) => (row: Row) =>
    edited && keyOf(row) === keyOf(edited) ? field : shown(row);
  return [
    {
      key: 'parentId',
      title: 'Upline',
      cell: inPlace(
        (row) => (
          <>
            {row.parentId} {holdsOn(today, row) && <span className={styles.today}>Em vigor hoje</span>}
          </>
        ),
        <UplineField aria-label="Upline" {...form.getInputProps('parentId')} />,
      ),
    },
    {
      key: 'startDate',
      title: 'Data Início',
      cell: inPlace(
        ({ startDate }) => startDate,
        <DayField aria-label="Data Início" {...form.getInputProps('startDate')} />,
      ),
    },
    {
      key: 'endDate',
      title: 'Data Fim',
      cell: inPlace(
        ({ endDate }) => endDate ?? 'Em aberto',
        <DayField aria-label="Data Fim" {...form.getInputProps('endDate')} />,
      ),
    },
  ];
}
