import type { Suggestion } from '@rede/contract/consultants';
import { type FailedLine, type LineField, type LineValues, lineFields } from '@rede/contract/orders-import';
import { useQuery } from '@tanstack/react-query';
import { memo, useId } from 'react';
import { formatNumber } from '../lib/numbers.ts';
import { SuggestField } from '../ui/suggest-field.tsx';
import { consultantSuggestions, nearestConsultants } from './calls.ts';
import { fieldTitles } from './fields.ts';
import styles from './repair-grid.module.css';
import { type Reason, reasonAtFirst, valuesNow } from './repair.ts';

interface RepairRowProps {
  line: FailedLine;
  typed: LineValues | undefined;
  /** Whether it is loaded next. */
  chosen: boolean;
  /** Why it was refused again, where it was. */
  again: Reason | undefined;
  /** All lines with the same wrong value in the same field, this one among them, where they can be given what was typed here. */
  alike: readonly FailedLine[] | undefined;
  onType: (line: FailedLine, field: LineField, value: string) => void;
  onTypeInAll: (lines: readonly FailedLine[], field: LineField, value: string) => void;
  onChoose: (lineNumber: number, isChosen: boolean) => void;
}

/** One refused line: its fields, and below them why it was refused and what may help. */
export const RepairRow = memo(function RepairRow(props: RepairRowProps) {
  const { line, typed, chosen, again, alike, onType, onTypeInAll, onChoose } = props;
  const { lineNumber } = line;
  const reasonId = useId();
  const values = valuesNow(line, typed);
  const reason = again ?? reasonAtFirst(line);
  const fault = reason.field;
  const replacement = fault ? typed?.[fault]?.trim() : undefined;

  return (
    <tbody className={styles.row} data-chosen={chosen || undefined}>
      <tr>
        <th scope="row" className={styles.line}>
          <label className={styles.choice}>
            <input
              type="checkbox"
              aria-label={`Carregar a linha ${lineNumber}`}
              checked={chosen}
              onChange={({ currentTarget }) => onChoose(lineNumber, currentTarget.checked)}
            />
            {lineNumber}
          </label>
        </th>
        {lineFields.map((field) => {
          const cell = {
            'data-cell': `${lineNumber} ${field}`,
            'data-typed': typed?.[field] !== undefined || undefined,
            // Escape takes back what was typed, and does not close what is around.
            'data-mantine-stop-propagation': 'true',
            'aria-label': `${fieldTitles[field]}, linha ${lineNumber}`,
            'aria-invalid': fault === field || undefined,
            'aria-describedby': fault === field || fault === null ? reasonId : undefined,
            className: styles.input,
            value: values[field] ?? '',
            maxLength: 200,
          };
          return (
            <td key={field} data-field={field} data-label={fieldTitles[field]}>
              {field === 'internalId' ? (
                <SuggestField
                  {...cell}
                  brief
                  suggest={consultantSuggestions}
                  describe={describe}
                  onChange={(value) => onType(line, field, value)}
                />
              ) : (
                <input
                  {...cell}
                  type="text"
                  autoComplete="off"
                  spellCheck={false}
                  onChange={({ currentTarget }) => onType(line, field, currentTarget.value)}
                />
              )}
            </td>
          );
        })}
      </tr>
      <tr>
        <td colSpan={lineFields.length + 1} className={styles.help}>
          <span id={reasonId} className={styles.reason}>
            {reason.error}
          </span>
          {fault === 'internalId' && reason.wrong !== '' && (
            <Proposals
              wrong={reason.wrong}
              chosen={values.internalId}
              of={lineNumber}
              onPick={(code) => onType(line, fault, code)}
            />
          )}
          {fault && replacement && alike && (
            <button type="button" className={styles.all} onClick={() => onTypeInAll(alike, fault, replacement)}>
              Aplicar a todas as {formatNumber(alike.length)} linhas com este{' '}
              {fault === 'internalId' ? 'código' : 'valor'}
            </button>
          )}
        </td>
      </tr>
    </tbody>
  );
});

interface ProposalsProps {
  wrong: string;
  /** What stands in the field now. */
  chosen: string | undefined;
  of: number;
  onPick: (code: string) => void;
}

/** Whose code may have been meant: one tap puts it in. */
function Proposals({ wrong, chosen, of, onPick }: ProposalsProps) {
  const { data = [] } = useQuery(nearestConsultants(wrong.trim()));
  const codes = data.filter(({ id }) => id !== null).slice(0, 3);

  if (codes.length === 0) return null;
  return (
    <fieldset className={styles.proposals} aria-label={`Propostas para a linha ${of}`}>
      <span className={styles.ask}>Seria</span>
      {codes.map(({ internalId, name }) => (
        <button
          key={internalId}
          type="button"
          className={styles.proposal}
          aria-pressed={chosen === internalId}
          onClick={() => onPick(internalId)}
        >
          <span className={styles.code}>{internalId}</span> {name}
        </button>
      ))}
    </fieldset>
  );
}

function describe({ internalId, name, status }: Suggestion) {
  const note = { ACTIVE: undefined, INACTIVE: 'Inactivo', SUSPENDED: 'Suspenso' }[status ?? 'ACTIVE'];
  return { code: internalId, name, note };
}
