import type { HistoryEntry } from '@rede/contract/history';
import { cleanup, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ana, backOffice, invited, pageOf, period, sale } from './backoffice.ts';
import { provider } from './fake-keycloak.ts';
import { serve } from './server.ts';
import { open } from './start.tsx';

const restored = 'O que tinha escrito foi reposto';

describe('what was typed when the session ran out', () => {
  async function typeNumber(): Promise<void> {
    const user = open('/backoffice/add-orders');
    await user.type(await screen.findByLabelText('Número de encomenda'), 'E-77');
  }

  test('is there again after the login', async () => {
    serve(backOffice);
    await typeNumber();
    await runOut();

    signInAgain();

    expect(await screen.findByLabelText('Número de encomenda')).toHaveValue('E-77');
    expect(await screen.findByText(restored)).toBeVisible();
    expect(sessionStorage.getItem('draft')).toBeNull();
  });

  test('is not shown to somebody else', async () => {
    serve(backOffice);
    await typeNumber();
    await runOut();
    provider.subject = 'teresa';

    signInAgain();

    expect(await screen.findByLabelText('Número de encomenda')).toHaveValue('');
    expect(sessionStorage.getItem('draft')).toBeNull();
  });

  test('does not cover what another has changed meanwhile', async () => {
    serve({ ...backOffice, 'GET /api/v1/orders/90': sale });
    const user = open('/backoffice/edit-orders/90');
    await user.type(await screen.findByLabelText('Cupão'), '-2025');
    await runOut();
    serve({ ...backOffice, 'GET /api/v1/orders/90': { ...sale, couponCode: 'PASCOA', version: 6 } });

    signInAgain();

    expect(await screen.findByLabelText('Cupão')).toHaveValue('PASCOA');
    expect(await screen.findByText(/^O que tinha escrito não foi reposto/u)).toBeVisible();
    expect(sessionStorage.getItem('draft')).toBeNull();
  });
});

describe('a period of the upline history that was being edited when the session ran out', () => {
  const answers = {
    ...backOffice,
    'GET /api/v1/consultants/7': ana,
    'GET /api/v1/consultants/7/login': invited,
    'GET /api/v1/consultants/7/history': pageOf([period]),
    'GET /api/v1/consultants/suggestions': { results: [] },
  };
  const table = () => screen.findByRole('table', { name: 'Histórico de Uplines' });
  const field = async (name: string) => within(await table()).findByLabelText(name);

  async function edit(): Promise<UserEvent> {
    const user = open('/backoffice/users/edit/7');
    await user.click(await screen.findByRole('button', { name: 'Editar IK2' }));
    await user.type(await field('Data Fim'), '2026-03-31');
    return user;
  }

  test('is being edited again after the login, and saved as the period it is', async () => {
    const bodies: unknown[] = [];
    const replies = {
      ...answers,
      'PUT /api/v1/consultants/7/history/41/preview': { networks: [] },
      'PUT /api/v1/consultants/7/history/41': ({ body }: { body: HistoryEntry }) => {
        bodies.push(body);
        return { ...period, endDate: '2026-03-31', version: 2 };
      },
    };
    serve(replies);
    await edit();
    await runOut();

    const user = signInAgain();
    expect(await field('Data Fim')).toHaveValue('2026-03-31');
    expect(await screen.findByText(restored)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Adicionar Histórico' })).toBeDisabled();
    await user.click(within(await table()).getByRole('button', { name: 'Guardar' }));

    expect(await screen.findByText('Histórico do consultor atualizado com sucesso')).toBeVisible();
    expect(bodies).toMatchObject([{ id: 41, parentId: 'IK2', endDate: '2026-03-31', version: 1 }]);
  });

  test('is there again where it was a new one, beside what was typed in the form', async () => {
    serve(answers);
    const user = open('/backoffice/users/edit/7');
    await user.type(await screen.findByLabelText('Nome Completo'), ' Reis');
    await user.click(await screen.findByRole('button', { name: 'Adicionar Histórico' }));
    await user.type(await field('Upline'), 'IK5');
    await runOut();

    signInAgain();

    expect(await field('Upline')).toHaveValue('IK5');
    expect(screen.getByLabelText('Nome Completo')).toHaveValue('Ana Sousa Reis');
    expect(sessionStorage.getItem('draft')).toBeNull();
  });

  test('can be given up as before', async () => {
    serve(answers);
    await edit();
    await runOut();

    const user = signInAgain();
    await field('Data Fim');
    await user.click(within(await table()).getByRole('button', { name: 'Cancelar' }));

    expect(await screen.findByRole('row', { name: /IK2 Em vigor hoje 2024-01-15 Em aberto/ })).toBeVisible();
  });

  test('does not cover what another has changed meanwhile', async () => {
    serve(answers);
    await edit();
    await runOut();
    const changed = { ...period, startDate: '2024-02-01', version: 2 };
    serve({ ...answers, 'GET /api/v1/consultants/7/history': pageOf([changed]) });

    signInAgain();

    expect(await screen.findByRole('row', { name: /IK2 Em vigor hoje 2024-02-01 Em aberto/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Adicionar Histórico' })).toBeEnabled();
    expect(sessionStorage.getItem('draft')).toBeNull();
  });

  test('that was opened and left as it is, is not', async () => {
    serve(answers);
    const user = open('/backoffice/users/edit/7');
    await user.click(await screen.findByRole('button', { name: 'Editar IK2' }));
    await runOut();

    expect(sessionStorage.getItem('draft')).toBeNull();
  });
});

async function runOut(): Promise<void> {
  provider.refusal = 400;
  provider.client?.onTokenExpired?.();
  await screen.findByText('Loading...');
  provider.refusal = undefined;
  cleanup();
}

function signInAgain(): UserEvent {
  return open('/#state=1&code=2');
}
