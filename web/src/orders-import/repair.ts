import type { FailedLine, LineField, LineValues, ordersImport } from '@rede/contract/orders-import';
import type { Answer } from '@rede/contract/endpoint';
import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Why a line is refused, and at which field, where it is one. */
export interface Reason extends Pick<FailedLine, 'error' | 'field'> {
  /** What that field said; empty where it said nothing. */
  wrong: string;
}

/** The refused lines of one import while somebody corrects them; all by line number. */
export interface Repair {
  /** What was typed, where it differs from what the file says. */
  typed: Readonly<Record<number, LineValues>>;
  /** The lines that are loaded next: those that were touched, and those chosen as they are. */
  chosen: Readonly<Record<number, true>>;
  /** Why lines were refused again. */
  reasons: Readonly<Record<number, Reason>>;
}

const untouched: Repair = { typed: {}, chosen: {}, reasons: {} };

export interface SentLine {
  lineNumber: number;
  values: LineValues;
}

type CorrectedAnswer = Answer<typeof ordersImport.correct>['lines'];

/** Why a line was refused when its file was loaded. */
export function reasonAtFirst({ error, field, values }: FailedLine): Reason {
  return { error, field, wrong: (field && values?.[field]) ?? '' };
}

/** Why a line is refused now. */
export function reasonOf(line: FailedLine, reasons: Repair['reasons']): Reason {
  return reasons[line.lineNumber] ?? reasonAtFirst(line);
}

/** The reason without the values, days and lines that it names, so that alike ones count together. */
export function kindOf({ error }: Reason): string {
  return error.replaceAll(/"[^"]*"|\d{4}-\d\d-\d\d/g, '…').replaceAll(/linha \d+/g, 'linha …');
}

/** By line number: the lines whose field at fault says the same, where there are several. */
export function linesWithTheSame(
  lines: readonly FailedLine[],
  reasons: Repair['reasons'],
): ReadonlyMap<number, readonly FailedLine[]> {
  const groups = new Map<string, FailedLine[]>();
  for (const line of lines) {
    const { field, wrong } = reasonOf(line, reasons);
    if (field === null || wrong.trim() === '') continue;
    const key = `${field} ${wrong.trim().toLowerCase()}`;
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return new Map(
    [...groups.values()]
      .filter((group) => group.length > 1)
      .flatMap((group) => group.map(({ lineNumber }) => [lineNumber, group] as const)),
  );
}

/** What a line says now: the file's values under what was typed. */
export function valuesNow({ values }: Pick<FailedLine, 'values'>, typed: LineValues | undefined): LineValues {
  return { ...values, ...typed };
}

export function type(repair: Repair, line: FailedLine, field: LineField, value: string): Repair {
  const { lineNumber } = line;
  const { [field]: _, ...others } = repair.typed[lineNumber] ?? {};
  const typed = value === (line.values?.[field] ?? '') ? others : { ...others, [field]: value };
  const { [lineNumber]: __, ...otherLines } = repair.typed;
  const isTouched = Object.keys(typed).length > 0;
  return choose(
    { ...repair, typed: isTouched ? { ...otherLines, [lineNumber]: typed } : otherLines },
    [lineNumber],
    isTouched,
  );
}

/** The same value in a field of several lines. */
export function typeInAll(repair: Repair, lines: readonly FailedLine[], field: LineField, value: string): Repair {
  const typed = { ...repair.typed };
  for (const { lineNumber } of lines) typed[lineNumber] = { ...typed[lineNumber], [field]: value };
  return choose(
    { ...repair, typed },
    lines.map(({ lineNumber }) => lineNumber),
    true,
  );
}

export function choose(repair: Repair, lineNumbers: readonly number[], isChosen: boolean): Repair {
  const chosen = { ...repair.chosen };
  for (const lineNumber of lineNumbers) {
    if (isChosen) chosen[lineNumber] = true;
    else delete chosen[lineNumber];
  }
  return { ...repair, chosen };
}

/** After lines were sent: what loaded is done with; what was refused again keeps what was typed, and has its new reason. */
export function settle(repair: Repair, sent: readonly SentLine[], answers: CorrectedAnswer): Repair {
  const typed = { ...repair.typed };
  const chosen = { ...repair.chosen };
  const reasons = { ...repair.reasons };
  for (const { lineNumber, orderId, error, field } of answers) {
    delete chosen[lineNumber];
    delete reasons[lineNumber];
    if (orderId !== null) delete typed[lineNumber];
    else if (error !== null) {
      const values = sent.find((line) => line.lineNumber === lineNumber)?.values;
      reasons[lineNumber] = { error, field, wrong: (field && values?.[field]) ?? '' };
    }
  }
  return { typed, chosen, reasons };
}

const keyOf = (importId: number) => ['repair', importId];

/** What was typed stays while pages change, and until the line is loaded. */
export function useRepair(importId: number): [Repair, change: (how: (before: Repair) => Repair) => void] {
  const client = useQueryClient();
  const { data = untouched } = useQuery<Repair>({
    queryKey: keyOf(importId),
    queryFn: skipToken,
    gcTime: Infinity,
    structuralSharing: false,
  });
  const change = useCallback(
    (how: (before: Repair) => Repair) => changeRepair(client, importId, how),
    [client, importId],
  );
  return [data, change];
}

export function changeRepair(client: QueryClient, importId: number, how: (before: Repair) => Repair): void {
  client.setQueryData<Repair>(keyOf(importId), (before = untouched) => how(before));
}

/** Every import with something typed that is not loaded yet. */
export function repairsInHand(client: QueryClient): [importId: number, Repair][] {
  return client
    .getQueriesData<Repair>({ queryKey: ['repair'] })
    .flatMap(([[, importId], repair]) =>
      repair && Object.keys(repair.typed).length > 0 ? [[Number(importId), repair] as [number, Repair]] : [],
    );
}
