import { IconArrowRight, IconReceiptEuro, IconUsers } from '@tabler/icons-react';
import { Suspense, lazy } from 'react';
import { Link } from 'react-router';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import styles from './home-page.module.css';

const Attention = lazy(() => import('../attention/attention.tsx'));

const tiles = [
  {
    to: '/backoffice/users',
    icon: IconUsers,
    title: 'Consultores',
    text: 'Procurar, criar e editar consultores e o seu histórico de uplines.',
  },
  {
    to: '/backoffice/orders',
    icon: IconReceiptEuro,
    title: 'Encomendas',
    text: 'Procurar, criar e editar encomendas, ou carregá-las de um ficheiro CSV.',
  },
];

export default function HomePage() {
  return (
    <>
      <PageHeader title="Welcome to the Backoffice Home page!" subtitle="Escolha o que quer gerir." />
      <ul className={styles.tiles}>
        {tiles.map(({ to, icon: Icon, title, text }) => (
          <li key={to}>
            <Link className={styles.tile} to={to}>
              <span className={styles.icon}>
                <Icon size={24} stroke={1.6} aria-hidden />
              </span>
              <span className={styles.words}>
                <strong>{title}</strong>
                <span>{text}</span>
              </span>
              <IconArrowRight className={styles.arrow} size={20} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
      <ErrorBoundary>
        <Suspense fallback={null}>
          <Attention />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}
