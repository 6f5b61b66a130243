/** What is done where one is. */
export type Does = 'signOut' | 'shortcuts';

/** Something that is done to a consultant who is asked for. */
export interface Asking {
  key: string;
  title: string;
  leads: (person: { id: number; internalId: string }) => string;
}

interface Place {
  key: string;
  kind: 'page' | 'action';
  title: string;
  /** Other words that people look for it by. */
  others?: string;
  to?: string;
  does?: Does;
  asks?: Asking;
}

function page(to: string, title: string, others?: string): Place {
  return { key: to, kind: 'page', title, to, ...(others && { others }) };
}

function action(to: string, title: string, others?: string): Place {
  return { ...page(to, title, others), kind: 'action' };
}

function asking(key: string, title: string, leads: Asking['leads'], others?: string): Place {
  return { key, kind: 'action', title: `${title} …`, asks: { key, title, leads }, ...(others && { others }) };
}

function ofOrders(filter: Record<string, string>): string {
  return `/backoffice/orders?${new URLSearchParams(filter)}`;
}

/** The pages and actions of the back office, those that are used most first. */
export const places: readonly Place[] = [
  page('/backoffice/users', 'Gestão de Consultores', 'lista pessoas'),
  page('/backoffice/orders', 'Gestão de Encomendas', 'lista vendas'),
  action('/backoffice/users/create', 'Adicionar consultor', 'novo criar convidar'),
  action('/backoffice/add-orders', 'Adicionar encomenda', 'nova criar manualmente'),
  action('/backoffice/upload-csv', 'Carregar CSV', 'ficheiro importar upload linhas recusadas'),
  action(ofOrders({ payment: 'pending' }), 'Encomendas por pagar', 'dívidas dever'),
  action(ofOrders({ withoutConsultant: 'true' }), 'Encomendas sem consultor', 'atribuir'),
  action('/backoffice/users?withoutUpline=true', 'Consultores sem upline'),
  asking('move', 'Mudar upline de', ({ id }) => `/backoffice/users/${id}?mudar=upline`, 'mover rede'),
  asking('view', 'Ver o dashboard de', ({ id }) => `/backoffice/users/${id}/dashboard`, 'como consultor'),
  asking('network', 'Encomendas da rede de', ({ internalId }) => ofOrders({ networkOf: internalId })),
  asking(
    'debts',
    'Encomendas por pagar de',
    ({ internalId }) => ofOrders({ payment: 'pending', consultantCode: internalId }),
    'dívidas',
  ),
  page('/backoffice/activity', 'Registo de Actividade', 'quem mudou auditoria anular desfazer recuperar apagado'),
  page('/', 'Início', 'home por resolver atenção'),
  page('/ajuda', 'Ajuda', 'guia manual como se faz'),
  { key: 'shortcuts', kind: 'action', title: 'Atalhos de teclado', others: 'teclas', does: 'shortcuts' },
  { key: 'sign-out', kind: 'action', title: 'Terminar sessão', others: 'sair logout', does: 'signOut' },
];
