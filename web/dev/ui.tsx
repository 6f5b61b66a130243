import '../src/ui/global.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { BusyButton } from '../src/ui/busy-button.tsx';
import { Button } from '../src/ui/button.tsx';
import { ConfirmDialog } from '../src/ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../src/ui/data-table.tsx';
import { DayField } from '../src/ui/day-field.tsx';
import { EmailText } from '../src/ui/email-text.tsx';
import { ErrorBoundary } from '../src/ui/error-boundary.tsx';
import { ErrorList } from '../src/ui/error-list.tsx';
import { ExportButton } from '../src/ui/export-button.tsx';
import { Failure } from '../src/ui/failure.tsx';
import { FilterPanel } from '../src/ui/filter-panel.tsx';
import { Frame } from '../src/ui/frame.tsx';
import { Mantine } from '../src/ui/mantine.tsx';
import { MoneyField } from '../src/ui/money-field.tsx';
import { Notice } from '../src/ui/notice.tsx';
import { PageHeader } from '../src/ui/page-header.tsx';
import { Pager } from '../src/ui/pager.tsx';
import { RecordPlaceholder } from '../src/ui/record-form.tsx';
import { RowButton, RowLink } from '../src/ui/row-action.tsx';
import { ErrorScreen, Starting } from '../src/ui/screens.tsx';
import { SelectField } from '../src/ui/select-field.tsx';
import { Skeleton } from '../src/ui/skeleton.tsx';
import { StatusBadge } from '../src/ui/status-badge.tsx';
import { SuggestField } from '../src/ui/suggest-field.tsx';
import { TextField } from '../src/ui/text-field.tsx';
import { Toasts, toast } from '../src/ui/toasts.ts';
import styles from './ui.module.css';

// Every component of ui/ in every state, at /dev/ui while `npm run dev` runs. No build contains it.

const schemes = [
  { name: 'Sistema', search: '' },
  { name: 'Claro', search: '?scheme=light' },
  { name: 'Escuro', search: '?scheme=dark' },
];

const asked = new URLSearchParams(location.search).get('scheme');

function Page() {
  return (
    <>
      <header className={styles.head}>
        <h1>Componentes</h1>
        <nav className={styles.schemes} aria-label="Tema">
          {schemes.map(({ name, search }) => (
            <a key={name} href={location.pathname + search} aria-current={search === location.search || undefined}>
              {name}
            </a>
          ))}
        </nav>
      </header>
      <main className={styles.pieces}>
        <Colours />
        <Words />
        <Buttons />
        <Fields />
        <Filters />
        <Tables />
        <Pagers />
        <Marks />
        <Notices />
        <Messages />
        <Waiting />
        <Screens />
      </main>
    </>
  );
}

function Piece({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.piece} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const colours =
  'paper card quiet track ink soft line line-soft edge green green-strong green-tint amber amber-tint red red-tint up down';

function Colours() {
  return (
    <Piece title="Cores">
      <div className={styles.colours}>
        {colours.split(' ').map((name) => (
          <figure key={name}>
            <div style={{ background: `var(--${name})` }} />
            <figcaption>--{name}</figcaption>
          </figure>
        ))}
      </div>
    </Piece>
  );
}

const sizes = ['xxl', 'xl', 'l', 'm', 's', 'xs'];

function Words() {
  return (
    <Piece title="Letra">
      {sizes.map((size) => (
        <p key={size} style={{ margin: 0, fontSize: `var(--text-${size})` }}>
          <span style={{ fontWeight: 'var(--strong)' }}>1 742,12 €</span>{' '}
          <span style={{ fontWeight: 'var(--medium)' }}>−4,1 % ↓</span> Ação, coração, às três: IK1002 → IK0…{' '}
          <span style={{ color: 'var(--soft)' }}>--text-{size}</span>
        </p>
      ))}
    </Piece>
  );
}

const variants = ['primary', 'secondary', 'terciary', 'neutral', 'disabled'] as const;

function Buttons() {
  return (
    <Piece title="Botões">
      <div className={styles.stack}>
        <div className={styles.row}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
          <Button destructive>Excluir</Button>
          <Button disabled>disabled de HTML</Button>
        </div>
        <div className={styles.row}>
          {variants.slice(0, 4).map((variant) => (
            <BusyButton key={variant} variant={variant} busy>
              {variant}, ocupado
            </BusyButton>
          ))}
          <ExportButton busy={false} onExport={nothing} />
          <ExportButton busy onExport={nothing} />
        </div>
        <div className={styles.row}>
          <RowLink to="/" of="esta linha">
            Editar
          </RowLink>
          <RowButton of="esta linha" destructive>
            Apagar
          </RowButton>
          <RowButton of="esta linha" disabled>
            Guardar
          </RowButton>
        </div>
      </div>
    </Piece>
  );
}

interface Person {
  code: string;
  name: string;
  orders: string;
  pending: string;
}

const people: Person[] = [
  { code: 'IK1311', name: 'Ana Cristina Brito Oliveira', orders: '1 148,26 €', pending: '321,13 €' },
  { code: 'IK1284', name: 'Afonso Branco Vieira', orders: '1 050,78 €', pending: '273,10 €' },
  { code: 'IK1040', name: 'Alice Moreira Moura', orders: '–', pending: '–' },
];

function Fields() {
  const [day, setDay] = useState('2026-11-22');
  const [money, setMoney] = useState('1234.50');
  const [code, setCode] = useState('IK1311');
  return (
    <Piece title="Campos">
      <div className={styles.stack}>
        <div className={styles.fields}>
          <TextField label="Texto" placeholder="Por preencher" />
          <TextField label="Preenchido" description="Uma explicação por baixo." defaultValue="Ana Cristina Brito" />
          <TextField label="Errado" error="Email inválido" defaultValue="ana@" />
          <TextField label="Desligado" disabled defaultValue="Ana" />
          <SelectField label="Escolha" choices={['Activo', 'Inactivo'].map((label) => ({ value: label, label }))} />
          <DayField label="Dia" value={day} onChange={setDay} />
          <DayField label="Dia errado" value="2026-13-01" onChange={nothing} error="Data inválida" />
          <MoneyField label="Valor" value={money} onChange={setMoney} />
          <SuggestField
            label="Código com sugestões"
            value={code}
            onChange={setCode}
            suggest={(text) => ({
              queryKey: ['people', text],
              queryFn: () => people.filter((person) => `${person.code} ${person.name}`.includes(text)),
            })}
            describe={({ code, name }) => ({ code, name, note: code === 'IK1040' ? 'Suspenso' : undefined })}
          />
          <SuggestField
            brief
            aria-label="Código numa folha"
            value={code}
            onChange={setCode}
            suggest={(text) => ({
              queryKey: ['people', text],
              queryFn: () => people.filter((person) => `${person.code} ${person.name}`.includes(text)),
            })}
            describe={({ code, name }) => ({ code, name })}
          />
        </div>
        <ErrorList errors={{ name: 'Nome é obrigatório', email: 'Email inválido' }} attempt={0} onJump={nothing} />
      </div>
    </Piece>
  );
}

function Filters() {
  return (
    <Piece title="Filtros">
      <FilterPanel
        label="Filtros de exemplo"
        active={1}
        onFilter={nothing}
        onClear={nothing}
        actions={<ExportButton busy={false} onExport={nothing} />}
      >
        <TextField label="Nome" defaultValue="Ana" />
        <TextField label="Código" />
        <DayField label="De" value="2026-08-22" onChange={nothing} />
      </FilterPanel>
    </Piece>
  );
}

const columns: Column<Person>[] = [
  { key: 'name', title: 'Nome', sortable: true, cell: ({ name }) => name, footer: 'Total' },
  { key: 'code', title: 'Código', sortable: true, short: true, cell: ({ code }) => code },
  { key: 'orders', title: 'Valor Encomendas', numeric: true, cell: ({ orders }) => orders, footer: '2 199,04 €' },
  { key: 'pending', title: 'Valor por pagar', numeric: true, cell: ({ pending }) => pending, footer: '594,23 €' },
];

const empty = { title: 'Nenhum colaborador encontrado', hint: 'Mude o filtro, ou limpe-o.' };

function Tables() {
  const [sort, setSort] = useState('name');
  const common = { columns, rowKey: ({ code }: Person) => code, empty, sort, onSort: setSort };
  return (
    <>
      <Piece title="Tabela com linhas">
        <DataTable
          {...common}
          label="Com linhas"
          rows={people}
          totalResults={people.length}
          renderActions={({ name }) => (
            <>
              <RowLink to="/" of={name}>
                Editar
              </RowLink>
              <RowButton of={name} destructive>
                Apagar
              </RowButton>
            </>
          )}
          renderAfter={({ code }) => code === 'IK1284' && 'Uma nota entre duas linhas'}
        />
      </Piece>
      <Piece title="Tabela que se relê">
        <DataTable {...common} label="Que se relê" rows={people} busy totalResults={people.length} />
      </Piece>
      <Piece title="Tabela a carregar">
        <DataTable {...common} label="A carregar" rows={undefined} totalResults={undefined} placeholderRows={3} />
      </Piece>
      <Piece title="Tabela vazia">
        <DataTable {...common} label="Vazia" rows={[]} totalResults={0} />
      </Piece>
      <Piece title="Tabela que falhou">
        <DataTable {...common} label="Falhou" rows={undefined} error={new Error(failure)} onRetry={nothing} />
      </Piece>
      <Piece title="Tabela que falhou com linhas">
        <DataTable {...common} label="Falhou com linhas" rows={people} error={new Error(failure)} onRetry={nothing} />
      </Piece>
    </>
  );
}

const failure = 'O servidor está indisponível. Tente de novo dentro de momentos.';

function Pagers() {
  const [page, setPage] = useState(6);
  return (
    <Piece title="Páginas">
      <Pager label="Muitas páginas" pageNumber={page} totalPages={20} onPage={setPage} />
      <Pager label="Duas páginas" pageNumber={0} totalPages={2} onPage={nothing} />
    </Piece>
  );
}

function Marks() {
  return (
    <Piece title="Marcas">
      <div className={styles.row}>
        <StatusBadge letter="A" tone="green" label="Activo" />
        <StatusBadge letter="I" tone="red" label="Inactivo" />
        <StatusBadge letter="S" tone="yellow" label="Suspenso" />
        <StatusBadge letter="?" tone="grey" label="Desconhecido" />
        <span>
          <EmailText>ana.oliveira@exemplo.pt</EmailText>
        </span>
      </div>
    </Piece>
  );
}

function Notices() {
  return (
    <Piece title="Notas">
      <div className={styles.stack}>
        <Notice tone="green" title="As 4 linhas foram todas carregadas." actions={<Button>Carregar agora</Button>} />
        <Notice tone="amber" title="3 de 4 linhas carregadas, 1 com erro.">
          As linhas com erro estão em baixo: corrija-as aqui mesmo.
        </Notice>
        <Notice tone="red" title="Nenhuma das 4 linhas foi carregada." />
        <Notice tone="plain">Este mesmo ficheiro já tinha sido carregado por Rui Dias em 2026-01-05 09:30.</Notice>
      </div>
    </Piece>
  );
}

function Messages() {
  const [opened, setOpened] = useState<'plain' | 'busy' | 'failed'>();
  return (
    <Piece title="Mensagens">
      <div className={styles.row}>
        <Button variant="neutral" onClick={() => setOpened('plain')}>
          Pergunta
        </Button>
        <Button variant="neutral" onClick={() => setOpened('busy')}>
          Pergunta ocupada
        </Button>
        <Button variant="neutral" onClick={() => setOpened('failed')}>
          Pergunta que falhou
        </Button>
        <Button variant="neutral" onClick={() => toast('success', 'Encomenda criada com sucesso!')}>
          Aviso de sucesso
        </Button>
        <Button variant="neutral" onClick={() => toast('error', 'Erro ao criar a encomenda: número repetido')}>
          Aviso de erro
        </Button>
      </div>
      <ConfirmDialog
        opened={opened !== undefined}
        message="Tem certeza que deseja excluir este consultor?"
        subject="Ana Cristina Brito Oliveira (IK1311)"
        confirm="Excluir"
        busy={opened === 'busy'}
        error={opened === 'failed' ? failure : undefined}
        onConfirm={() => setOpened(undefined)}
        onCancel={() => setOpened(undefined)}
      />
      <Failure error={new Error(failure)} onRetry={nothing} />
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>
    </Piece>
  );
}

function Broken(): ReactNode {
  throw new Error('This piece breaks on purpose.');
}

function Waiting() {
  return (
    <Piece title="À espera">
      <div className={styles.stack}>
        <Skeleton height={14} width="60%" />
        <Skeleton height={14} width="40%" />
        <RecordPlaceholder fields={3} />
      </div>
    </Piece>
  );
}

function Screens() {
  return (
    <Piece title="Ecrãs">
      <div className={styles.stack}>
        <div className={styles.screen}>
          <Frame
            logo="/logo"
            title={<h1>Dashboard</h1>}
            subtitle="Helena Lopes Rodrigues · IK1002"
            actions={<Button variant="neutral">Terminar Sessão</Button>}
            side="Ao lado"
          >
            <PageHeader
              title="Gestão de Encomendas"
              subtitle="Procure, crie e edite encomendas."
              actions={<Button>Adicionar Manualmente</Button>}
            />
          </Frame>
        </div>
        <div className={styles.screen}>
          <Starting />
        </div>
        <div className={styles.screen}>
          <ErrorScreen message={failure} retry={nothing} signOut={nothing} />
        </div>
      </div>
    </Piece>
  );
}

function nothing() {}

if (asked) document.documentElement.style.colorScheme = asked;

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Mantine>
      <QueryClientProvider client={new QueryClient()}>
        <BrowserRouter>
          <Page />
        </BrowserRouter>
        <Toasts />
      </QueryClientProvider>
    </Mantine>
  </StrictMode>,
);
