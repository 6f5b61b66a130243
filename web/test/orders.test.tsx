import { screen, waitFor, within } from '@testing-library/react';
import { todayInLisbon } from '@rede/contract/days';
import { describe, expect, test } from 'vitest';
import { backOffice, pageOf, sale } from './backoffice.ts';
import { type Call, lastQuery, refuse, serve, settings } from './server.ts';
import { textOf } from './sight.ts';
import { open } from './start.tsx';

const list = '/backoffice/orders';
const lists = (calls: Call[]) => calls.filter(({ call }) => call === 'GET /api/v1/orders');
const written = (calls: Call[]) => calls.filter(({ call }) => !call.startsWith('GET'));
const field = (label: string) => screen.findByLabelText(label);
const cellsOf = (row: HTMLElement) => within(row).getAllByRole('cell').slice(0, -1).map(textOf);

describe('the list of orders', () => {
  test('shows each with its consultant and its value', async () => {
    serve({
      ...backOffice,
      'GET /api/v1/orders': pageOf([
        sale,
        { ...sale, id: 91, ecommerceId: '#1002', consultant: null, couponCode: null },
      ]),
    });

    open(list);

    const row = await screen.findByRole('row', { name: /#1001/ });
    expect(cellsOf(row)).toEqual(['#1001', 'ana@rede.example', 'IK7', 'IK2', '2026-03-10', '1 234,50 €', 'NATAL']);
    const nobodys = screen.getByRole('row', { name: /#1002/ });
    expect(cellsOf(nobodys)).toEqual(['#1002', 'sem consultor', 'atribuir', '—', '2026-03-10', '1 234,50 €', '—']);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Número de encomenda',
      'Email',
      'Código IK',
      'Código Upline',
      'Data de Encomenda',
      'Valor da Encomenda',
      'Cupão',
      'Acções',
    ]);
  });

  test('that is empty says where orders come from', async () => {
    serve({ ...backOffice, 'GET /api/v1/orders': pageOf([]) });

    open(list);

    expect(await screen.findByText('Ainda não há encomendas')).toBeVisible();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Carregar CSV' })).toHaveAttribute(
      'href',
      '/backoffice/upload-csv',
    );
    expect(screen.getByRole('link', { name: 'Adicionar Manualmente' })).toHaveAttribute(
      'href',
      '/backoffice/add-orders',
    );
    expect(screen.queryByRole('button', { name: 'Exportar' })).not.toBeInTheDocument();
  });

  test('that cannot be had says why', async () => {
    serve({ ...backOffice, 'GET /api/v1/orders': refuse(403, 'Sem acesso', 'forbidden') });

    open(list);

    expect(await screen.findByRole('alert')).toHaveTextContent('Sem acesso');
  });

  test('is filtered by all its fields', async () => {
    const calls = serve({ ...backOffice, 'GET /api/v1/orders': pageOf([]) });
    const user = open(list);

    expect(await field('Email')).toHaveAttribute('type', 'email');
    const labels = [...screen.getByRole('form', { name: 'Filtros' }).querySelectorAll('label')];
    expect(labels.map(({ textContent }) => textContent)).toEqual([
      'Email',
      'Código IK',
      'Código Upline',
      'Data Encomenda de',
      'Data Encomenda até',
      'Número de encomenda',
      'Data Pagamento de',
      'Data Pagamento até',
      'Cupão',
      'Pagamento',
      'Valor de',
      'Valor até',
      'Consultor',
      'Código IK exacto',
      'Rede de',
    ]);
    await user.type(await field('Email'), 'ana@');
    await user.type(await field('Código IK'), 'ik7');
    await user.type(await field('Código Upline'), 'ik2');
    await user.type(await field('Número de encomenda'), '#10');
    await user.type(await field('Cupão'), 'natal');
    await user.type(await field('Data Encomenda de'), '2026-01-01');
    await user.type(await field('Data Encomenda até'), '2026-01-31');
    await user.type(await field('Data Pagamento de'), '2026-02-01');
    await user.type(await field('Data Pagamento até'), '2026-02-28');
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));

    expect(await screen.findByText('Nenhuma encomenda encontrada')).toBeVisible();
    expect(lastQuery(calls, 'GET /api/v1/orders')).toEqual({
      consultantEmail: 'ana@',
      consultantInternalId: 'ik7',
      consultantParentId: 'ik2',
      ecommerceId: '#10',
      couponCode: 'natal',
      createdAtStart: '2026-01-01',
      createdAtEnd: '2026-01-31',
      paidAtStart: '2026-02-01',
      paidAtEnd: '2026-02-28',
      sort: '-createdAt',
      pageNumber: '0',
      pageSize: '20',
    });
  });

  test('loses its filter by Limpar, but not its page', async () => {
    const calls = serve({ ...backOffice, 'GET /api/v1/orders': pageOf([sale], { totalPages: 9, pageNumber: 2 }) });

    const user = open(`${list}?couponCode=natal&pageNumber=2`);
    await screen.findByText('#1001');
    await user.click(screen.getByRole('button', { name: 'Limpar' }));

    await waitFor(() =>
      expect(lists(calls).at(-1)?.query).toEqual({ sort: '-createdAt', pageNumber: '2', pageSize: '20' }),
    );
    expect(await field('Cupão')).toHaveValue('');
  });

  test('is exported only where the settings say so', async () => {
    const calls = serve({
      ...backOffice,
      'GET /api/settings': { ...settings, exports: { consultants: false, orders: true } },
      'GET /api/v1/orders': pageOf([sale]),
      'GET /api/v1/orders/xls': refuse(404, 'Não encontrado'),
    });

    const user = open(`${list}?couponCode=natal`);
    await user.click(await screen.findByRole('button', { name: 'Exportar' }));

    expect(await screen.findByText('Erro ao exportar dados para Excel. Tente novamente.')).toBeVisible();
    expect(calls.find(({ call }) => call.endsWith('/xls'))?.query).toEqual({ couponCode: 'natal', sort: '-createdAt' });
  });

  test('loses an order after it has asked, by one call however often it is confirmed', async () => {
    let rows = [sale];
    const calls = serve({
      ...backOffice,
      'GET /api/v1/orders': () => pageOf(rows),
      'DELETE /api/v1/orders/90': () => {
        rows = [];
        return undefined;
      },
    });

    const user = open(list);
    await user.click(await screen.findByRole('button', { name: 'Apagar #1001' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirmação' });
    expect(dialog).toHaveTextContent('Tem certeza que deseja excluir esta encomenda?');
    await user.dblClick(within(dialog).getByRole('button', { name: 'Excluir' }));

    expect(await screen.findByText('Encomenda apagada com sucesso')).toBeVisible();
    expect(await screen.findByText('Ainda não há encomendas')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(written(calls).map(({ call }) => call)).toEqual(['DELETE /api/v1/orders/90']);
  });

  test('keeps an order that cannot be deleted, says why, and tries again when asked to', async () => {
    const answer = Promise.withResolvers<Response>();
    const calls = serve({
      ...backOffice,
      'GET /api/v1/orders': pageOf([sale]),
      'DELETE /api/v1/orders/90': () => answer.promise.then((response) => response.clone()),
    });

    const user = open(list);
    await user.click(await screen.findByRole('button', { name: 'Apagar #1001' }));
    const confirm = await screen.findByRole('button', { name: 'Excluir' });
    await user.dblClick(confirm);
    answer.resolve(refuse(404, 'Encomenda não encontrada', 'not_found')());

    expect(await within(screen.getByRole('dialog')).findByText('Encomenda não encontrada')).toBeVisible();
    expect(written(calls)).toHaveLength(1);
    await user.click(confirm);
    await waitFor(() => expect(written(calls)).toHaveLength(2));
  });
});

test('an order that somebody else deleted is gone from the list once that was said', async () => {
  let rows = [sale];
  serve({
    ...backOffice,
    'GET /api/v1/orders': () => pageOf(rows),
    'DELETE /api/v1/orders/90': () => {
      rows = [];
      return refuse(404, 'Esta encomenda não existe.', 'not_found')();
    },
  });

  const user = open(list);
  await user.click(await screen.findByRole('button', { name: 'Apagar #1001' }));
  await user.click(await screen.findByRole('button', { name: 'Excluir' }));
  const dialog = screen.getByRole('dialog');
  expect(await within(dialog).findByText('Esta encomenda não existe.')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));

  expect(await screen.findByText('Ainda não há encomendas')).toBeVisible();
});

const suggestions = 'GET /api/v1/consultants/suggestions';

describe('a new order', () => {
  const answers = { ...backOffice, 'GET /api/v1/orders': pageOf([sale]), [suggestions]: { results: [] } };

  test('finds its consultant while a code or a name is typed', async () => {
    const rita = { internalId: 'IK5', name: 'Rita Faria', status: 'SUSPENDED' };
    const calls = serve({ ...answers, [suggestions]: { results: [rita] } });

    const user = open('/backoffice/add-orders');
    await user.type(await field('Consultor (Código IK)'), 'rita');
    await user.click(await screen.findByRole('option', { name: /IK5/, hidden: true }));

    expect(await field('Consultor (Código IK)')).toHaveValue('IK5');
    expect(calls.find(({ call }) => call === suggestions)?.query).toEqual({ text: 'rita' });
  });

  test.for(['1 234,50', '1.234,50', '1234,5', '1234.5', '1 234,50 €'])(
    'shows %s as an amount once its field is left',
    async (typed) => {
      serve(answers);

      const user = open('/backoffice/add-orders');
      await user.type(await field('Valor da Encomenda'), typed);
      await user.tab();

      expect(await field('Valor da Encomenda')).toHaveValue('1\u00a0234,50');
    },
  );

  test('is asked for what is missing', async () => {
    const calls = serve(answers);

    const user = open('/backoffice/add-orders');
    await user.clear(await field('Data de Encomenda'));
    await user.click(screen.getByRole('button', { name: 'Guardar' }));

    const alert = await screen.findByRole('alert', { name: 'Por favor, corrija os erros no formulário:' });
    expect(
      within(alert)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Número de encomenda é obrigatório',
      'Data de Encomenda é obrigatória',
      'Valor da Encomenda é obrigatório',
    ]);
    expect(written(calls)).toEqual([]);
  });

  test('is of today and unpaid unless said otherwise; saved, it leads back to the list as it was filtered', async () => {
    sessionStorage.setItem('filter:orders', '?couponCode=natal');
    const calls = serve({ ...answers, 'POST /api/v1/orders': () => Response.json(sale, { status: 201 }) });

    const user = open('/backoffice/add-orders');
    expect(await field('Data de Encomenda')).toHaveValue(todayInLisbon());
    expect(await field('Data de Pagamento')).toHaveValue('');
    await user.type(await field('Número de encomenda'), '#1001');
    await user.type(await field('Consultor (Código IK)'), 'ik7');
    await user.type(await field('Valor da Encomenda'), '1 234,5');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));

    expect(await screen.findByText('Encomenda criada com sucesso!')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Gestão de Encomendas' })).toBeVisible();
    expect(await field('Cupão')).toHaveValue('natal');
    expect(written(calls)).toEqual([
      expect.objectContaining({
        call: 'POST /api/v1/orders',
        body: {
          ecommerceId: '#1001',
          createdAt: todayInLisbon(),
          total: '1234.50',
          consultant: { internalId: 'ik7' },
          id: null,
          couponCode: null,
          paidAt: null,
          totalPayment: null,
        },
      }),
    ]);
  });

  test('of nobody says so, field by field', async () => {
    const calls = serve({ ...answers, 'POST /api/v1/orders': () => Response.json(sale, { status: 201 }) });

    const user = open('/backoffice/add-orders');
    await user.type(await field('Número de encomenda'), '#1001');
    await user.type(await field('Valor da Encomenda'), '12{Enter}');

    await screen.findByText('Encomenda criada com sucesso!');
    expect(written(calls)[0]?.body).toMatchObject({ consultant: { internalId: null } });
  });

  test('that something else than the server answers is not said to be saved', async () => {
    serve({ ...answers, 'POST /api/v1/orders': () => new Response('<!doctype html><h1>Bem-vindo</h1>') });

    const user = open('/backoffice/add-orders');
    await user.type(await field('Número de encomenda'), '#1001');
    await user.type(await field('Valor da Encomenda'), '12{Enter}');

    expect(await screen.findByText('Erro ao criar a encomenda: An unknown error occurred')).toBeVisible();
    expect(await field('Número de encomenda')).toHaveValue('#1001');
  });

  test('with a code nobody has is refused at its field', async () => {
    serve({
      ...answers,
      'POST /api/v1/orders': () =>
        Response.json(
          {
            message: 'Dados inválidos',
            code: 'invalid',
            errors: [{ field: 'consultant.internalId', message: 'O Código IK não existe' }],
          },
          { status: 400 },
        ),
    });

    const user = open('/backoffice/add-orders');
    await user.type(await field('Número de encomenda'), '#1001');
    await user.type(await field('Consultor (Código IK)'), 'ik99');
    await user.type(await field('Valor da Encomenda'), '12{Enter}');

    expect(await screen.findByText('Erro ao criar a encomenda: Há campos por corrigir.')).toBeVisible();
    expect(await field('Consultor (Código IK)')).toHaveAccessibleDescription('O Código IK não existe');
    await user.click(screen.getByRole('button', { name: 'O Código IK não existe' }));
    expect(await field('Consultor (Código IK)')).toHaveFocus();
  });
});

describe('an existing order', () => {
  const answers = {
    ...backOffice,
    'GET /api/v1/orders': pageOf([sale]),
    'GET /api/v1/orders/90': sale,
    [suggestions]: { results: [] },
  };

  test('is shown as it is and saved with the version it was read at', async () => {
    const calls = serve({ ...answers, 'PUT /api/v1/orders/90': { ...sale, version: 6 } });

    const user = open('/backoffice/edit-orders/90');
    expect(await field('Valor da Encomenda')).toHaveValue('1\u00a0234,50');
    expect(await field('Consultor (Código IK)')).toHaveValue('IK7');
    await user.type(await field('Data de Pagamento'), '11/03/2026');
    await user.type(await field('Valor Pago'), '1000');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));

    expect(await screen.findByText('Encomenda atualizada com sucesso!')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Gestão de Encomendas' })).toBeVisible();
    expect(written(calls)[0]).toMatchObject({
      call: 'PUT /api/v1/orders/90',
      body: {
        id: 90,
        ecommerceId: '#1001',
        couponCode: 'NATAL',
        createdAt: '2026-03-10',
        paidAt: '2026-03-11',
        total: '1234.50',
        totalPayment: '1000.00',
        consultant: { internalId: 'IK7' },
        version: 5,
      },
    });
  });

  test('may not be paid before it was made', async () => {
    const calls = serve(answers);

    const user = open('/backoffice/edit-orders/90');
    await user.type(await field('Data de Pagamento'), '2026-03-09{Enter}');

    expect(await field('Data de Pagamento')).toHaveAccessibleDescription(
      'A Data de Pagamento não pode ser anterior à Data de Encomenda',
    );
    expect(written(calls)).toEqual([]);
  });

  test('is left untouched by Cancelar, without a question', async () => {
    serve(answers);

    const user = open('/backoffice/edit-orders/90');
    await user.click(await screen.findByRole('link', { name: 'Cancelar' }));

    expect(await screen.findByRole('heading', { name: 'Gestão de Encomendas' })).toBeVisible();
  });

  test('that is gone says so, with the way back to the list', async () => {
    serve({ ...answers, 'GET /api/v1/orders/90': refuse(404, 'Esta encomenda não existe.', 'not_found') });

    const user = open('/backoffice/edit-orders/90');

    expect(await screen.findByRole('alert')).toHaveTextContent('Esta encomenda não existe.');
    expect(screen.queryByRole('button', { name: 'Tentar novamente' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Voltar às encomendas' }));
    expect(await screen.findByRole('heading', { name: 'Gestão de Encomendas' })).toBeVisible();
  });
});
