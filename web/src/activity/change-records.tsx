import type { Change } from '@rede/contract/activity';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '../ui/failure.tsx';
import { Pager } from '../ui/pager.tsx';
import styles from './activity.module.css';
import { changedRecords } from './calls.ts';
import { ChangedFields } from './changed-fields.tsx';
import { fateOf } from './fields.ts';
import { Sentence } from './linked-sentence.tsx';
import { nameOf } from './sentence.ts';

const pageSize = 20;

const fates = { created: 'criado', changed: 'alterado', deleted: 'apagado' } as const;
const kinds = { consultant: 'Consultor', period: 'Período de', order: 'Encomenda' } as const;

/** All records of a change, some at a time; those that came with it need no call. */
export function ChangeRecords({ change }: { change: Change }) {
  const [pageNumber, setPageNumber] = useState(0);
  const isWhole = change.records.length >= change.recordCount;
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...changedRecords(change.id, pageNumber, pageSize),
    enabled: !isWhole,
  });
  const records = isWhole ? change.records : data?.results;

  if (!records && error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!records) return <output className={styles.note}>A carregar dados...</output>;
  return (
    <>
      <ul className={styles.records} aria-busy={isPlaceholderData}>
        {records.map((record) => (
          <li key={`${record.kind} ${record.id}`}>
            <p className={styles.record}>
              {kinds[record.kind]} <Sentence parts={[nameOf(record)]} />{' '}
              <span className={styles.note}>
                {fates[fateOf(record)]}
                {!record.exists && fateOf(record) !== 'deleted' && ', já não existe'}
              </span>
            </p>
            <ChangedFields record={record} />
          </li>
        ))}
      </ul>
      {!isWhole && (
        <Pager
          label="Páginas dos registos"
          pageNumber={pageNumber}
          totalPages={data?.totalPages ?? 0}
          onPage={setPageNumber}
        />
      )}
    </>
  );
}
