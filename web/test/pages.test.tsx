import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ana, invited, sale } from './backoffice.ts';
import { provider } from './fake-keycloak.ts';
import { administrator, consultant, refuse, serve, settings } from './server.ts';
import { open } from './start.tsx';

const emptyPage = { results: [], totalPages: 0, pageNumber: 0, totalResults: 0 };
const network = { members: emptyPage, totals: { totalOrdersValue: '0.00', totalPendingValue: '0.00' } };

const answers = {
  'GET /api/settings': settings,
  'GET /api/v1/whoami': administrator,
  'GET /api/v1/dashboard/summary': { totalDirectConsultants: 0, totalTreeConsultants: 0, totalOrders: '0.00' },
  'GET /api/v1/dashboard/direct': network,
  'GET /api/v1/dashboard/total': network,
  'GET /api/v1/consultants': emptyPage,
  'GET /api/v1/orders': emptyPage,
};

const toConsultant = { ...answers, 'GET /api/v1/whoami': consultant };

describe('a consultant', () => {
  test.each(['/', '/dashboard'])('finds the dashboard at %s', async (address) => {
    serve(toConsultant);

    open(address);

    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    expect(document.title).toBe('Dashboard · Rede');
  });

  test.each([
    '/backoffice/users',
    '/backoffice/users/create',
    '/backoffice/users/edit/7',
    '/backoffice/orders',
    '/backoffice/add-orders',
    '/backoffice/edit-orders/7',
    '/backoffice/upload-csv',
    '/nowhere',
  ])('finds nothing at %s, but the way home', async (address) => {
    serve(toConsultant);
    const user = open(address);

    expect(await screen.findByRole('heading', { name: 'Pagina não encontrada' })).toBeVisible();
    expect(document.title).toBe('Pagina não encontrada · Rede');
    await user.click(screen.getByRole('link', { name: 'Ir para a página inicial' }));

    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });

  test('who finds nothing still has the header, with title, logo and the way out', async () => {
    serve(toConsultant);
    const user = open('/nowhere');

    const header = await screen.findByRole('banner');
    expect(header).toHaveTextContent('RedeMaria Antunes');
    expect(header.querySelector('img')).toHaveAttribute('src', '/logo.svg');
    await user.click(within(header).getByRole('button', { name: 'Terminar Sessão' }));

    await waitFor(() => expect(provider.signedOutTo).toBe(`${location.origin}/`));
  });
});

describe('an administrator', () => {
  test('is welcomed to the back office', async () => {
    serve(answers);

    open('/');

    expect(await screen.findByRole('heading', { name: 'Welcome to the Backoffice Home page!' })).toBeVisible();
    expect(screen.getByRole('banner')).toHaveTextContent('Backoffice');
  });

  test.each([
    ['/', 'Welcome to the Backoffice Home page!'],
    ['/backoffice/users', 'Gestão de Consultores'],
    ['/backoffice/users/create', 'Adicionar Consultor'],
    ['/backoffice/users/edit/7', 'Editar Consultor'],
    ['/backoffice/users/edit/404', 'Editar Consultor'],
    ['/backoffice/orders', 'Gestão de Encomendas'],
    ['/backoffice/add-orders', 'Adicionar Encomenda'],
    ['/backoffice/edit-orders/90', 'Editar Encomenda'],
    ['/backoffice/edit-orders/404', 'Editar Encomenda'],
    ['/backoffice/upload-csv', 'Carregar Encomendas'],
  ])('sees at %s the title %s with a subtitle, under the header with its logo', async (address, title) => {
    serve({
      ...answers,
      'GET /api/v1/consultants/7': ana,
      'GET /api/v1/consultants/7/login': invited,
      'GET /api/v1/consultants/7/history': emptyPage,
      'GET /api/v1/consultants/suggestions': { results: [] },
      'GET /api/v1/consultants/404': refuse(404, 'Este consultor não existe.', 'not_found'),
      'GET /api/v1/orders/90': sale,
      'GET /api/v1/orders/404': refuse(404, 'Esta encomenda não existe.', 'not_found'),
      'GET /api/v1/orders/imports': emptyPage,
    });

    open(address);

    const heading = await screen.findByRole('heading', { level: 1, name: title });
    await waitFor(() => expect(heading.nextElementSibling?.textContent.trim()).toBeTruthy());
    expect(heading.nextElementSibling?.tagName).toBe('P');
    expect(screen.getByRole('banner')).toHaveTextContent(/^Backoffice.*Teresa Matos/);
    expect(screen.getByRole('banner').querySelector('img')).toHaveAttribute('src', '/logo.svg');
  });

  test('reaches both areas by the menu, which says where one is', async () => {
    serve(answers);
    const user = open('/');

    const menu = await screen.findByRole('navigation', { name: 'Backoffice' });
    await user.click(within(menu).getByRole('link', { name: 'Gestão de Consultores' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Gestão de Consultores' })).toBeVisible();
    expect(within(menu).getByRole('link', { current: 'page' })).toHaveTextContent('Gestão de Consultores');

    await user.click(within(menu).getByRole('link', { name: 'Gestão de Encomendas' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Gestão de Encomendas' })).toBeVisible();
    expect(location.pathname).toBe('/backoffice/orders');
  });

  test('has the focus in the page that was just opened', async () => {
    serve(answers);
    const user = open('/');

    await user.click(await screen.findByRole('link', { name: 'Gestão de Consultores' }));

    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });

  test('finds nothing at an address that there is not', async () => {
    serve(answers);

    open('/backoffice');

    expect(await screen.findByRole('heading', { name: 'Pagina não encontrada' })).toBeVisible();
  });

  test('who is a consultant too gets from one side to the other', async () => {
    serve({ ...answers, 'GET /api/v1/whoami': { ...administrator, internalId: 'IK7' } });
    const user = open('/');

    await user.click(await screen.findByRole('link', { name: 'Dashboard' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Backoffice' }));

    expect(await screen.findByRole('heading', { name: 'Welcome to the Backoffice Home page!' })).toBeVisible();
  });
});

test('the first stop of the keyboard leads past the header', async () => {
  serve(toConsultant);
  const user = open('/');
  await screen.findByRole('heading', { name: 'Dashboard' });

  await user.tab();
  expect(screen.getByRole('link', { name: 'Saltar para o conteúdo' })).toHaveFocus();
  await user.keyboard('{Enter}');

  expect(screen.getByRole('main')).toHaveFocus();
});
