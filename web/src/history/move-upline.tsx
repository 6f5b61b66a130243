import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import { Modal } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import type { Consultant } from '@rede/contract/consultants';
import { todayInLisbon } from '@rede/contract/days';
import { historyBody } from '@rede/contract/history';
import { withoutBlanks } from '@rede/contract/values';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ComponentType, type FormEvent, useState } from 'react';
import { CallError } from '../lib/call.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Button } from '../ui/button.tsx';
import { DayField } from '../ui/day-field.tsx';
import { byField, validationErrors } from '../ui/schema-form.ts';
import { consultantHistory, moveUpline, previewMove } from './calls.ts';
import { Impact } from './impact.tsx';
import styles from './move-upline.module.css';
import { daysGiven } from './periods.ts';

/** How long typing must pause before what it would move is asked for, in milliseconds. */
const pause = 300;

interface UplineFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  onMeant: (code: string | undefined) => void;
  error: string | undefined;
  required: boolean;
  'data-autofocus': boolean;
}

interface MoveUplineProps {
  consultant: Consultant;
  opened: boolean;
  onClose: () => void;
  /** The upline field, which belongs to the consultants feature. */
  uplineField: ComponentType<UplineFieldProps>;
}

/** Puts a consultant under another upline from a day on. What that moves shows as soon as both are known; one button confirms. */
export function MoveUpline({ consultant, opened, onClose, uplineField }: MoveUplineProps) {
  const narrow = useMediaQuery('(max-width: 36em)', false);

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Mudar upline a partir de…"
      closeButtonProps={{ 'aria-label': 'Fechar' }}
      // Close without a fade: the content is gone at once.
      transitionProps={{ duration: 120, exitDuration: 0 }}
      // Not a banner of the page.
      attributes={{ header: { role: 'none' } }}
      fullScreen={narrow}
      size="44rem"
      // Mantine would close it also where Escape closes the suggestions or the calendar.
      closeOnEscape={false}
      onKeyDown={({ key, target, currentTarget, defaultPrevented }) => {
        if (key === 'Escape' && !defaultPrevented && currentTarget.contains(target as Node)) onClose();
      }}
    >
      <MoveForm consultant={consultant} onClose={onClose} uplineField={uplineField} />
    </Modal>
  );
}

function MoveForm({ consultant, onClose, uplineField: UplineField }: Omit<MoveUplineProps, 'opened'>) {
  const { id, name, internalId } = consultant;
  const [values, setValues] = useState({ parentId: '', startDate: todayInLisbon() });
  // A field is told what is wrong with it once it was left, not while somebody types.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [settled] = useDebouncedValue(values, pause);
  // Part of a name is no code: nothing is asked about it while somebody types.
  const [meant, setMeant] = useState<string>();
  const isCode = meant?.toLowerCase() === values.parentId.trim().toLowerCase() || left.has('parentId');
  const isSettled = settled.parentId === values.parentId && settled.startDate === values.startDate;
  const valid = historyBody.safeParse(withoutBlanks({ ...values, consultant: { id, internalId } })).data;
  const body = isCode && isSettled ? valid : undefined;
  const preview = useQuery(previewMove(id, body));
  const { data: entries } = useQuery(consultantHistory(id));
  const move = useMutation(moveUpline);
  const refusal = move.error ?? (body !== undefined ? preview.error : null);
  // What is wrong with a code may be that it is still being typed; what conflicts is said at once.
  const conflicts = refusal instanceof CallError && refusal.status === 409;
  const refusedFields = refusal instanceof CallError && !conflicts ? byField(refusal.errors) : {};
  const errors: Record<string, string> = { ...refusedFields, ...validationErrors(historyBody, values) };
  const isLoading = isCode && valid !== undefined && (!isSettled || preview.isFetching);
  const canMove = body !== undefined && preview.data !== undefined && !preview.isFetching;

  function change(changed: Partial<typeof values>) {
    move.reset();
    setValues((before) => ({ ...before, ...changed }));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    setLeft(new Set(['parentId', 'startDate']));
    if (!canMove) return;
    move.mutate({ consultantId: id, body, takeDays: true }, { onSuccess: onClose });
  }

  const errorAt = (field: string) => (left.has(field) ? errors[field] : undefined);
  const leave = (field: string) => () => setLeft((before) => new Set([...before, field]));
  const periods = body && entries ? daysGiven(entries, { startDate: body.startDate, endDate: null }) : [];

  return (
    <form aria-label="Mudar upline" noValidate onSubmit={submit}>
      <p className={styles.subject}>
        {name} <span>{internalId}</span>
      </p>
      <div className={styles.fields}>
        <UplineField
          label="Novo upline (código ou nome)"
          required
          data-autofocus
          value={values.parentId}
          onChange={(parentId) => change({ parentId })}
          onBlur={leave('parentId')}
          onMeant={setMeant}
          error={errorAt('parentId')}
        />
        <DayField
          label="A partir de"
          required
          value={values.startDate}
          onChange={(startDate) => change({ startDate })}
          onBlur={leave('startDate')}
          error={errorAt('startDate')}
        />
      </div>
      <div role="alert">
        {refusal && Object.keys(refusedFields).length === 0 && <p className={styles.refusal}>{refusal.message}</p>}
      </div>
      <output className={styles.state}>
        {isLoading && 'A ver o que muda…'}
        {canMove && preview.data.networks.length === 0 && 'Nenhuma encomenda muda de rede.'}
        {canMove &&
          preview.data.networks.length > 0 &&
          'As encomendas ficam com quem as fez; o que muda é para que redes contam.'}
        {values.parentId === '' && 'Escolha o upline para ver o que muda. A data pode estar no passado.'}
      </output>
      {canMove && <Impact impact={preview.data} periods={periods} />}
      <div className={styles.buttons}>
        <Button variant="neutral" onClick={onClose}>
          Cancelar
        </Button>
        <BusyButton type="submit" busy={isLoading || move.isPending}>
          Mudar upline
        </BusyButton>
      </div>
    </form>
  );
}
