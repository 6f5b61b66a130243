import { type Day, firstDay, todayInLisbon } from '@rede/contract/days';
import type { Money } from '@rede/contract/money';
import type { Debtor, DebtorsQuery, Window } from '@rede/contract/dashboard';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconCopy, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useIdentity } from '../identity/identity.tsx';
import { formatNumber } from '../lib/numbers.ts';
import { copyText, hasShareSheet, share } from '../lib/share.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Pager } from '../ui/pager.tsx';
import { TextToCopy } from '../ui/text-to-copy.tsx';
import { toast } from '../ui/toasts.ts';
import { Amount } from './amount.tsx';
import { debtorsQuery } from './calls.ts';
import { countedOrdersQuery } from './later-calls.ts';
import { debtMessage } from './debt-message.ts';
import styles from './debtors.module.css';
import { Sum } from './sum.tsx';
import { agoInWords } from './words.ts';

/** The most orders in a message. */
const ordersInMessage = 200;

/** Who owes, of all days up to the last one, with a message to send. */
export function Debtors({ endDate }: { endDate: Day }) {
  const [sort, setSort] = useState<DebtorsQuery['sort']>('-totalPendingValue');
  const [pageNumber, setPageNumber] = useState(0);
  const { data, error, isFetching, refetch } = useQuery(debtorsQuery({ endDate, sort, pageNumber, pageSize: 5 }));
  const window = { startDate: firstDay, endDate };

  return (
    <>
      <DataTable
        label="Quem deve"
        columns={columnsOf(window, data?.totals.totalPendingValue)}
        rows={data?.members.results}
        rowKey={({ id }) => id}
        busy={isFetching}
        totalResults={data?.members.totalResults}
        sort={sort}
        onSort={(wanted) => {
          setSort(wanted as DebtorsQuery['sort']);
          setPageNumber(0);
        }}
        error={error}
        onRetry={() => void refetch()}
        placeholderRows={5}
        renderActions={(member) => <MessageButton debtor={member} window={window} />}
        empty={{ title: 'Está tudo pago', hint: 'Ninguém na sua rede tem encomendas por pagar.' }}
      />
      <Pager
        label="Páginas: Quem deve"
        pageNumber={data?.members.pageNumber ?? 0}
        totalPages={data?.members.totalPages ?? 0}
        onPage={setPageNumber}
      />
    </>
  );
}

interface MessageButtonProps {
  debtor: Debtor;
  window: Window;
}

/** Copies a message to who owes, or sends it by the phone's share sheet. */
function MessageButton({ debtor, window }: MessageButtonProps) {
  const { user } = useIdentity();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const sends = hasShareSheet();
  const orders = countedOrdersQuery(
    { kind: 'total', memberId: debtor.id },
    { ...window, sort: '-pending', pageNumber: 0, pageSize: ordersInMessage },
  );

  // Browsers take a text only shortly after the click: it is fetched once somebody is about to.
  const prepare = () => void client.prefetchQuery(orders);

  async function writeMessage(): Promise<string> {
    const answer = await client.fetchQuery(orders);
    return debtMessage({
      debtor: debtor.name,
      sender: user.name ?? '',
      orders: answer.orders.results,
      total: answer.totals.totalPendingValue,
    });
  }

  async function handOver(): Promise<void> {
    setBusy(true);
    const message = writeMessage();
    const handedOver = sends ? message.then((text) => share({ text })) : copyText(message);
    const outcome = handedOver.then(
      () => true,
      () => false,
    );
    try {
      const text = await message;
      if (!(await outcome)) setRefused(text);
      else if (!sends) toast('success', 'Mensagem copiada');
    } catch (error) {
      toast('error', `Erro ao preparar a mensagem: ${(error as Error).message}`);
    }
    setBusy(false);
  }

  return (
    <>
      <BusyButton
        variant="neutral"
        busy={busy}
        leftSection={sends ? <IconSend size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        aria-label={`${sends ? 'Enviar mensagem' : 'Copiar mensagem'} a ${debtor.name}`}
        onPointerEnter={prepare}
        onPointerDown={prepare}
        onFocus={prepare}
        onClick={() => void handOver()}
      >
        {sends ? 'Enviar mensagem' : 'Copiar mensagem'}
      </BusyButton>
      {refused !== undefined && (
        <TextToCopy title={`Mensagem a ${debtor.name}`} text={refused} onClose={() => setRefused(undefined)} />
      )}
    </>
  );
}

function columnsOf(window: Window, total: Money | undefined): Column<Debtor>[] {
  return [
    { key: 'name', title: 'Nome', cell: ({ name }) => name, sortable: true, line: 'title' },
    { key: 'internalId', title: 'Código', cell: ({ internalId }) => internalId, soft: true, line: 'detail' },
    {
      key: 'oldestAt',
      title: 'Mais antiga',
      cell: ({ oldestAt }) => (
        <>
          {oldestAt} <span className={styles.ago}>{agoInWords(oldestAt, todayInLisbon())}</span>
        </>
      ),
      sortable: true,
      line: 'detail',
      lineWords: { before: '· ' },
    },
    {
      key: 'orders',
      title: 'Encomendas',
      cell: ({ orders }) => formatNumber(orders),
      numeric: true,
      line: 'note',
      lineWords: { before: 'encomendas: ' },
    },
    {
      key: 'totalPendingValue',
      title: 'Por pagar',
      cell: ({ id, name, totalPendingValue }) => (
        <Amount
          owed
          amount={totalPendingValue}
          figure={{ title: `Encomendas de ${name}`, kind: 'total', memberId: id, sort: '-pending' }}
          window={window}
        />
      ),
      sortable: true,
      numeric: true,
      line: 'value',
      footer: total !== undefined && <Sum name="Total" amount={total} owed />,
    },
  ];
}
