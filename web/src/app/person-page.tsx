import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import type { Consultant } from '@rede/contract/consultants';
import { IconArrowsExchange, IconDots, IconEye, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { ActivityList } from '../activity/activity-list.tsx';
import { consultant } from '../consultants/calls.ts';
import { ConsultantHead } from '../consultants/consultant-head.tsx';
import { DeleteConsultant } from '../consultants/delete-consultant.tsx';
import { LoginState } from '../consultants/login-state.tsx';
import { UplineChain } from '../consultants/upline-chain.tsx';
import { UplineField } from '../consultants/upline-field.tsx';
import { PersonFigures } from '../dashboard/person-figures.tsx';
import { PersonNetwork } from '../dashboard/person-network.tsx';
import { MoveUpline } from '../history/move-upline.tsx';
import { PastUplines } from '../history/past-uplines.tsx';
import { useIdentity } from '../identity/identity.tsx';
import { isMissing } from '../lib/call.ts';
import { ConsultantOrders } from '../orders/consultant-orders.tsx';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSection } from '../ui/page-section.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { PeriodOrigin, changesAtOnce } from './period-origin.tsx';
import styles from './person-page.module.css';
import { ViewedConsultant } from './viewed-consultant.tsx';

const list = '/backoffice/users';

/** All there is about a consultant, where the features meet. A default export, for `lazy`. */
export default function PersonPage() {
  const { userId } = useParams();
  const { data: found, error, refetch } = useQuery({ ...consultant(userId), staleTime: 0 });
  const { settings } = useIdentity();
  // Deleted since it was read.
  const data = isMissing(error) ? undefined : found;

  if (data) {
    return (
      <>
        <title>{`${data.name} · ${settings.title}`}</title>
        <Person key={data.id} consultant={data} />
      </>
    );
  }
  if (error) {
    return (
      <>
        <PageHeader title="Consultor" subtitle="Quem é, a sua rede e as suas encomendas." />
        <Failure error={error} onRetry={() => void refetch()} back={{ to: list, text: 'Voltar aos consultores' }} />
      </>
    );
  }
  return <Placeholder />;
}

const anchors = [
  ['valores', 'Valores'],
  ['uplines', 'Uplines'],
  ['historico', 'Histórico'],
  ['login', 'Login'],
  ['rede', 'Rede directa'],
  ['encomendas', 'Encomendas'],
  ['actividade', 'Actividade'],
] as const;

function Person({ consultant }: { consultant: Consultant }) {
  const { id, internalId } = consultant;
  const [params, setParams] = useSearchParams();
  const [deleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const isMoving = params.get('mudar') === 'upline';

  // An address of its own, so that lists and the search lead to it. Closing it is no step for Back.
  function setMoving(open: boolean) {
    const next = new URLSearchParams(params);
    if (open) next.set('mudar', 'upline');
    else next.delete('mudar');
    setParams(next, { replace: true });
  }

  const edit = `/backoffice/users/edit/${id}`;
  const dashboard = `/backoffice/users/${id}/dashboard`;
  const linked = encodeURIComponent(internalId);

  return (
    <div className={styles.root}>
      <ConsultantHead
        consultant={consultant}
        actions={
          <>
            <Menu position="bottom-end" withinPortal={false} trapFocus>
              <Menu.Target>
                <Button variant="neutral" className={styles.menu} aria-label="Mais acções">
                  <IconDots size={16} aria-hidden />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconArrowsExchange size={16} aria-hidden />} onClick={() => setMoving(true)}>
                  Mudar upline a partir de…
                </Menu.Item>
                <Menu.Item leftSection={<IconEye size={16} aria-hidden />} onClick={() => void navigate(dashboard)}>
                  Ver como consultor
                </Menu.Item>
                <Menu.Divider />
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash size={16} aria-hidden />}
                  onClick={() => setDeleting(true)}
                >
                  Apagar
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
            <Button
              to={dashboard}
              variant="neutral"
              className={styles.wide}
              leftSection={<IconEye size={16} aria-hidden />}
            >
              Ver como consultor
            </Button>
            <Button
              variant="secondary"
              leftSection={<IconArrowsExchange size={16} aria-hidden />}
              onClick={() => setMoving(true)}
            >
              Mudar upline a partir de…
            </Button>
          </>
        }
      />
      <nav className={styles.anchors} aria-label="Nesta página">
        <ul>
          {anchors.map(([anchor, name]) => (
            <li key={anchor}>
              <Link to={{ search: params.toString(), hash: anchor }} onClick={() => goTo(anchor)}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <ViewedConsultant id={id}>
        <PersonFigures />
      </ViewedConsultant>
      <div className={styles.columns}>
        <UplineChain consultantId={id} />
        <PastUplines consultantId={id} actions={<Link to={edit}>Editar</Link>} origin={PeriodOrigin} />
        <LoginState consultant={consultant} />
      </div>
      <ViewedConsultant id={id}>
        <PersonNetwork actions={<Link to={`${list}?parentId=${linked}`}>Ver na lista</Link>} />
      </ViewedConsultant>
      <ConsultantOrders
        code={internalId}
        actions={
          <>
            <Link to={`/backoffice/orders?networkOf=${linked}`}>Rede de {internalId}</Link>
            <Link to={`/backoffice/orders?consultantCode=${linked}`}>Ver na lista</Link>
          </>
        }
      />
      <PageSection
        id="actividade"
        title="Actividade"
        actions={<Link to={`/backoffice/activity?consultantId=${id}`}>Ver no registo</Link>}
      >
        <ActivityList
          of={{ consultantId: id }}
          pageSize={changesAtOnce}
          empty={<p>Ninguém mudou este consultor desde que há registo de actividade.</p>}
        />
      </PageSection>
      <MoveUpline
        consultant={consultant}
        opened={isMoving}
        onClose={() => setMoving(false)}
        uplineField={UplineField}
      />
      <DeleteConsultant
        consultant={deleting ? consultant : undefined}
        onClose={() => setDeleting(false)}
        onDeleted={() => void navigate(list)}
      />
    </div>
  );
}

function goTo(anchor: string): void {
  const section = document.getElementById(anchor);
  section?.focus({ preventScroll: true });
  section?.scrollIntoView();
}

function Placeholder() {
  return (
    <div className={styles.root}>
      <output>A carregar dados...</output>
      <div aria-hidden>
        <Skeleton height={24} around={4} width="16rem" />
        <Skeleton height={14} around={4} width="24rem" />
      </div>
      <Skeleton height={96} aria-hidden />
    </div>
  );
}
