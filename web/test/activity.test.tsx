import type { Change, ChangedRecord } from '@rede/contract/activity';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { backOffice, pageOf, sale } from './backoffice.ts';
import { lastQuery, refuse, serve } from './server.ts';
import { open } from './start.tsx';

const log = '/backoffice/activity';

const order: ChangedRecord = {
  kind: 'order',
  id: 90,
  name: '#1001',
  consultantId: null,
  exists: true,
  fields: [{ field: 'total', before: '10.00', after: '12.00' }],
};

const person: ChangedRecord = {
  kind: 'consultant',
  id: 7,
  name: 'IK7 Ana Sousa',
  consultantId: 7,
  exists: true,
  fields: [{ field: 'status', before: 'ACTIVE', after: 'SUSPENDED' }],
};

const period: ChangedRecord = {
  kind: 'period',
  id: 41,
  name: 'IK7 Ana Sousa',
  consultantId: 7,
  exists: true,
  fields: [
    { field: 'parentId', before: null, after: 'IK2' },
    { field: 'startDate', before: null, after: '2026-03-01' },
    { field: 'endDate', before: null, after: null },
  ],
};

const change: Change = {
  id: 12,
  at: '2026-03-10T09:30:00.000Z',
  by: 'Teresa Matos',
  does: 'order.update',
  about: null,
  aboutId: null,
  recordCount: 1,
  records: [order],
  undoes: null,
  undoneBy: null,
  canUndo: false,
};

const sentences = async () => {
  const list = await screen.findByRole('region', { name: 'Registo de Actividade' });
  await within(list).findAllByRole('listitem');
  return [...list.querySelectorAll('p:first-child')].map(({ textContent }) => textContent);
};

const gone = (record: ChangedRecord): ChangedRecord => ({
  ...record,
  exists: false,
  fields: record.fields.map(({ field, after }) => ({ field, before: after, after: null })),
});

const numbered = (number: string | null): ChangedRecord['fields'] => [
  { field: 'ecommerceId', before: null, after: number },
  { field: 'total', before: null, after: '12.00' },
];

describe('the activity log', () => {
  test('says each change as one sentence, with amounts, days and words as the product shows them', async () => {
    const paid = { ...order, fields: [{ field: 'paidAt', before: null, after: '2026-03-10' }] };
    const changes: Change[] = [
      { ...change },
      { ...change, does: 'consultant.update', records: [person] },
      { ...change, does: 'order.create', records: [{ ...order, fields: numbered('#1001') }] },
      { ...change, does: 'order.delete', records: [gone({ ...order, fields: numbered('#1001') })] },
      { ...change, does: 'period.create', records: [period] },
      { ...change, does: 'period.delete', records: [gone(period)] },
      { ...change, does: 'orders.change', recordCount: 4384, records: [paid, { ...paid, id: 91 }] },
      {
        ...change,
        does: 'consultants.change',
        recordCount: 2,
        records: [person, { ...person, id: 8, consultantId: 8 }],
      },
      { ...change, does: 'file.load', about: 'março.csv', aboutId: 5, recordCount: 0, records: [] },
      { ...change, does: 'view', about: 'IK7 Ana Sousa', aboutId: 7, recordCount: 0, records: [] },
      { ...change, does: 'export', about: 'encomendas.xlsx', recordCount: 0, records: [] },
      { ...change, does: 'undo', undoes: 4, records: [{ ...order, fields: numbered('#1001') }] },
      { ...change, does: 'script', by: null, records: [paid] },
    ];
    serve({
      ...backOffice,
      'GET /api/v1/activity': pageOf(changes.map((one, place) => Object.assign(one, { id: place + 1 }))),
    });

    open(log);

    expect(await sentences()).toEqual([
      'Teresa Matos mudou Valor da Encomenda de 10,00\u00a0€ para 12,00\u00a0€ na encomenda #1001',
      'Teresa Matos mudou Status de Activo para Suspenso no consultor IK7 Ana Sousa',
      'Teresa Matos criou a encomenda #1001',
      'Teresa Matos apagou a encomenda #1001',
      'Teresa Matos pôs IK7 Ana Sousa debaixo de IK2 a partir de 2026-03-01',
      'Teresa Matos apagou o período de IK7 Ana Sousa debaixo de IK2 a partir de 2026-03-01',
      'Teresa Matos mudou Data de Pagamento para 2026-03-10 em 4\u00a0384 encomendas',
      'Teresa Matos mudou Status para Suspenso em 2 consultores',
      'Teresa Matos carregou o ficheiro março.csv',
      'Teresa Matos viu o dashboard como IK7 Ana Sousa',
      'Teresa Matos exportou encomendas.xlsx',
      'Teresa Matos anulou uma acção: repôs a encomenda #1001',
      'Um programa fora da aplicação mudou Data de Pagamento de – para 2026-03-10 na encomenda #1001',
    ]);
  });

  test('leads to what is there, and to nothing that is gone', async () => {
    serve({
      ...backOffice,
      'GET /api/v1/activity': pageOf<Change>([
        change,
        { ...change, id: 13, records: [person] },
        { ...change, id: 14, does: 'order.delete', records: [gone({ ...order, name: '#0999' })] },
      ]),
    });

    open(log);

    expect(await screen.findByRole('link', { name: '#1001' })).toHaveAttribute('href', '/backoffice/edit-orders/90');
    expect(screen.getByRole('link', { name: 'IK7 Ana Sousa' })).toHaveAttribute('href', '/backoffice/users/7');
    expect(screen.getByText('#0999')).toBeVisible();
    expect(screen.queryByRole('link', { name: '#0999' })).toBeNull();
  });

  test('asks for what its filter says, by who, what, record and days, and takes it from its address', async () => {
    const calls = serve({ ...backOffice, 'GET /api/v1/activity': pageOf([change]) });

    const user = open(`${log}?consultantId=7`);
    await user.type(await screen.findByLabelText('Quem'), 'teresa');
    await user.selectOptions(screen.getByLabelText('O quê'), 'Alterar encomenda');
    await user.type(screen.getByLabelText('Registo (nome, código ou número)'), '1001');
    await user.type(screen.getByLabelText('Desde'), '2026-03-01');
    await user.type(screen.getByLabelText('Até'), '2026-03-31');
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));

    await waitFor(() =>
      expect(lastQuery(calls, 'GET /api/v1/activity')).toMatchObject({
        by: 'teresa',
        does: 'order.update',
        record: '1001',
        dateStart: '2026-03-01',
        dateEnd: '2026-03-31',
        consultantId: '7',
      }),
    );
    expect(location.search).toContain('by=teresa');

    await user.click(screen.getByRole('button', { name: 'Retirar Só um consultor' }));

    await waitFor(() => expect(lastQuery(calls, 'GET /api/v1/activity')).not.toHaveProperty('consultantId'));
    expect(lastQuery(calls, 'GET /api/v1/activity')).toMatchObject({ by: 'teresa' });
  });

  test('says that nobody did anything, or nothing that matches', async () => {
    serve({ ...backOffice, 'GET /api/v1/activity': pageOf([]) });

    const user = open(log);

    expect(await screen.findByText(/Ainda ninguém fez nada/)).toBeVisible();
    await user.type(screen.getByLabelText('Quem'), 'rui');
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));
    expect(await screen.findByText(/Ninguém fez nada que corresponda/)).toBeVisible();
  });

  test('that cannot be read says so and is asked for again', async () => {
    const answers: unknown[] = [refuse(403, 'Não tem permissão para esta operação.'), pageOf([change])];
    serve({
      ...backOffice,
      'GET /api/v1/activity': () => {
        const next = answers.length > 1 ? answers.shift() : answers[0];
        return typeof next === 'function' ? (next as () => unknown)() : next;
      },
    });

    const user = open(log);
    await user.click(await screen.findByRole('button', { name: 'Tentar novamente' }));

    expect(await screen.findByRole('link', { name: '#1001' })).toBeVisible();
  });

  test('shows the records of a large change some at a time, each from what it was to what it became', async () => {
    const second = { ...order, id: 91, name: '#1002' };
    const calls = serve({
      ...backOffice,
      'GET /api/v1/activity': pageOf<Change>([{ ...change, does: 'orders.change', recordCount: 30 }]),
      'GET /api/v1/activity/12/records': ({ query }: { query: Record<string, string> }) =>
        pageOf([query['pageNumber'] === '1' ? second : order], {
          totalPages: 2,
          pageNumber: Number(query['pageNumber']),
        }),
    });

    const user = open(log);
    await user.click(await screen.findByRole('button', { name: 'Ver 30 registos' }));
    const field = (await screen.findByText('Valor da Encomenda')).closest('div');

    expect(field).toHaveTextContent('Valor da Encomenda10,00 € → passou a 12,00 €');
    await user.click(screen.getByRole('button', { name: 'Página seguinte' }));
    expect(await screen.findByRole('link', { name: '#1002' })).toHaveAttribute('href', '/backoffice/edit-orders/91');
    expect(lastQuery(calls, 'GET /api/v1/activity/12/records')).toEqual({ pageNumber: '1', pageSize: '20' });
  });
});

describe('a change', () => {
  const undoable = { ...change, canUndo: true };
  const undone = { ...change, undoneBy: { id: 13, at: '2026-03-11T10:00:00.000Z', by: 'Rui Matos' } };

  test('is undone once after a question that names it, and then says who undid it', async () => {
    let current: Change = undoable;
    const calls = serve({
      ...backOffice,
      'GET /api/v1/activity': () => pageOf([current]),
      'POST /api/v1/activity/12/undo': () => {
        current = undone;
        return { ...change, id: 13, does: 'undo', undoes: 12 };
      },
    });

    const user = open(log);
    await user.click(await screen.findByRole('button', { name: 'Anular' }));
    const dialog = await screen.findByRole('dialog', { name: 'Anular esta acção?' });
    expect(dialog).toHaveTextContent(
      'Teresa Matos mudou Valor da Encomenda de 10,00 € para 12,00 € na encomenda #1001',
    );
    await user.dblClick(within(dialog).getByRole('button', { name: 'Anular' }));

    expect(await screen.findByText('Acção anulada')).toBeVisible();
    expect(await screen.findByText('Anulado em 2026-03-11 10:00 por Rui Matos')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Anular' })).toBeNull();
    expect(calls.filter(({ call }) => call.endsWith('/undo'))).toHaveLength(1);
  });

  test('that can no longer be undone says why in the dialog', async () => {
    const why = 'Não é possível anular: a encomenda #1001 foi alterada entretanto.';
    serve({
      ...backOffice,
      'GET /api/v1/activity': pageOf([undoable]),
      'POST /api/v1/activity/12/undo': refuse(409, why, 'conflict'),
    });

    const user = open(log);
    await user.click(await screen.findByRole('button', { name: 'Anular' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Anular' }));

    expect(await within(dialog).findByText(why)).toBeVisible();
  });
});

test('an order says which file brought it, and who changed what', async () => {
  const calls = serve({
    ...backOffice,
    'GET /api/v1/orders/90': { ...sale, importId: 5 },
    'GET /api/v1/consultants/suggestions': { results: [] },
    'GET /api/v1/activity': pageOf([change]),
  });

  open('/backoffice/edit-orders/90');

  const part = await screen.findByRole('region', { name: 'Histórico' });
  expect(within(part).getByRole('link', { name: 'um ficheiro' })).toHaveAttribute(
    'href',
    '/backoffice/upload-csv?ficheiro=5',
  );
  expect(await within(part).findByText('12,00 €')).toBeVisible();
  expect(lastQuery(calls, 'GET /api/v1/activity')).toMatchObject({ orderId: '90' });
});
