import type { Change } from '@rede/contract/activity';
import { todayInLisbon } from '@rede/contract/days';
import type { ImpactPreview } from '@rede/contract/history';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ana, backOffice, invited, pageOf, period, sale } from './backoffice.ts';
import { dashboardAnswers, network } from './dashboard-answers.ts';
import { type Call, lastQuery, refuse, serve } from './server.ts';
import { open } from './start.tsx';

const page = '/backoffice/users/7';
const today = todayInLisbon();
const older = {
  ...period,
  id: 38,
  parentId: 'IK0',
  upline: null,
  startDate: '2023-01-01',
  endDate: '2023-12-31',
};

const sums = { orders: 3, totalOrdersValue: '1500.00', totalPaidValue: '265.50', totalPendingValue: '1234.50' };

const chain = [
  { id: 2, internalId: 'IK2', name: 'Joaquim Upline', status: 'INACTIVE' },
  { id: null, internalId: 'IK0', name: 'Empresa', status: null },
];

const answers = {
  ...dashboardAnswers,
  ...backOffice,
  'GET /api/v1/consultants/7': ana,
  'GET /api/v1/consultants/7/login': invited,
  'GET /api/v1/consultants/7/history': pageOf([older, period]),
  'GET /api/v1/consultants/7/uplines': ({ query }: Call) => ({ day: query['day'], chain }),
  'GET /api/v1/consultants/suggestions': {
    results: [{ id: 5, internalId: 'IK5', name: 'Rita Faria', status: 'ACTIVE' }],
  },
  'GET /api/v1/orders': pageOf([sale]),
  'GET /api/v1/orders/totals': sums,
};

const part = (name: string) => screen.findByRole('region', { name });
const written = (calls: Call[]) => calls.filter(({ call }) => !/^GET|preview$/.test(call));

describe('a consultant’s page', () => {
  test('says who it is, under whom, with which network, orders, login and history, by name', async () => {
    serve(answers);

    open(page);

    expect(await screen.findByRole('heading', { level: 1, name: 'Ana Sousa' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'ana@rede.example' })).toHaveAttribute('href', 'mailto:ana@rede.example');
    expect(screen.getByText('123456789')).toBeVisible();
    const [edit] = screen.getAllByRole('link', { name: 'Editar' });
    expect(edit).toHaveAttribute('href', '/backoffice/users/edit/7');
    expect(await within(await part('Valores')).findByText('1 500,00 €')).toBeVisible();
    const above = await within(await part('Uplines')).findByRole('list', { name: `Cadeia de uplines em ${today}` });
    expect(above).toHaveTextContent('Joaquim Upline IK2 · InactivoEmpresa IK0');
    expect(within(above).getByRole('link')).toHaveAttribute('href', '/backoffice/users/2');
    const below = await part('Rede directa');
    expect(await within(below).findByRole('link', { name: 'Rui Matos' })).toHaveAttribute(
      'href',
      '/backoffice/users/12',
    );
    const orders = await part('Encomendas');
    expect(await within(orders).findByRole('link', { name: '#1001' })).toHaveAttribute(
      'href',
      '/backoffice/edit-orders/90',
    );
    expect(await within(orders).findByText('265,50 €')).toBeVisible();
    const past = await part('Histórico de Uplines');
    expect(await within(past).findByText('2023-01-01 a 2023-12-31')).toBeVisible();
    expect(past).toHaveTextContent('Joaquim Upline IK2Em vigor hoje2024-01-15 em diante');
    expect(past).toHaveTextContent('Sem upline de 2024-01-01 a 2024-01-14 (14 dias)');
    expect(await within(await part('Login')).findByText('Convite enviado em 2026-03-10 09:30.')).toBeVisible();
    expect(await within(await part('Actividade')).findByText(/Ninguém mudou este consultor/)).toBeVisible();
  });

  test('asks for the figures as that consultant, and for everything else as the administrator', async () => {
    const calls = serve(answers);

    open(page);
    await within(await part('Rede directa')).findByRole('link', { name: 'Rui Matos' });
    await within(await part('Encomendas')).findByText('265,50 €');

    const asked = calls.filter(({ call }) => call.startsWith('GET /api/v1/'));
    expect(
      asked
        .filter(({ viewed }) => viewed !== undefined)
        .map(({ call }) => call)
        .toSorted(),
    ).toEqual(['GET /api/v1/dashboard/direct', 'GET /api/v1/dashboard/overview', 'GET /api/v1/dashboard/summary']);
    expect(new Set(asked.map(({ viewed }) => viewed))).toEqual(new Set([undefined, '7']));
    expect(lastQuery(calls, 'GET /api/v1/orders')).toMatchObject({ consultantCode: 'IK7' });
    expect(lastQuery(calls, 'GET /api/v1/orders/totals')).toMatchObject({ consultantCode: 'IK7' });
  });

  test('leads to the lists of its orders and of its network’s', async () => {
    serve(answers);

    open(page);

    const orders = await part('Encomendas');
    expect(within(orders).getByRole('link', { name: 'Ver na lista' })).toHaveAttribute(
      'href',
      '/backoffice/orders?consultantCode=IK7',
    );
    expect(within(orders).getByRole('link', { name: 'Rede de IK7' })).toHaveAttribute(
      'href',
      '/backoffice/orders?networkOf=IK7',
    );
  });

  test('shows the chain of uplines of any day', async () => {
    serve({
      ...answers,
      'GET /api/v1/consultants/7/uplines': ({ query }: Call) => ({
        day: query['day'],
        chain: query['day'] === '2022-05-01' ? [] : chain,
      }),
    });

    const user = open(page);
    const field = await screen.findByLabelText('Cadeia de uplines no dia');
    await user.clear(field);
    await user.type(field, '2022-05-01');

    expect(await screen.findByText('Em 2022-05-01 não estava debaixo de ninguém.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ver hoje' }));
    expect(await screen.findByRole('list', { name: `Cadeia de uplines em ${today}` })).toBeVisible();
  });

  test('says of a period which file or person made it', async () => {
    const made: Change = {
      id: 3,
      at: '2026-03-10T09:30:00.000Z',
      by: 'Teresa Matos',
      does: 'period.create',
      about: null,
      aboutId: null,
      recordCount: 1,
      records: [
        {
          kind: 'period',
          id: 41,
          name: 'IK7 Ana Sousa',
          consultantId: 7,
          exists: true,
          fields: [{ field: 'startDate', before: null, after: '2024-01-15' }],
        },
      ],
      undoes: null,
      undoneBy: null,
      canUndo: false,
    };
    serve({ ...answers, 'GET /api/v1/activity': pageOf([made]) });

    open(page);

    expect(
      await within(await part('Histórico de Uplines')).findByText('Criado por Teresa Matos, 2026-03-10 09:30'),
    ).toBeVisible();
  });

  test('of which parts cannot be read shows the others, and each can be asked for again', async () => {
    const failing = refuse(403, 'Não é possível.');
    serve({
      ...answers,
      'GET /api/v1/dashboard/summary': failing,
      'GET /api/v1/dashboard/overview': failing,
      'GET /api/v1/dashboard/direct': failing,
      'GET /api/v1/consultants/7/uplines': failing,
      'GET /api/v1/consultants/7/history': failing,
      'GET /api/v1/activity': failing,
    });

    open(page);

    for (const name of ['Valores', 'Uplines', 'Rede directa', 'Histórico de Uplines', 'Actividade']) {
      expect(await within(await part(name)).findByRole('button', { name: 'Tentar novamente' })).toBeVisible();
    }
    expect(await within(await part('Encomendas')).findByRole('link', { name: '#1001' })).toBeVisible();
  });

  test('of somebody who has nothing yet says so, part by part', async () => {
    serve({
      ...answers,
      'GET /api/v1/dashboard/direct': { ...network, members: pageOf([]) },
      'GET /api/v1/consultants/7/uplines': { day: today, chain: [] },
      'GET /api/v1/consultants/7/history': pageOf([]),
      'GET /api/v1/orders': pageOf([]),
    });

    open(page);

    expect(await screen.findByText('Hoje não está debaixo de ninguém.')).toBeVisible();
    expect(await screen.findByText('Nunca esteve debaixo de ninguém.')).toBeVisible();
    expect(await screen.findByText('Ninguém na rede directa')).toBeVisible();
    expect(await screen.findByText('Ainda não encomendou nada')).toBeVisible();
  });

  test('of somebody who was deleted says so, with the way back', async () => {
    serve({ ...answers, 'GET /api/v1/consultants/7': refuse(404, 'Este consultor não existe.', 'not_found') });

    open(page);

    expect(await screen.findByText('Este consultor não existe.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Voltar aos consultores' })).toHaveAttribute('href', '/backoffice/users');
  });

  test('goes to the list once its consultant is deleted, and the toast brings the consultant back', async () => {
    const calls = serve({
      ...answers,
      'GET /api/v1/consultants': pageOf([]),
      'DELETE /api/v1/consultants/7': undefined,
      'POST /api/v1/activity/consultant/7/restore': {},
    });

    const user = open(page);
    await user.click(await screen.findByRole('button', { name: 'Mais acções' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Apagar', hidden: true }));
    await user.click(await screen.findByRole('button', { name: 'Excluir' }));

    expect(await screen.findByText('Consultor apagado com sucesso')).toBeVisible();
    expect(location.pathname).toBe('/backoffice/users');
    await user.click(screen.getByRole('button', { name: /^Anular/ }));
    expect(await screen.findByText('Foi reposto tal como estava')).toBeVisible();
    expect(written(calls).map(({ call }) => call)).toEqual([
      'DELETE /api/v1/consultants/7',
      'POST /api/v1/activity/consultant/7/restore',
    ]);
  });
});

describe('moving somebody from a day on', () => {
  const moves: ImpactPreview = {
    networks: [
      {
        internalId: 'IK5',
        name: 'Rita Faria',
        network: 'total',
        change: 'enters',
        orders: 2,
        totalOrdersValue: '99.90',
        totalPendingValue: '0.00',
      },
    ],
  };
  const moving = {
    ...answers,
    'POST /api/v1/consultants/7/history/preview': moves,
    'POST /api/v1/consultants/7/history': { ...period, id: 50, parentId: 'IK5' },
  };
  const upline = () => screen.findByLabelText('Novo upline (código ou nome)');
  const confirm = () => screen.findByRole('button', { name: 'Mudar upline' });

  test('takes an upline found by name and a day in the past, shows what moves by name, and one confirmation', async () => {
    const calls = serve(moving);

    const user = open(page);
    await user.click(await screen.findByRole('button', { name: 'Mudar upline a partir de…' }));
    expect(screen.getByLabelText('A partir de')).toHaveValue(today);
    await user.clear(screen.getByLabelText('A partir de'));
    await user.type(screen.getByLabelText('A partir de'), '2025-06-01');
    await user.type(await upline(), 'rita');
    await user.click(await screen.findByRole('option', { name: /Rita Faria/, hidden: true }));

    const change = await screen.findByRole('region', { name: 'O que muda' });
    expect(change).toHaveTextContent('Joaquim Upline (IK2), 2024-01-15 em diante: passa a acabar em 2025-05-31');
    expect(within(change).getByRole('row', { name: /Rita Faria IK5 · Rede total 2 99,90\s€/ })).toBeVisible();
    await user.dblClick(await confirm());

    expect(await screen.findByText('Histórico do consultor criado com sucesso')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(written(calls)).toEqual([
      expect.objectContaining({
        call: 'POST /api/v1/consultants/7/history',
        query: { takeDays: 'true' },
        body: { parentId: 'IK5', startDate: '2025-06-01', endDate: null, consultant: { id: 7, internalId: 'IK7' } },
      }),
    ]);
  });

  test('that would make a cycle says so in the dialog, and nothing is sent', async () => {
    const why = 'Rita Faria está debaixo de Ana Sousa nesses dias.';
    const calls = serve({ ...moving, 'POST /api/v1/consultants/7/history/preview': refuse(409, why, 'cycle') });

    const user = open(`${page}?mudar=upline`);
    await user.type(await upline(), 'IK5');

    expect(await within(await screen.findByRole('dialog')).findByText(why)).toBeVisible();
    await user.click(await confirm());
    expect(written(calls)).toEqual([]);
  });

  test('says what is wrong at its fields, once they were left', async () => {
    serve(moving);

    const user = open(`${page}?mudar=upline`);
    const day = await screen.findByLabelText('A partir de');
    await user.clear(day);
    await user.type(day, '2025-02-30');
    await user.click(await confirm());

    expect(await upline()).toHaveAccessibleDescription('Código Upline é obrigatório');
    expect(day).toHaveAccessibleDescription('Data inválida');
  });

  test('that is refused after all is said in the dialog, which keeps what was typed', async () => {
    serve({
      ...moving,
      'POST /api/v1/consultants/7/history': refuse(409, 'Outra pessoa mudou este histórico.', 'stale'),
    });

    const user = open(`${page}?mudar=upline`);
    await user.type(await upline(), 'IK5');
    await screen.findByRole('region', { name: 'O que muda' });
    await user.click(await confirm());

    expect(await within(screen.getByRole('dialog')).findByText('Outra pessoa mudou este histórico.')).toBeVisible();
    expect(await upline()).toHaveValue('IK5');
  });

  test('is left by Escape, which first closes the suggestions', async () => {
    serve(moving);

    const user = open(`${page}?mudar=upline`);
    await user.type(await upline(), 'rita');
    await screen.findByRole('option', { name: /Rita Faria/, hidden: true });
    fireEvent.keyDown(await upline(), { key: 'Escape' });

    await waitFor(() => expect(screen.queryByRole('option', { hidden: true })).not.toBeInTheDocument());
    expect(await upline()).toHaveValue('rita');
    fireEvent.keyDown(await upline(), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(location.search).toBe('');
  });
});
