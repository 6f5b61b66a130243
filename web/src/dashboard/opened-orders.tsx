import { todayInLisbon } from '@rede/contract/days';
import { type CountedOrder, type CountedOrders, type CountedOrdersQuery, windowOf } from '@rede/contract/dashboard';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconLink, IconPrinter, IconShare2 } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { useIdentity } from '../identity/identity.tsx';
import { CallError } from '../lib/call.ts';
import { formatMoney } from '../lib/money.ts';
import { formatNumber } from '../lib/numbers.ts';
import { copyText, hasShareSheet, share } from '../lib/share.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Button } from '../ui/button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Pager } from '../ui/pager.tsx';
import { Zero } from './amount.tsx';
import { countedOrdersQuery } from './later-calls.ts';
import { type Extract, type OpenedState, withExtract, withoutExtract } from './extract.ts';
import styles from './opened-orders.module.css';
import { Sum } from './sum.tsx';

const pageSize = 10;

/** The most orders on paper, and how many of them one request fetches. */
const mostPrinted = 500;
const printedAtOnce = 100;

/** A dialog with the orders behind a figure; they add up to it. A default export, for `lazy`. */
export default function OpenedOrders({ extract }: { extract: Extract }) {
  const { user } = useIdentity();
  const { openedAs, close } = useOpening();
  const [sort, setSort] = useState(extract.sort);
  const [pageNumber, setPageNumber] = useState(0);
  const isOwnNetwork = extract.head === undefined || sameCode(extract.head, user.internalId);
  const window = windowOf(extract.window, todayInLisbon());
  const selection = { ...window, sort, ...(!isOwnNetwork && { networkOf: extract.head }) };
  const { data, error, isFetching, refetch } = useQuery(
    countedOrdersQuery(extract.counted, { ...selection, pageNumber, pageSize }),
  );
  const isOwn = extract.counted.kind === 'own' && isOwnNetwork;
  const title = isOwn
    ? 'As minhas encomendas'
    : data
      ? `Encomendas de ${data.member.name}`
      : (openedAs ?? 'Encomendas');
  // Known before the answer in one's own network, so that nothing moves when it comes.
  const head = data?.head ?? (isOwnNetwork ? user : undefined);
  const days = `de ${window.startDate} a ${window.endDate}`;
  const subtitle =
    extract.counted.kind === 'own' || !head ? days : `na rede de ${head.name} (${head.internalId}), ${days}`;

  if (error instanceof CallError && error.status === 404) {
    return (
      <Dialog small title="Este extracto não está ao seu alcance" onClose={close}>
        <p className={styles.refused}>{error.message}</p>
        <Button onClick={close}>Voltar à minha rede</Button>
      </Dialog>
    );
  }
  const columns = columnsOf(data, extract.counted.kind !== 'own', (code) => sameCode(code, user.internalId));
  return (
    <Dialog title={title} subtitle={subtitle} onClose={close}>
      <div className={styles.actions}>
        <ShareButton title={title} extract={{ ...extract, sort }} />
        {data && (
          <Print title={title} subtitle={subtitle} data={data} columns={columns} extract={extract} query={selection} />
        )}
      </div>
      <DataTable
        label={title}
        columns={columns}
        rows={data?.orders.results}
        rowKey={({ ecommerceId }) => ecommerceId}
        busy={isFetching}
        totalResults={data?.orders.totalResults}
        sort={sort}
        onSort={(wanted) => {
          setSort(wanted as CountedOrdersQuery['sort']);
          setPageNumber(0);
        }}
        error={error}
        onRetry={() => void refetch()}
        placeholderRows={4}
        empty={{ title: 'Nenhuma encomenda', hint: 'Nestas datas não há encomendas.' }}
      />
      <Pager
        label="Páginas das encomendas"
        pageNumber={data?.orders.pageNumber ?? 0}
        totalPages={data?.orders.totalPages ?? 0}
        onPage={setPageNumber}
      />
    </Dialog>
  );
}

/** What the history knows of how the extract was opened, and how it closes: one step back where that leads to the page. */
function useOpening(): { openedAs: string | undefined; close: () => void } {
  const navigate = useNavigate();
  const { search, hash, state } = useLocation();
  const openedAs = (state as OpenedState | null)?.openedAs;
  return {
    openedAs,
    close: () => {
      if (openedAs !== undefined) void navigate(-1);
      else void navigate({ search: withoutExtract(search), hash }, { replace: true });
    },
  };
}

function sameCode(one: string, other: string | null): boolean {
  return one.trim().toLowerCase() === other?.trim().toLowerCase();
}

function columnsOf(
  data: CountedOrders | undefined,
  inNetwork: boolean,
  isReader: (code: string) => boolean,
): Column<CountedOrder>[] {
  const chain: Column<CountedOrder> = {
    key: 'uplines',
    title: 'Uplines nesse dia',
    cell: ({ uplines }) => <UplinePath uplines={uplines} isReader={isReader} />,
  };
  return [
    { key: 'ecommerceId', title: 'Encomenda', cell: ({ ecommerceId }) => ecommerceId, sortable: true, short: true },
    { key: 'createdAt', title: 'Data', cell: ({ createdAt }) => createdAt, sortable: true, short: true },
    ...(inNetwork ? [chain] : []),
    {
      key: 'total',
      title: 'Valor',
      cell: ({ total }) => formatMoney(total),
      sortable: true,
      numeric: true,
      footer: data && <Sum name="Total" amount={data.totals.totalOrdersValue} />,
    },
    { key: 'paid', title: 'Pago', cell: ({ paid }) => formatMoney(paid), numeric: true },
    {
      key: 'pending',
      title: 'Por pagar',
      cell: ({ pending }) =>
        pending === '0.00' ? <Zero /> : <span className={styles.owed}>{formatMoney(pending)}</span>,
      sortable: true,
      numeric: true,
      footer: data && <Sum name="Por Pagar" amount={data.totals.totalPendingValue} />,
    },
  ];
}

interface UplinePathProps {
  uplines: CountedOrder['uplines'];
  isReader: (code: string) => boolean;
}

/** The uplines from the member up to the network's head, who comes last. */
function UplinePath({ uplines, isReader }: UplinePathProps) {
  return (
    <ol className={styles.chain}>
      {uplines.map(({ internalId, name }) => (
        <li key={internalId} title={name}>
          {isReader(internalId) ? 'eu' : internalId}
        </li>
      ))}
    </ol>
  );
}

/** Hands the extract's address over: who may see it opens it there. */
function ShareButton({ title, extract }: { title: string; extract: Extract }) {
  const { user } = useIdentity();
  const [said, setSaid] = useState<'copied' | 'refused'>();
  // A link says whose network it is about, and needs nothing of the page it was taken from: everybody who may sign in has a /dashboard.
  const head = extract.head ?? user.internalId ?? undefined;
  const link = `${location.origin}/dashboard${withExtract('', { ...extract, head })}`;
  const sends = hasShareSheet();

  return (
    <>
      <Button
        variant="neutral"
        leftSection={sends ? <IconShare2 size={16} aria-hidden /> : <IconLink size={16} aria-hidden />}
        onClick={() => {
          void (sends ? share({ title, url: link }) : copyText(link)).then(
            () => !sends && setSaid('copied'),
            () => setSaid('refused'),
          );
        }}
      >
        {sends ? 'Partilhar' : 'Copiar ligação'}
      </Button>
      <output className={styles.said}>{said === 'copied' && 'Ligação copiada'}</output>
      {said === 'refused' && (
        <input
          className={styles.link}
          aria-label="Ligação"
          readOnly
          ref={takeFocus}
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </>
  );
}

function takeFocus(field: HTMLInputElement | null): void {
  field?.focus();
}

interface PrintProps {
  title: string;
  subtitle: string;
  data: CountedOrders;
  columns: readonly Column<CountedOrder>[];
  extract: Extract;
  query: Omit<CountedOrdersQuery, 'pageNumber' | 'pageSize'>;
}

/** The extract on paper, with all its orders, and the button that fetches them. */
function Print({ title, subtitle, data, columns, extract, query }: PrintProps) {
  const client = useQueryClient();
  const [state, setState] = useState<'idle' | 'fetching' | 'failed'>('idle');
  const [paper, setPaper] = useState<readonly CountedOrder[]>();
  const button = useRef<HTMLButtonElement>(null);
  const { results, totalResults } = data.orders;

  // Who prints by the browser's menu gets the rows that are at hand.
  useEffect(() => {
    const before = () => flushSync(() => setPaper((orders) => orders ?? results));
    const after = () => setPaper(undefined);
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, [results]);

  // The keyboard's way to print is the page's, which prints its tables: here it is the extract's.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      button.current?.click();
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, []);

  async function print(): Promise<void> {
    setState('fetching');
    const pages = Math.ceil(Math.min(totalResults, mostPrinted) / printedAtOnce);
    try {
      const answers = await Promise.all(
        Array.from({ length: pages }, (_, pageNumber) =>
          client.fetchQuery(countedOrdersQuery(extract.counted, { ...query, pageNumber, pageSize: printedAtOnce })),
        ),
      );
      flushSync(() => {
        setState('idle');
        setPaper(answers.flatMap((answer) => answer.orders.results));
      });
      window.print();
    } catch {
      setState('failed');
    }
  }

  return (
    <>
      <BusyButton
        ref={button}
        variant="neutral"
        busy={state === 'fetching'}
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => void print()}
      >
        Imprimir
      </BusyButton>
      <output className={styles.said}>{state === 'failed' && 'Não foi possível carregar todas as encomendas.'}</output>
      {paper &&
        createPortal(
          <div className={styles.paper} aria-hidden>
            <h1>{title}</h1>
            <p>
              {data.member.internalId}, {subtitle}
            </p>
            {paper.length < totalResults && (
              <p>
                {paper.length} de {formatNumber(totalResults)} encomendas; as somas são de todas.
              </p>
            )}
            <table>
              <thead>
                <tr>
                  {columns.map(({ key, title: heading, numeric }) => (
                    <th key={key} data-numeric={numeric}>
                      {heading}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {paper.map((order) => (
                  <tr key={order.ecommerceId}>
                    {columns.map(({ key, cell, numeric }) => (
                      <td key={key} data-numeric={numeric}>
                        {cell(order)}
                      </td>
                    ))}
                  </tr>
                ))}
                <tr className={styles.sums}>{columns.map((column) => sumCell(column))}</tr>
              </tbody>
            </table>
          </div>,
          document.body,
        )}
    </>
  );
}

function sumCell({ key, footer, numeric }: Column<CountedOrder>): ReactNode {
  return (
    <td key={key} data-numeric={numeric}>
      {footer}
    </td>
  );
}
