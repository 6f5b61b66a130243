import type { Change } from '@rede/contract/activity';
import { useQuery } from '@tanstack/react-query';
import { activityPage } from '../activity/calls.ts';
import { fateOf } from '../activity/fields.ts';
import { formatInstant } from '../lib/instants.ts';

/** How many changes of a consultant are looked through: more than most have in their life. */
const pageSize = 100;

/** Who or what made a period, where the activity log says so. All periods of a page share one call. */
export function PeriodOrigin({ consultantId, historyId }: { consultantId: number; historyId: number }) {
  const { data } = useQuery(activityPage({ consultantId, pageNumber: 0, pageSize }));
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
