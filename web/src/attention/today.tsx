import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatMoney } from '../lib/money.ts';
import { question } from './calls.ts';
import { counted } from './cards.tsx';
import styles from './today.module.css';

/** The sales of today beside those of the same day a week ago, and what was loaded today: one line. */
export function Today() {
  const { data, error, refetch } = useQuery(question('today'));

  if (!data && error) {
    return (
      <p className={styles.root} role="alert">
        Não foi possível carregar as vendas de hoje: {error.message}{' '}
        <button type="button" className={styles.retry} onClick={() => void refetch()}>
          Tentar novamente
        </button>
      </p>
    );
  }
  if (!data) {
    return (
      <p className={styles.root}>
        <output>A carregar dados...</output>
      </p>
    );
  }
  const { sales, lastWeek, loaded } = data;
  const [file] = loaded.rows;
  return (
    <p className={styles.root}>
      <span>
        Hoje: <Link to={ordersOf(sales.day)}>{counted(sales.orders, 'encomenda', 'encomendas')}</Link>,{' '}
        <strong>{formatMoney(sales.totalOrdersValue)}</strong>
      </span>{' '}
      <span>
        Há uma semana: <Link to={ordersOf(lastWeek.day)}>{counted(lastWeek.orders, 'encomenda', 'encomendas')}</Link>,{' '}
        {formatMoney(lastWeek.totalOrdersValue)}
      </span>{' '}
      {file && (
        <span>
          Carregado hoje: <Link to={`/backoffice/upload-csv?ficheiro=${file.id}`}>{file.fileName}</Link>
          {loaded.total > 1 && ` e mais ${loaded.total - 1}`}
        </span>
      )}
    </p>
  );
}

function ordersOf(day: string): string {
  return `/backoffice/orders?createdAtStart=${day}&createdAtEnd=${day}`;
}
