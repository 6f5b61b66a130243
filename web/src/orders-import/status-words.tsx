import type { StatusMeaning } from '@rede/contract/orders-import';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstant } from '../lib/instants.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { RowButton } from '../ui/row-action.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { setStatusWord, statusWords } from './calls.ts';
import { Disclosure } from './disclosure.tsx';
import { shopNames } from './fields.ts';
import styles from './status-words.module.css';
import { meanings } from './words.ts';

const title = 'O que os estados das lojas querem dizer';

type Answer = NonNullable<Awaited<ReturnType<NonNullable<typeof statusWords.queryFn>>>>[number];

const choices = (Object.entries(meanings) as [StatusMeaning, string][]).map(([value, label]) => ({ value, label }));

const columns: readonly Column<Answer>[] = [
  { key: 'shop', title: 'Loja', cell: ({ shop }) => shopNames[shop] },
  { key: 'word', title: 'Estado', cell: ({ word }) => word, prose: true },
  { key: 'meaning', title: 'Quer dizer', cell: (answer) => <Meaning {...answer} /> },
  {
    key: 'saidBy',
    title: 'Quem respondeu',
    cell: ({ saidBy, saidAt }) => (
      <span>
        {saidBy}, <span className={styles.instant}>{formatInstant(saidAt)}</span>
      </span>
    ),
    soft: true,
  },
];

/** The remembered answers, to change or to forget; nothing where there are none. */
export function StatusWords() {
  const { data = [] } = useQuery(statusWords);
  const { mutate } = useMutation(setStatusWord);
  // Fields that nobody sees would begin transitions, with the colours or the width, that browsers never end.
  const [isOpen, setOpen] = useState(false);

  if (data.length === 0) return null;
  return (
    <div className={styles.root}>
      <Disclosure title={title} onToggle={setOpen}>
        <p className={styles.note}>
          Respostas guardadas, usadas nos próximos ficheiros de cada loja. O que já foi carregado não muda.
        </p>
        {isOpen && (
          <DataTable
            label={title}
            columns={columns}
            rows={data}
            rowKey={({ shop, word }) => `${shop} ${word}`}
            empty={{ title: 'Nenhuma', hint: '' }}
            renderActions={({ shop, word }) => (
              <RowButton of={word} onClick={() => mutate({ shop, word })}>
                Esquecer
              </RowButton>
            )}
          />
        )}
      </Disclosure>
    </div>
  );
}

function Meaning({ shop, word, meaning }: Answer) {
  const { mutate, isPending, variables } = useMutation(setStatusWord);
  return (
    <SelectField
      aria-label={`O que quer dizer ${word}`}
      choices={choices}
      value={(isPending && variables.meaning) || meaning}
      onChange={({ currentTarget }) => mutate({ shop, word, meaning: currentTarget.value as StatusMeaning })}
    />
  );
}
