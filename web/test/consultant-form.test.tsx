import type { ImpactPreview } from '@rede/contract/history';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type UserEvent } from '@testing-library/user-event';
import { todayInLisbon } from '@rede/contract/days';
import { describe, expect, test } from 'vitest';
import { ana, backOffice, invited, pageOf, period } from './backoffice.ts';
import { type Call, refuse, serve } from './server.ts';
import { open } from './start.tsx';

const create = '/backoffice/users/create';
const edit = '/backoffice/users/edit/7';

const one = {
  ...backOffice,
  'GET /api/v1/consultants': pageOf([ana]),
  'GET /api/v1/consultants/7': ana,
  'GET /api/v1/consultants/7/login': invited,
  'GET /api/v1/consultants/7/history': pageOf([period]),
  'GET /api/v1/consultants/suggestions': { results: [] },
};

const moves: ImpactPreview = {
  networks: [
    {
      internalId: 'IK5',
      name: 'Rita Faria',
      network: 'direct',
      change: 'enters',
      orders: 2,
      totalOrdersValue: '99.90',
      totalPendingValue: '0.00',
    },
  ],
};

const field = (label: string) => screen.findByLabelText(label);
const save = () => screen.findByRole('button', { name: 'Guardar' });
const written = (calls: Call[]) => calls.filter(({ call }) => !call.startsWith('GET'));

describe('a new consultant', () => {
  test('is asked for everything that is missing, at once, each entry leading to its field', async () => {
    const calls = serve(one);

    const user = open(create);
    await user.click(await save());

    const alert = (await screen.findByText('Por favor, corrija os erros no formulário:')).closest('[role=alert]');
    expect(alert).toHaveFocus();
    const entries = within(alert as HTMLElement).getAllByRole('button');
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      'Nome é obrigatório',
      'Email é obrigatório',
      'NIF é obrigatório',
      'Código IK é obrigatório',
      'Código Upline é obrigatório',
      'Status é obrigatório',
    ]);
    expect(await field('NIF')).toHaveAccessibleDescription('NIF é obrigatório');
    await user.click(within(alert as HTMLElement).getByRole('button', { name: 'NIF é obrigatório' }));
    expect(await field('NIF')).toHaveFocus();
    expect(written(calls)).toEqual([]);
  });

  test('is told what is not valid in the same words as the server', async () => {
    serve(one);

    const user = open(create);
    await user.type(await field('Nome Completo'), 'A');
    await user.type(await field('Email'), 'ana.rede');
    await user.type(await field('NIF'), '123456780');
    await user.clear(await field('Data de Registo'));
    await user.click(await save());

    expect(await field('Nome Completo')).toHaveAccessibleDescription('Nome deve ter pelo menos 2 caracteres');
    expect(await field('Email')).toHaveAccessibleDescription('Email inválido');
    expect(await field('NIF')).toHaveAccessibleDescription('NIF inválido');
    expect(await field('Data de Registo')).toHaveAccessibleDescription('Data de Registo é obrigatória');
  });

  test('is registered today unless said otherwise, made once however often it is clicked, and then edited', async () => {
    const answer = Promise.withResolvers<unknown>();
    const calls = serve({ ...one, 'POST /api/v1/consultants': () => answer.promise });

    const user = open(create);
    expect(await field('Data de Registo')).toHaveValue(todayInLisbon());
    await fill(user);
    await user.dblClick(await save());
    await user.click(await save());
    answer.resolve(Response.json(ana, { status: 201 }));

    expect(await screen.findByText('Consultor criado com sucesso')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Editar Consultor' })).toBeVisible();
    expect(location.pathname).toBe(edit);
    expect(written(calls)).toEqual([
      expect.objectContaining({
        call: 'POST /api/v1/consultants',
        body: {
          name: 'Ana Sousa',
          email: 'ana@rede.example',
          taxId: '123456789',
          internalId: 'IK7',
          parentId: 'IK2',
          createdAt: '2024-01-15',
          status: 'ACTIVE',
          id: null,
          startDate: null,
          endDate: null,
        },
      }),
    ]);
  });

  test('whose email is taken is told so at its field and in the list above, and a toast says that it failed', async () => {
    serve({
      ...one,
      'POST /api/v1/consultants': () =>
        Response.json(
          {
            message: 'Já existe um consultor com este email',
            code: 'taken',
            errors: [{ field: 'email', message: 'Já existe um consultor com este email' }],
          },
          { status: 409 },
        ),
    });

    const user = open(create);
    await fill(user);
    await user.click(await save());

    expect(await screen.findByText('Erro ao criar consultor: Há campos por corrigir.')).toBeVisible();
    expect(screen.getAllByText(/Já existe um consultor com este email/)).toHaveLength(2);
    expect(await field('Email')).toHaveAccessibleDescription('Já existe um consultor com este email');
    expect(screen.getByRole('button', { name: 'Já existe um consultor com este email' })).toBeVisible();
    expect(await field('Nome Completo')).toHaveValue('Ana Sousa');
  });

  test('is given up by Cancelar, but not by accident', async () => {
    serve(one);

    const user = open(create);
    await user.type(await field('Nome Completo'), 'Ana');
    await user.click(screen.getByRole('link', { name: 'Cancelar' }));
    await user.click(await screen.findByRole('button', { name: 'Continuar a editar' }));
    expect(await field('Nome Completo')).toHaveValue('Ana');
    await user.click(screen.getByRole('link', { name: 'Gestão de Encomendas' }));
    expect(location.pathname).toBe(create);
    await user.click(await screen.findByRole('button', { name: 'Continuar a editar' }));
    await user.click(screen.getByRole('link', { name: 'Cancelar' }));
    await user.click(await screen.findByRole('button', { name: 'Sair sem guardar' }));

    expect(await screen.findByRole('heading', { name: 'Gestão de Consultores' })).toBeVisible();
  });

  test('warns before the tab is closed on typed input', async () => {
    serve(one);
    const user = open(create);
    const leaving = new Event('beforeunload', { cancelable: true });

    await user.type(await field('Nome Completo'), 'Ana');
    fireEvent(window, leaving);

    expect(leaving.defaultPrevented).toBe(true);
  });
});

describe('an existing consultant', () => {
  test('is shown as it is and saved with the version it was read at', async () => {
    let stored = ana;
    const calls = serve({
      ...one,
      'GET /api/v1/consultants/7': () => stored,
      'PUT /api/v1/consultants/7': () => (stored = { ...ana, name: 'Ana Reis', version: 4 }),
    });

    const user = open(edit);
    expect(await field('Status')).toHaveDisplayValue('Activo');
    await user.clear(await field('Nome Completo'));
    await user.type(await field('Nome Completo'), ' Ana Reis ');
    await user.click(within(await screen.findByRole('form', { name: 'Editar Consultor' })).getByText('Guardar'));

    expect(await screen.findByText('Consultor atualizado com sucesso')).toBeVisible();
    const { upline: _, ...fields } = ana;
    expect(written(calls)).toEqual([expect.objectContaining({ body: { ...fields, name: 'Ana Reis', version: 3 } })]);
    await waitFor(async () => expect(await field('Nome Completo')).toHaveValue('Ana Reis'));
    await user.click(screen.getByRole('link', { name: 'Gestão de Encomendas' }));
    expect(screen.queryByText('Alterações por guardar')).not.toBeInTheDocument();
  });

  test('that somebody else changed meanwhile is kept from being overwritten, and can be taken as it is now', async () => {
    let stored = ana;
    serve({
      ...one,
      'GET /api/v1/consultants/7': () => stored,
      'PUT /api/v1/consultants/7': () => {
        stored = { ...ana, email: 'nova@rede.example', version: 9 };
        return refuse(409, 'Este registo foi alterado por outra pessoa. Recarregue a página.', 'stale')();
      },
    });

    const user = open(edit);
    await user.type(await field('Nome Completo'), ' Reis{Enter}');
    expect(await screen.findByText('Este registo foi alterado por outra pessoa. Recarregue a página.')).toBeVisible();
    expect(await field('Nome Completo')).toHaveValue('Ana Sousa Reis');
    await user.click(screen.getByRole('button', { name: 'Recarregar e perder as minhas alterações' }));

    await waitFor(async () => expect(await field('Email')).toHaveValue('nova@rede.example'));
    expect(await field('Nome Completo')).toHaveValue('Ana Sousa');
    expect(await field('Nome Completo')).toHaveFocus();
  });

  test('without an upline is asked for one', async () => {
    serve({ ...one, 'GET /api/v1/consultants/7': { ...ana, parentId: null } });

    const user = open(edit);
    await user.type(await field('Nome Completo'), '{Enter}');

    expect(await field('Código Upline')).toHaveAccessibleDescription(/Código Upline é obrigatório/);
  });

  test('under another upline is asked about before it moves orders, and saved once', async () => {
    const calls = serve({
      ...one,
      'GET /api/v1/consultants/suggestions': { results: [{ internalId: 'IK5', name: 'Rita Faria', status: 'ACTIVE' }] },
      'PUT /api/v1/consultants/7/preview': moves,
      'PUT /api/v1/consultants/7': ana,
    });

    const user = open(edit);
    const upline = await field('Código Upline');
    await user.clear(upline);
    await user.type(upline, 'rita');
    await user.click(await screen.findByRole('option', { name: 'IK5 Rita Faria', hidden: true }));
    await user.click(await save());
    const dialog = await screen.findByRole('dialog', { name: 'Esta alteração move encomendas' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    expect(upline).toHaveValue('IK5');
    await waitFor(async () => expect(await save()).toHaveFocus());
    expect(written(calls)).toHaveLength(1);
    await user.click(await save());
    await user.dblClick(
      within(await screen.findByRole('dialog', { name: 'Esta alteração move encomendas' })).getByText('Guardar'),
    );

    expect(await screen.findByText('Consultor atualizado com sucesso')).toBeVisible();
    expect(written(calls).map(({ call }) => call)).toEqual([
      'PUT /api/v1/consultants/7/preview',
      'PUT /api/v1/consultants/7/preview',
      'PUT /api/v1/consultants/7',
    ]);
  });

  test('whose upline cannot be is refused once, at the field', async () => {
    serve({
      ...one,
      'PUT /api/v1/consultants/7/preview': () =>
        Response.json(
          {
            message: 'Formaria um ciclo.',
            code: 'cycle',
            errors: [{ field: 'parentId', message: 'IK9 está abaixo de IK7 desde 2025-01-01' }],
          },
          { status: 409 },
        ),
    });

    const user = open(edit);
    await user.clear(await field('Código Upline'));
    await user.type(await field('Código Upline'), 'IK9{Enter}');

    expect(await screen.findByText('Erro ao atualizar consultor: Há campos por corrigir.')).toBeVisible();
    expect(screen.getAllByText(/^Erro ao/)).toHaveLength(1);
    expect(await field('Código Upline')).toHaveAccessibleDescription(/IK9 está abaixo de IK7 desde 2025-01-01/);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test.each([
    ['7', refuse(404, 'Este consultor não existe.', 'not_found')],
    ['sete', refuse(400, 'Identificador inválido', 'invalid')],
  ])('that does not exist (%s) says so, with the way back to the list', async (id, answer) => {
    serve({ ...one, [`GET /api/v1/consultants/${id}`]: answer });

    const user = open(`/backoffice/users/edit/${id}`);

    expect(await screen.findByRole('alert')).toHaveTextContent('Pode ter sido apagado, ou o endereço está errado.');
    expect(screen.queryByRole('button', { name: 'Tentar novamente' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Voltar aos consultores' }));
    expect(await screen.findByRole('heading', { name: 'Gestão de Consultores' })).toBeVisible();
  });

  test('that cannot be had for now can be asked for again', async () => {
    let fails = true;
    serve({ ...one, 'GET /api/v1/consultants/7': () => (fails ? refuse(403, 'Sem acesso', 'forbidden')() : ana) });

    const user = open(edit);
    expect(await screen.findByRole('alert')).toHaveTextContent('Sem acesso');
    expect(screen.queryByRole('link', { name: 'Voltar aos consultores' })).not.toBeInTheDocument();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));

    expect(await field('Nome Completo')).toHaveValue('Ana Sousa');
  });

  test('that is deleted while it is edited leaves no form behind', async () => {
    let deleted = false;
    serve({
      ...one,
      'GET /api/v1/consultants/7': () => (deleted ? refuse(404, 'Este consultor não existe.', 'not_found')() : ana),
      'PUT /api/v1/consultants/7': () => {
        deleted = true;
        return refuse(409, 'Este registo foi alterado por outra pessoa. Recarregue a página.', 'stale')();
      },
    });

    const user = open(edit);
    await user.type(await field('Nome Completo'), ' Reis{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Recarregar e perder as minhas alterações' }));

    expect(await screen.findByRole('link', { name: 'Voltar aos consultores' })).toBeVisible();
    expect(screen.queryByRole('form', { name: 'Editar Consultor' })).not.toBeInTheDocument();
  });
});

async function fill(user: UserEvent) {
  await user.type(await field('Nome Completo'), 'Ana Sousa');
  await user.type(await field('Email'), 'ana@rede.example');
  await user.type(await field('NIF'), '123 456 789');
  await user.type(await field('Código IK'), 'IK7');
  await user.type(await field('Código Upline'), 'IK2');
  await user.clear(await field('Data de Registo'));
  await user.type(await field('Data de Registo'), '2024-01-15');
  await user.selectOptions(await field('Status'), 'Activo');
}
