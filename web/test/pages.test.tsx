import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { administrator, consultant, serve, settings } from './server.ts';
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
    await user.click(screen.getByRole('link', { name: 'Ir para a página inicial' }));

    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });
});

describe('an administrator', () => {
  test('is welcomed to the back office', async () => {
    serve(answers);

    open('/');

    expect(await screen.findByRole('heading', { name: 'Welcome to the Backoffice Home page!' })).toBeVisible();
    expect(screen.getByRole('banner')).toHaveTextContent('Backoffice');
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
