import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { backOffice } from './backoffice.ts';
import { dashboardAnswers } from './dashboard-answers.ts';
import { type Call, administrator, consultant, refuse, serve } from './server.ts';
import { open } from './start.tsx';

const page = '/backoffice/users/7/dashboard';

const answers = {
  ...dashboardAnswers,
  ...backOffice,
  'GET /api/v1/whoami': ({ viewed }: Call) => (viewed === '7' ? consultant : administrator),
  'POST /api/v1/consultants/7/view': undefined,
  'GET /api/v1/dashboard/direct/xls': () => new Response('sheet'),
};

const banner = () => screen.findByRole('region', { name: 'Ver como consultor' });

test('the dashboard of a consultant is noted, then shown as the consultant sees it, and said in a banner', async () => {
  const calls = serve(answers);

  open(page);

  expect(await banner()).toHaveTextContent('Está a ver como Maria Antunes · IK7');
  expect(await screen.findByText('A minha rede directa')).toBeVisible();
  const asked = calls.map(({ call }) => call);
  expect(asked.filter((call) => call.startsWith('POST'))).toEqual(['POST /api/v1/consultants/7/view']);
  expect(asked.indexOf('POST /api/v1/consultants/7/view')).toBeLessThan(asked.indexOf('GET /api/v1/dashboard/summary'));
  expect(calls.filter(({ call }) => call.includes('/dashboard/')).every(({ viewed }) => viewed === '7')).toBe(true);
  expect(calls.filter(({ call }) => call.startsWith('POST')).every(({ viewed }) => viewed === undefined)).toBe(true);
});

test('what an administrator opens and exports while viewing is the consultant’s, too', async () => {
  const calls = serve(answers);

  const user = open(`${page}?extracto=total.11&rede=IK7`);
  const dialog = await screen.findByRole('dialog', { name: /Ana Sousa/ });
  await user.click(within(dialog).getByRole('button', { name: 'Fechar' }));
  const [exporting] = await screen.findAllByRole('button', { name: 'Exportar' });
  await user.click(exporting as HTMLElement);

  await waitFor(() => expect(calls.some(({ call }) => call.endsWith('direct/xls'))).toBe(true));
  expect(calls.find(({ call }) => call.endsWith('/total/11/orders'))?.viewed).toBe('7');
  expect(calls.find(({ call }) => call.endsWith('/direct/xls'))?.viewed).toBe('7');
});

test('filters set while viewing are not remembered for one’s own dashboard', async () => {
  serve(answers);

  open(`${page}?direct-name=ana`);
  await screen.findByText('A minha rede directa');

  expect(sessionStorage.getItem('filter:dashboard')).toBeNull();
  expect(sessionStorage.getItem('filter:7:dashboard')).toBe('?direct-name=ana');
});

test('Sair leads to the consultant’s page, where calls are the administrator’s again', async () => {
  const calls = serve(answers);

  const user = open(page);
  await user.click(within(await banner()).getByRole('button', { name: 'Sair' }));

  await waitFor(() => expect(location.pathname).toBe('/backoffice/users/7'));
  expect(await screen.findByText('Backoffice')).toBeVisible();
  expect(calls.find(({ call }) => call === 'GET /api/v1/consultants/7')?.viewed).toBeUndefined();
});

test('nothing is shown where it cannot be noted', async () => {
  const calls = serve({
    ...answers,
    'POST /api/v1/consultants/7/view': refuse(404, 'Este consultor não existe.', 'not_found'),
  });

  open(page);

  expect(await screen.findByText('Este consultor não existe.')).toBeVisible();
  expect(calls.filter(({ call }) => call.includes('/dashboard/'))).toEqual([]);
});
