import { screen, within } from '@testing-library/react';
import type { Login } from '@rede/contract/logins';
import { expect, test } from 'vitest';
import { ana, backOffice, invited, pageOf, period } from './backoffice.ts';
import { refuse, serve } from './server.ts';
import { open } from './start.tsx';

const edit = '/backoffice/users/edit/7';
const none: Login = { state: 'none', exists: false, mailedAt: null, failure: null, nextAttemptAt: null, bindings: [] };

function serveWith(login: unknown, others: Record<string, unknown> = {}) {
  return serve({
    ...backOffice,
    'GET /api/v1/consultants/7': ana,
    'GET /api/v1/consultants/7/history': pageOf([period]),
    'GET /api/v1/consultants/suggestions': { results: [] },
    'GET /api/v1/consultants/7/login': login,
    ...others,
  });
}

test.each<[string, Login]>([
  ['Sem login: o convite cria-o.', none],
  ['Por criar, dentro de momentos.', { ...none, state: 'pending' }],
  ['Por actualizar, dentro de momentos.', { ...invited, state: 'pending' }],
  ['Convite enviado em 2026-03-10 09:30.', invited],
  ['Activo.', { ...invited, mailedAt: null }],
  [
    'Falhou: O Keycloak não responde, nova tentativa 2026-06-10 10:35.',
    { ...none, state: 'failed', failure: 'O Keycloak não responde', nextAttemptAt: '2026-06-10T09:35:00.000Z' },
  ],
])('the consultant’s page says “%s” of the login', async (words, login) => {
  serveWith(login);

  open(edit);

  expect(await screen.findByText(words)).toBeVisible();
});

test('the consultant’s page says which login was bound, and which were refused and why', async () => {
  serveWith({
    ...invited,
    bindings: [
      { outcome: 'taken', at: '2026-03-12T10:00:00.000Z', times: 3 },
      { outcome: 'unverified', at: '2026-03-11T10:00:00.000Z', times: 1 },
      { outcome: 'bound', at: '2026-03-10T10:00:00.000Z', times: 1 },
      { outcome: 'made', at: '2026-03-09T10:00:00.000Z', times: 1 },
    ],
  });

  open(edit);

  const list = await screen.findByRole('list', { name: 'Ligações deste login' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Recusado em 2026-03-12 10:00, 3 vezes: outro login com este email, quando já há um ligado.',
    'Recusado em 2026-03-11 10:00: um login com este email por verificar.',
    'Ligado em 2026-03-10 10:00, ao entrar com o email verificado.',
    'Ligado em 2026-03-09 10:00, ao ser criado.',
  ]);
});

test('who is not active has no invitation to be sent', async () => {
  serveWith({ ...invited, state: 'disabled' }, { 'GET /api/v1/consultants/7': { ...ana, status: 'SUSPENDED' } });

  open(edit);

  expect(await screen.findByText('Suspenso: o consultor não pode entrar.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /convite/ })).toBeNull();
});

test('a server that makes no logins says so plainly and offers no invitation', async () => {
  serveWith({ ...none, state: 'off' });

  open(edit);

  expect(
    await screen.findByText('Este servidor não está configurado para criar logins: são criados à parte.'),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: /convite/ })).toBeNull();
});

test('an invitation is sent again once however often it is clicked, and the page says when it has gone', async () => {
  const answers: Login[] = [invited, { ...invited, mailedAt: '2026-06-10T10:00:00.000Z' }];
  const calls = serveWith(() => (answers.length > 1 ? answers.shift() : answers[0]), {
    'POST /api/v1/consultants/7/login/invitation': { ...invited, state: 'pending' },
  });

  const user = open(edit);
  await user.dblClick(await screen.findByRole('button', { name: 'Reenviar convite' }));

  expect(await screen.findByText('Por actualizar, dentro de momentos.')).toBeVisible();
  expect(await screen.findByText('Convite enviado em 2026-06-10 11:00.')).toBeVisible();
  expect(calls.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1);
});

test('a first invitation that is refused is told in the server’s words, and can be sent again', async () => {
  const first = Promise.withResolvers<Response>();
  const answers = [first.promise, invited];
  const calls = serveWith(none, { 'POST /api/v1/consultants/7/login/invitation': () => answers.shift() });

  const user = open(edit);
  await user.dblClick(await screen.findByRole('button', { name: 'Enviar convite' }));
  first.resolve(refuse(400, 'Só um consultor activo pode ser convidado a entrar.')());

  expect(
    await screen.findByText('Erro ao enviar o convite: Só um consultor activo pode ser convidado a entrar.'),
  ).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Enviar convite' }));
  expect(await screen.findByText('Convite enviado em 2026-03-10 09:30.')).toBeVisible();
  expect(calls.filter(({ call }) => call.startsWith('POST'))).toHaveLength(2);
});

test('a login of which nothing can be learnt does not keep the consultant from being edited', async () => {
  serveWith(refuse(403, 'Não tem permissão para esta operação.'));

  open(edit);

  expect(await screen.findByText('Não tem permissão para esta operação.')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Guardar' })).toBeEnabled();
});
