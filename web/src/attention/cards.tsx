import type { StrayOrder } from '@rede/contract/attention';
import { useMutation, useQuery } from '@tanstack/react-query';
import { formatInstant } from '../lib/instants.ts';
import { formatMoney } from '../lib/money.ts';
import { formatNumber } from '../lib/numbers.ts';
import { AttentionCard, RowWords } from './attention-card.tsx';
import { assignOrder, question } from './calls.ts';
import styles from './cards.module.css';

const personPage = (id: number) => `/backoffice/users/${id}`;

export function StrayOrders() {
  return (
    <AttentionCard
      title="Encomendas sem consultor"
      query={useQuery(question('strayOrders'))}
      rowKey={({ id }) => id}
      renderRow={(order) => <Stray order={order} />}
      all={{ to: '/backoffice/orders?withoutConsultant=true', text: 'Ver todas' }}
      help="encomendas-sem-consultor"
    />
  );
}

function Stray({ order }: { order: StrayOrder }) {
  const { mutate, isPending, isSuccess } = useMutation(assignOrder);
  const { id, ecommerceId, createdAt, total, couponCode, proposal } = order;
  return (
    <>
      <RowWords name={ecommerceId} to={`/backoffice/edit-orders/${id}`}>
        {createdAt} · {formatMoney(total)}
        {!proposal && couponCode !== null && ` · cupão ${couponCode}`}
      </RowWords>
      {proposal && (
        <button
          type="button"
          className={styles.mend}
          aria-disabled={isPending || isSuccess}
          title={`${proposal.name} (${proposal.internalId})`}
          onClick={() => {
            if (!isPending && !isSuccess) mutate({ order, to: proposal });
          }}
        >
          Atribuir a {firstName(proposal.name)} ({reasonOf(order)})
        </button>
      )}
    </>
  );
}

const firstName = (name: string) => name.split(' ')[0];

function reasonOf({ couponCode, proposal }: StrayOrder): string {
  return proposal?.reason === 'coupon' && couponCode !== null ? `cupão ${couponCode}` : 'mesmo email';
}

export function RefusedLines() {
  return (
    <AttentionCard
      title="Linhas recusadas"
      query={useQuery(question('refusedLines'))}
      rowKey={({ id }) => id}
      renderRow={({ id, fileName, loadedAt, failed, malformed, corrected }) => (
        <>
          <RowWords name={fileName} to={`/backoffice/upload-csv?ficheiro=${id}`}>
            {formatInstant(loadedAt)}
          </RowWords>
          <span className={styles.figure}>{counted(failed + malformed - corrected, 'linha', 'linhas')}</span>
        </>
      )}
      all={{ to: '/backoffice/upload-csv', text: 'Ver todos' }}
      help="reparar-um-ficheiro"
    />
  );
}

export function WithoutUpline() {
  return (
    <AttentionCard
      title="Consultores sem upline"
      query={useQuery(question('withoutUpline'))}
      rowKey={({ id }) => id}
      renderRow={({ id, internalId, name }) => (
        <RowWords name={name} to={personPage(id)}>
          {internalId}
        </RowWords>
      )}
      all={{ to: '/backoffice/users?withoutUpline=true', text: 'Ver todos' }}
      help="corrigir-uma-upline"
    />
  );
}

export function FailedInvitations() {
  return (
    <AttentionCard
      title="Convites que falham"
      query={useQuery(question('failedInvitations'))}
      rowKey={({ id }) => id}
      renderRow={({ id, internalId, name, failure }) => (
        <RowWords name={name} to={personPage(id)}>
          {internalId} · <span title={failure}>{failure}</span>
        </RowWords>
      )}
      all={{ to: '/backoffice/users', text: 'Gestão de Consultores' }}
      help="convites-que-falham"
    />
  );
}

export function Duplicates() {
  return (
    <AttentionCard
      title="Consultores repetidos?"
      query={useQuery(question('duplicates'))}
      rowKey={({ reason, value }) => `${reason} ${value}`}
      renderRow={({ reason, value, consultants }) => (
        <>
          <RowWords
            name={reason === 'name' ? value : `@${value}`}
            to={`/backoffice/users?${new URLSearchParams(reason === 'name' ? { name: value } : { email: `@${value}` })}`}
          >
            {reason === 'name' ? 'o mesmo nome' : 'o mesmo domínio de email'} ·{' '}
            {consultants.map(({ internalId }) => internalId).join(', ')}
          </RowWords>
          <span className={styles.figure}>{formatNumber(consultants.length)}</span>
        </>
      )}
      all={{ to: '/backoffice/users', text: 'Gestão de Consultores' }}
      help="consultores-repetidos"
    />
  );
}

export function Debts() {
  const query = useQuery(question('debts'));
  return (
    <AttentionCard
      title="Por pagar"
      query={query}
      rowKey={({ id }) => id}
      note={query.data && formatMoney(query.data.totalPendingValue)}
      renderRow={({ internalId, name, totalPendingValue, orders, oldestAt }) => (
        <>
          <RowWords
            name={name}
            to={`/backoffice/orders?${new URLSearchParams({ payment: 'pending', consultantCode: internalId })}`}
          >
            {counted(orders, 'encomenda', 'encomendas')}, desde {oldestAt}
          </RowWords>
          <span className={styles.owed}>{formatMoney(totalPendingValue)}</span>
        </>
      )}
      all={{ to: '/backoffice/orders?payment=pending', text: 'Ver todas' }}
      help="encomendas-por-pagar-de-uma-rede"
    />
  );
}

export function counted(number: number, one: string, many: string): string {
  return `${formatNumber(number)} ${number === 1 ? one : many}`;
}
