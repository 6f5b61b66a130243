import type { Change } from '@rede/contract/activity';
import { useQuery } from '@tanstack/react-query';
import { activityPage } from '../activity/calls.ts';
import { fateOf } from '../activity/fields.ts';
import { formatInstant } from '../lib/instants.ts';

/** How many changes a consultant's page shows at first. Among them is what made its periods, so one call does for both. */
export const changesAtOnce = 20;

/** Who or what made a period, where one of the latest changes did. */
export function PeriodOrigin({ consultantId, historyId }: { consultantId: number; historyId: number }) {
  const { data } = useQuery(activityPage({ consultantId, pageNumber: 0, pageSize: changesAtOnce }));
  const touched = data?.results.filter(({ records }) =>
    records.some(({ kind, id }) => kind === 'period' && id === historyId),
  );
  const [latest] = touched ?? [];
  return latest ? wordsFor(latest, historyId) : null;
}

function wordsFor({ by, at, does, about, records }: Change, historyId: number): string {
  const record = records.find(({ kind, id }) => kind === 'period' && id === historyId);
  const isNew = record !== undefined && fateOf(record) === 'created';
  const what = does === 'undo' ? 'Reposto' : isNew ? 'Criado' : 'Alterado';
  const who = does.startsWith('file.') ? `pelo ficheiro ${about}` : `por ${by ?? 'um programa fora da aplicação'}`;
  return `${what} ${who}, ${formatInstant(at)}`;
}
