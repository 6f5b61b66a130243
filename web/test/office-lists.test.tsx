import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { ana, backOffice, pageOf, sale } from './backoffice.ts';
import { type Call, lastQuery, refuse, serve } from './server.ts';
import { textOf } from './sight.ts';
import { open } from './start.tsx';

const list = '/backoffice/orders';
const orders = [
  sale,
  { ...sale, id: 91, ecommerceId: '#1002', total: '10.00', pending: '10.00' },
  { ...sale, id: 92, ecommerceId: '#1003', total: '20.50', pending: '0.00', totalPayment: '20.50' },
];
const sums = { orders: 3, totalOrdersValue: '1265.00', totalPaidValue: '20.50', totalPendingValue: '1244.50' };
const answers = {
  ...backOffice,
  'GET /api/v1/orders': pageOf(orders),
  'GET /api/v1/orders/totals': sums,
  'GET /api/v1/views': { results: [] },
  'GET /api/v1/consultants/suggestions': { results: [] },
};

const box = (name: string) => screen.findByRole('checkbox', { name: `Escolher ${name}` });
/** A button above the list; they come after the rows. */
async function tool(name: string): Promise<HTMLElement> {
  await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled());
  return screen.getByRole('button', { name });
}
const bar = () => screen.getByRole('region', { name: 'O que foi escolhido' });
const sent = (calls: Call[], call: string) => calls.filter((one) => one.call === call).map(({ body }) => body);

afterEach(() => localStorage.clear());

describe('above the list of orders', () => {
  test('stands what they come to, and one press shows what is owed', async () => {
    const calls = serve(answers);

    const user = open(list);
    expect(textOf(await screen.findByText('3 resultados'))).toBe('3 resultados');
    expect(await screen.findByText('1 265,00 €')).toBeVisible();
    expect(screen.getByText('20,50 €', { selector: 'dd' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'por pagar' }));

    expect(await screen.findByRole('button', { name: 'Retirar Por pagar' })).toBeVisible();
    await waitFor(() => expect(lastQuery(calls, 'GET /api/v1/orders/totals')).toEqual({ payment: 'pending' }));
    expect(lastQuery(calls, 'GET /api/v1/orders')).toMatchObject({ payment: 'pending', pageNumber: '0' });
  });

  test('what they come to holds no row up', async () => {
    serve({ ...answers, 'GET /api/v1/orders/totals': () => new Promise(() => {}) });

    open(list);

    expect(await screen.findByRole('link', { name: '#1001' })).toBeVisible();
  });

  test('each filter can be taken away by itself', async () => {
    const calls = serve(answers);

    const user = open(
      `${list}?networkOf=IK7&withoutConsultant=true&totalMin=10&totalMax=20.00&importId=4&pageNumber=1`,
    );
    await screen.findByRole('link', { name: '#1001' });
    const chips = within(screen.getByRole('list', { name: 'Filtros aplicados' })).getAllByRole('button');
    expect(chips.map(textOf)).toEqual([
      'Sem consultor',
      'Rede de: IK7',
      'Valor de 10,00 € a 20,00 €',
      'Do carregamento n.º 4',
    ]);
    await user.click(screen.getByRole('button', { name: 'Retirar Rede de: IK7' }));

    await waitFor(() =>
      expect(lastQuery(calls, 'GET /api/v1/orders')).toEqual({
        withoutConsultant: 'true',
        totalMin: '10.00',
        totalMax: '20.00',
        importId: '4',
        sort: '-createdAt',
        pageNumber: '0',
        pageSize: '20',
      }),
    );
  });
});

test('codes and numbers lead to whom and what they are of', async () => {
  serve(answers);

  open(list);

  const row = await screen.findByRole('row', { name: /#1001/ });
  const leads = (name: string) => within(row).getByRole('link', { name }).getAttribute('href');
  expect(leads('#1001')).toBe('/backoffice/edit-orders/90');
  expect(leads('IK7')).toBe('/backoffice/users/7');
  expect(leads('IK2')).toBe('/backoffice/users/2');
});

test('the next page is there before it is asked for', async () => {
  const calls = serve({
    ...answers,
    'GET /api/v1/orders': ({ query }: Call) => pageOf(orders, { totalPages: 3, pageNumber: Number(query.pageNumber) }),
  });

  open(list);
  await screen.findByRole('link', { name: '#1001' });

  await waitFor(() => expect(lastQuery(calls, 'GET /api/v1/orders')).toMatchObject({ pageNumber: '1' }));
});

describe('columns', () => {
  test('are chosen, and kept', async () => {
    serve(answers);
    const titles = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

    const user = open(list);
    await user.click(await tool('Colunas'));
    await user.click(await screen.findByLabelText('Por pagar', { selector: '[type=checkbox]' }));
    await user.click(screen.getByLabelText('Cupão', { selector: '[type=checkbox]' }));
    await user.click(screen.getByLabelText('Confortáveis'));

    await waitFor(() => expect(titles()).toContain('Por pagar'));
    expect(titles()).not.toContain('Cupão');
    expect(new URLSearchParams(location.search).get('colunas')).toContain('pending');
    expect(localStorage.getItem('columns:orders')).toContain('pending');
    expect(screen.getByRole('region', { name: 'Encomendas' })).toHaveAttribute('data-density', 'comfortable');
    expect(localStorage.getItem('density')).toBe('comfortable');
  });
});

describe('a selection', () => {
  test('takes a range by Shift, and says how many and how much', async () => {
    serve(answers);

    const user = open(list);
    await user.click(await box('#1001'));
    expect(textOf(bar())).toContain('1 escolhida · 1 234,50 €');
    await user.keyboard('{Shift>}');
    await user.click(await box('#1003'));
    await user.keyboard('{/Shift}');

    expect(textOf(bar())).toContain('3 escolhidas · 1 265,00 €');
    await user.click(screen.getByRole('button', { name: 'Desfazer a escolha' }));
    expect(screen.queryByRole('region', { name: 'O que foi escolhido' })).not.toBeInTheDocument();
  });

  test('survives another page, and no other filter', async () => {
    serve({
      ...answers,
      'GET /api/v1/orders': ({ query }: Call) =>
        pageOf(query.pageNumber === '1' ? [{ ...sale, id: 99, ecommerceId: '#2000' }] : orders, {
          totalPages: 2,
          pageNumber: Number(query.pageNumber),
        }),
    });

    const user = open(list);
    await user.click(await box('#1001'));
    await user.click(screen.getByRole('button', { name: 'Página 2' }));
    await user.click(await box('#2000'));
    expect(textOf(bar())).toContain('2 escolhidas');
    await user.type(screen.getByLabelText('Cupão'), 'natal');
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));

    await waitFor(() => expect(screen.queryByRole('region', { name: 'O que foi escolhido' })).not.toBeInTheDocument());
  });

  test('of the page can become all that match', async () => {
    const calls = serve({
      ...answers,
      'GET /api/v1/orders': { ...pageOf(orders, { totalPages: 20 }), totalResults: 400 },
      'POST /api/v1/orders/change/preview': { ...sums, orders: 400, changing: 398, skipped: [] },
    });

    const user = open(`${list}?couponCode=natal`);
    await screen.findByRole('link', { name: '#1001' });
    await user.click(screen.getByRole('checkbox', { name: 'Escolher esta página' }));
    await user.click(screen.getByRole('button', { name: 'Escolher todas as 400 que correspondem' }));
    expect(textOf(bar())).toContain('400 escolhidas · 1 265,00 €');
    await user.click(within(bar()).getByRole('button', { name: 'Apagar' }));

    expect(await screen.findByText(/São apagadas: 398 de 400 encomendas/)).toBeVisible();
    expect(sent(calls, 'POST /api/v1/orders/change/preview')).toEqual([
      { filter: { couponCode: 'natal' }, change: { does: 'delete' } },
    ]);
  });

  test('is paid after one confirmation that says what will be, and is undone as a whole', async () => {
    const calls = serve({
      ...answers,
      'POST /api/v1/orders/change/preview': {
        ...sums,
        orders: 2,
        changing: 1,
        skipped: [{ reason: 'Já está paga', orders: 1 }],
      },
      'POST /api/v1/orders/change': { changeId: 12, changed: 1 },
      'POST /api/v1/activity/12/undo': { id: 13 },
    });

    const user = open(list);
    await user.click(await box('#1001'));
    await user.click(await box('#1003'));
    await user.click(screen.getByRole('button', { name: 'Marcar como pagas…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Marcar como pagas' });
    await user.clear(within(dialog).getByLabelText('Data de Pagamento'));
    await user.type(within(dialog).getByLabelText('Data de Pagamento'), '2026-03-12');
    expect(await within(dialog).findByText(/Ficam pagas por inteiro: 1 de 2 encomendas/)).toBeVisible();
    expect(within(dialog).getByText('Já está paga: 1 fica como está')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Marcar como pagas (1)' }));

    expect(await screen.findByText('1 encomenda: paga por inteiro')).toBeVisible();
    expect(sent(calls, 'POST /api/v1/orders/change')).toEqual([
      {
        filter: { ids: [90, 92] },
        change: { does: 'pay', paidAt: '2026-03-12' },
        expected: 2,
        progressKey: expect.any(String),
      },
    ]);
    expect(screen.queryByRole('region', { name: 'O que foi escolhido' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Anular' }));
    expect(await screen.findByText('Acção anulada')).toBeVisible();
  });

  test('whose change is refused keeps the dialog with the reason', async () => {
    serve({
      ...answers,
      'POST /api/v1/orders/change/preview': { ...sums, orders: 1, changing: 1, skipped: [] },
      'POST /api/v1/orders/change': refuse(409, 'Outras encomendas correspondem agora.', 'stale'),
    });

    const user = open(list);
    await user.click(await box('#1001'));
    await user.click(within(bar()).getByRole('button', { name: 'Apagar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Apagar encomendas' });
    await user.click(await within(dialog).findByRole('button', { name: 'Apagar (1)' }));

    expect(await within(dialog).findByText('Outras encomendas correspondem agora.')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(within(bar()).getByRole('button', { name: 'Apagar' })).toHaveFocus());
  });

  test('of consultants gets another Status', async () => {
    const calls = serve({
      ...backOffice,
      'GET /api/v1/consultants': pageOf([ana, { ...ana, id: 8, name: 'Bruno Dias' }]),
      'GET /api/v1/views': { results: [] },
      'POST /api/v1/consultants/change/preview': { consultants: 1, changing: 1, skipped: [] },
      'POST /api/v1/consultants/change': { changeId: 5, changed: 1 },
    });

    const user = open('/backoffice/users');
    await user.click(await box('Bruno Dias'));
    await user.click(screen.getByRole('button', { name: 'Mudar Status…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Mudar Status' });
    await user.selectOptions(within(dialog).getByLabelText('Status'), 'Suspenso');
    await user.click(await within(dialog).findByRole('button', { name: 'Mudar Status (1)' }));

    expect(await screen.findByText('Status de 1 consultor: Suspenso')).toBeVisible();
    expect(sent(calls, 'POST /api/v1/consultants/change')).toEqual([
      { filter: { ids: [8] }, change: { does: 'status', status: 'SUSPENDED' }, expected: 1 },
    ]);
  });
});

describe('a value in its place', () => {
  const value = () => screen.findByRole('button', { name: /1\s234,50\s€/ });
  const field = (name: string) => screen.findByRole('textbox', { name });

  test('is saved by Enter with the version it was read at, and the focus stays', async () => {
    const updated = { ...sale, total: '99.90', pending: '99.90', version: 6 };
    let row = sale;
    const calls = serve({
      ...answers,
      'GET /api/v1/orders': () => pageOf([row]),
      'PUT /api/v1/orders/90': () => {
        row = updated;
        return updated;
      },
    });

    const user = open(list);
    await user.dblClick(await value());
    const input = await field('Valor da Encomenda de #1001');
    expect(input).toHaveFocus();
    await user.clear(input);
    await user.type(input, '99,9{Enter}');

    const saved = await screen.findByRole('button', { name: /99,90\s€/ });
    await waitFor(() => expect(saved).toHaveFocus());
    expect(sent(calls, 'PUT /api/v1/orders/90')).toEqual([
      {
        id: null,
        ecommerceId: '#1001',
        couponCode: 'NATAL',
        createdAt: '2026-03-10',
        paidAt: null,
        total: '99.90',
        totalPayment: null,
        consultant: { internalId: 'IK7' },
        version: 5,
      },
    ]);
  });

  test('is left as it was by Escape', async () => {
    const calls = serve(answers);

    const user = open(list);
    await user.dblClick(await value());
    await user.type(await field('Valor da Encomenda de #1001'), '1{Escape}');

    expect(await value()).toBeVisible();
    expect(sent(calls, 'PUT /api/v1/orders/90')).toEqual([]);
  });

  test('that is no amount is refused in words, and kept', async () => {
    serve(answers);

    const user = open(list);
    await user.dblClick(await value());
    const input = await field('Valor da Encomenda de #1001');
    await user.clear(input);
    await user.type(input, 'dez{Enter}');

    expect(await screen.findByText(/Valor inválido/)).toBeVisible();
    expect(input).toHaveValue('dez');
    expect(input).toHaveFocus();
  });

  test('that somebody else has changed is shown as it is now', async () => {
    serve({
      ...answers,
      'PUT /api/v1/orders/90': refuse(409, 'Este registo foi alterado por outra pessoa.', 'stale'),
      'GET /api/v1/orders/90': { ...sale, total: '77.00', version: 6 },
    });

    const user = open(list);
    await user.dblClick(await value());
    const input = await field('Valor da Encomenda de #1001');
    await user.clear(input);
    await user.type(input, '5{Enter}');
    expect(await screen.findByText('Este registo foi alterado por outra pessoa.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ver como está agora' }));

    const latest = () => screen.getByRole('textbox', { name: 'Valor da Encomenda de #1001' });
    await waitFor(() => expect(latest()).toHaveValue('77,00'));
    expect(latest()).toHaveFocus();
  });

  test('leads by Tab from the consultant on to the value', async () => {
    serve(answers);

    const user = open(list);
    const opener = await screen.findByRole('button', { name: 'Alterar Código IK de #1001' });
    opener.focus();
    await user.keyboard('{F2}');
    expect(await screen.findByRole('combobox', { name: 'Código IK de #1001' })).toHaveFocus();
    await user.tab();

    expect(await field('Valor da Encomenda de #1001')).toHaveFocus();
  });

  test('a missing consultant is assigned', async () => {
    const nobodys = { ...sale, consultant: null };
    const calls = serve({
      ...answers,
      'GET /api/v1/orders': pageOf([nobodys]),
      'PUT /api/v1/orders/90': { ...sale, version: 6 },
    });

    const user = open(list);
    expect(await screen.findByText('sem consultor')).toBeVisible();
    await user.dblClick(screen.getByRole('button', { name: 'atribuir' }));
    await user.type(await screen.findByRole('combobox', { name: 'Código IK de #1001' }), 'ik7{Enter}');

    await waitFor(() =>
      expect(sent(calls, 'PUT /api/v1/orders/90')).toEqual([
        expect.objectContaining({ consultant: { internalId: 'ik7' }, version: 5 }),
      ]),
    );
  });
});

describe('a saved view', () => {
  const view = {
    id: 3,
    list: 'orders',
    name: 'Por pagar',
    query: 'payment=pending',
    shared: false,
    own: true,
    madeBy: 'Teresa Matos',
  };

  test('keeps the filter and the columns under a name, and is a link of the side menu', async () => {
    let views: object[] = [];
    const calls = serve({
      ...answers,
      'GET /api/v1/views': () => ({ results: views }),
      'POST /api/v1/views': () => {
        views = [view];
        return Response.json(view, { status: 201 });
      },
    });

    const user = open(`${list}?payment=pending&pageNumber=2&colunas=ecommerceId,pending`);
    await user.click(await tool('Vistas'));
    await user.click(await screen.findByText('Guardar como vista nova…'));
    const dialog = await screen.findByRole('dialog', { name: 'Guardar vista' });
    await user.type(within(dialog).getByLabelText('Nome'), 'Por pagar');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Partilhar com todos os administradores' }));
    await user.click(within(dialog).getByRole('button', { name: 'Guardar' }));

    expect(await screen.findByRole('link', { name: 'Por pagar' })).toHaveAttribute(
      'href',
      '/backoffice/orders?payment=pending&vista=3',
    );
    expect(sent(calls, 'POST /api/v1/views')).toEqual([
      { list: 'orders', name: 'Por pagar', query: 'colunas=ecommerceId%2Cpending&payment=pending', shared: true },
    ]);
  });

  test('that was changed can be overwritten', async () => {
    const calls = serve({ ...answers, 'GET /api/v1/views': { results: [view] }, 'PUT /api/v1/views/3': view });

    const user = open(`${list}?payment=paid&vista=3`);
    await user.click(await screen.findByRole('button', { name: /Por pagar alterada/ }));
    await user.click(await screen.findByText('Guardar alterações em «Por pagar»'));

    await waitFor(() =>
      expect(sent(calls, 'PUT /api/v1/views/3')).toEqual([
        { list: 'orders', name: 'Por pagar', query: 'payment=paid', shared: false },
      ]),
    );
  });

  test('is deleted only after asking', async () => {
    const calls = serve({ ...answers, 'GET /api/v1/views': { results: [view] }, 'DELETE /api/v1/views/3': undefined });

    const user = open(`${list}?payment=pending&vista=3`);
    await user.click(await tool('Por pagar'));
    await user.click(await screen.findByText('Apagar vista…'));
    expect(sent(calls, 'DELETE /api/v1/views/3')).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Excluir' }));

    expect(await screen.findByText('Vista apagada')).toBeVisible();
    expect(sent(calls, 'DELETE /api/v1/views/3')).toHaveLength(1);
  });
});
