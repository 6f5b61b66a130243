import type { ImpactPreview } from '@rede/contract/history';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { ana, backOffice, invited, pageOf, period } from './backoffice.ts';
import { type Call, refuse, serve } from './server.ts';
import { open } from './start.tsx';

const edit = '/backoffice/users/edit/7';
const older = {
  ...period,
  id: 38,
  parentId: 'IK1',
  upline: { id: 1, name: 'Rita Faria' },
  startDate: '2023-01-01',
  endDate: '2024-01-14',
};

const nothing: ImpactPreview = { networks: [] };

const answers = {
  ...backOffice,
  'GET /api/v1/consultants/7': ana,
  'GET /api/v1/consultants/7/login': invited,
  'GET /api/v1/consultants/7/history': pageOf([older, period]),
  'GET /api/v1/consultants/suggestions': { results: [] },
  'POST /api/v1/consultants/7/history/preview': nothing,
  'PUT /api/v1/consultants/7/history/41/preview': nothing,
  'DELETE /api/v1/consultants/7/history/38/preview': nothing,
};

const table = () => screen.findByRole('table', { name: 'Histórico de Uplines' });
const row = async (name: RegExp) => within(await table()).findByRole('row', { name });
const written = (calls: Call[]) => calls.filter(({ call }) => !/^GET|preview$/.test(call));

describe('the upline history', () => {
  test('is read whole and shows who the consultant stood under, and when', async () => {
    const calls = serve(answers);

    open(edit);

    expect(await row(/IK1 2023-01-01 2024-01-14/)).toBeVisible();
    expect(await row(/IK2 Em vigor hoje 2024-01-15 Em aberto/)).toBeVisible();
    expect(calls.find(({ call }) => call.endsWith('/history'))?.query).toEqual({ pageSize: '2147483647' });
    const headings = within(await table()).getAllByRole('columnheader');
    expect(headings.map(({ textContent }) => textContent)).toEqual(['Upline', 'Data Início', 'Data Fim', 'Acções']);
  });

  test('without periods says how to add one', async () => {
    serve({ ...answers, 'GET /api/v1/consultants/7/history': pageOf([]) });

    open(edit);

    expect(await screen.findByText('Sem períodos')).toBeVisible();
  });

  test('is edited one row at a time, and the form follows without losing what was typed in it', async () => {
    let stored = period;
    const calls = serve({
      ...answers,
      'GET /api/v1/consultants/7': () => ({ ...ana, parentId: stored.parentId, version: stored.version + 2 }),
      'GET /api/v1/consultants/7/history': () => pageOf([stored]),
      'PUT /api/v1/consultants/7/history/41': () => (stored = { ...period, parentId: 'IK5', version: 2 }),
      'PUT /api/v1/consultants/7': ana,
    });

    const user = open(edit);
    await user.type(await screen.findByLabelText('Nome Completo'), ' Reis');
    await user.click(within(await row(/IK2/)).getByRole('button', { name: 'Editar IK2' }));
    const upline = within(await table()).getByRole('combobox', { name: 'Upline' });
    expect(upline).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Adicionar Histórico' })).toBeDisabled();
    await user.clear(upline);
    await user.type(upline, 'IK5{Enter}');

    expect(await screen.findByText('Histórico do consultor atualizado com sucesso')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Editar IK5' })).toHaveFocus());
    await waitFor(() => expect(screen.getByLabelText('Código Upline')).toHaveValue('IK5'));
    expect(screen.getByLabelText('Nome Completo')).toHaveValue('Ana Sousa Reis');
    expect(written(calls)[0]?.body).toEqual({
      id: 41,
      parentId: 'IK5',
      startDate: '2024-01-15',
      endDate: null,
      consultant: { id: 7, internalId: 'IK7' },
      version: 1,
    });

    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(written(calls)).toHaveLength(2));
    expect(written(calls)[1]?.body).toMatchObject({ name: 'Ana Sousa Reis', parentId: 'IK5', version: 4 });
  });

  test('takes a new row, numbered after the highest, which is checked before it is sent', async () => {
    const added = { ...period, id: 77, parentId: 'IK9', startDate: '2022-01-01', endDate: '2022-12-31' };
    let entries = [older, period];
    const calls = serve({
      ...answers,
      'GET /api/v1/consultants/7/history': () => pageOf(entries),
      'POST /api/v1/consultants/7/history': () => {
        entries = [added, older, period];
        return Response.json(added, { status: 201 });
      },
    });

    const user = open(edit);
    await row(/IK1/);
    await user.click(screen.getByRole('button', { name: 'Adicionar Histórico' }));
    await user.keyboard('{Enter}');
    const fields = within(await table());
    expect(fields.getByRole('combobox', { name: 'Upline' })).toHaveAccessibleDescription('Código Upline é obrigatório');
    expect(fields.getByRole('textbox', { name: 'Data Início' })).toHaveAccessibleDescription(
      'Data de Início é obrigatória',
    );
    await user.type(fields.getByRole('combobox', { name: 'Upline' }), 'IK9');
    await user.type(fields.getByRole('textbox', { name: 'Data Início' }), '2022-01-01');
    await user.type(fields.getByRole('textbox', { name: 'Data Fim' }), '2022-12-31');
    await user.click(fields.getByRole('button', { name: 'Guardar' }));

    expect(await screen.findByText('Histórico do consultor criado com sucesso')).toBeVisible();
    expect(await row(/IK9 2022-01-01 2022-12-31/)).toBeVisible();
    expect(written(calls)).toEqual([
      expect.objectContaining({
        body: {
          id: 42,
          parentId: 'IK9',
          startDate: '2022-01-01',
          endDate: '2022-12-31',
          consultant: { id: 7, internalId: 'IK7' },
        },
      }),
    ]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Editar IK9' })).toHaveFocus());
  });

  test('forgets a new row that is cancelled', async () => {
    const calls = serve(answers);

    const user = open(edit);
    await row(/IK1/);
    await user.click(screen.getByRole('button', { name: 'Adicionar Histórico' }));
    expect(within(await table()).getAllByRole('row')).toHaveLength(4);
    await user.click(within(await table()).getByRole('button', { name: 'Cancelar' }));

    expect(within(await table()).getAllByRole('row')).toHaveLength(3);
    expect(screen.getByRole('button', { name: 'Adicionar Histórico' })).toHaveFocus();
    expect(written(calls)).toEqual([]);
  });

  test('is left by Escape as by Cancelar, the focus where it was', async () => {
    const calls = serve(answers);

    const user = open(edit);
    await user.click(within(await row(/IK2/)).getByRole('button', { name: 'Editar IK2' }));
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Editar IK2' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Adicionar Histórico' }));
    await user.keyboard('{Escape}');

    expect(within(await table()).getAllByRole('row')).toHaveLength(3);
    expect(screen.getByRole('button', { name: 'Adicionar Histórico' })).toHaveFocus();
    expect(written(calls)).toEqual([]);
  });

  test('asks before Escape loses what was typed', async () => {
    serve(answers);

    const user = open(edit);
    await user.click(within(await row(/IK2/)).getByRole('button', { name: 'Editar IK2' }));
    const end = within(await table()).getByRole('textbox', { name: 'Data Fim' });
    await user.type(end, '2026-12-31{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Continuar a editar' }));
    await waitFor(() => expect(end).toHaveFocus());
    expect(end).toHaveValue('2026-12-31');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Sair sem guardar' }));

    expect(await row(/IK2 Em vigor hoje 2024-01-15 Em aberto/)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Editar IK2' })).toHaveFocus());
  });

  test('stays when Escape closes the suggestions of a field', async () => {
    serve({
      ...answers,
      'GET /api/v1/consultants/suggestions': { results: [{ internalId: 'IK5', name: 'Rita Faria', status: 'ACTIVE' }] },
    });

    const user = open(edit);
    await user.click(within(await row(/IK2/)).getByRole('button', { name: 'Editar IK2' }));
    const upline = within(await table()).getByRole('combobox', { name: 'Upline' });
    await user.type(upline, '{ArrowDown}');
    await screen.findByRole('option', { name: /IK5/, hidden: true });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('option', { name: /IK5/, hidden: true })).not.toBeInTheDocument());

    expect(upline).toBeVisible();
  });

  test('that the server refuses says so at the row, which stays as it was typed', async () => {
    const message = 'O consultor ficaria abaixo de si próprio.';
    serve({ ...answers, 'PUT /api/v1/consultants/7/history/41': refuse(409, message, 'cycle') });

    const user = open(edit);
    await user.click(within(await row(/IK2/)).getByRole('button', { name: 'Editar IK2' }));
    await user.type(within(await table()).getByRole('combobox', { name: 'Upline' }), '3{Enter}');

    expect(await screen.findByText(`Erro ao atualizar histórico do consultor: ${message}`)).toBeVisible();
    expect(await within(await table()).findByRole('alert')).toHaveTextContent(message);
    expect(within(await table()).getByRole('combobox', { name: 'Upline' })).toHaveValue('IK23');
  });

  test('takes days that other periods hold on once it was shown what becomes of them', async () => {
    const message =
      'O período sobrepõe-se ao de 2023-01-01 a 2024-01-14, sob IK1; o primeiro dia em comum é 2023-06-01';
    const added = { ...period, id: 77, parentId: 'IK9', startDate: '2023-06-01', endDate: '2024-03-31' };
    let entries = [older, period];
    const calls = serve({
      ...answers,
      'GET /api/v1/consultants/7/history': () => pageOf(entries),
      'POST /api/v1/consultants/7/history/preview': ({ query }: Call) =>
        query.takeDays
          ? nothing
          : Response.json({ message, code: 'overlap', errors: [{ field: 'startDate', message }] }, { status: 409 }),
      'POST /api/v1/consultants/7/history': () => {
        entries = [{ ...older, endDate: '2023-05-31' }, added, { ...period, startDate: '2024-04-01' }];
        return Response.json(added, { status: 201 });
      },
    });

    const user = open(edit);
    await row(/IK1/);
    await user.click(screen.getByRole('button', { name: 'Adicionar Histórico' }));
    const fields = within(await table());
    await user.type(fields.getByRole('combobox', { name: 'Upline' }), 'IK9');
    await user.type(fields.getByRole('textbox', { name: 'Data Início' }), '2023-06-01');
    await user.type(fields.getByRole('textbox', { name: 'Data Fim' }), '2024-03-31');
    await user.click(fields.getByRole('button', { name: 'Guardar' }));
    const wayOut = await fields.findByRole('button', { name: 'Ver o que muda' });
    expect(fields.getByRole('textbox', { name: 'Data Início' })).toHaveAccessibleDescription(message);
    await user.click(wayOut);

    const dialog = await screen.findByRole('dialog', { name: 'Esta alteração mexe noutros períodos' });
    expect(within(dialog).getByText('Nenhuma encomenda muda de rede.')).toBeVisible();
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Rita Faria (IK1), 2023-01-01 a 2024-01-14: passa a acabar em 2023-05-31',
      'Joaquim Upline (IK2), 2024-01-15 em diante: passa a começar em 2024-04-01',
    ]);
    expect(written(calls)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Guardar' }));

    expect(await screen.findByText('Histórico do consultor criado com sucesso')).toBeVisible();
    expect(await row(/IK1 2023-01-01 2023-05-31/)).toBeVisible();
    expect(await row(/IK9 2023-06-01 2024-03-31/)).toBeVisible();
    expect(written(calls).map(({ query }) => query)).toEqual([{ takeDays: 'true' }]);
  });

  test('loses a row only after the browser has asked', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
    let entries = [older, period];
    const calls = serve({
      ...answers,
      'GET /api/v1/consultants/7/history': () => pageOf(entries),
      'DELETE /api/v1/consultants/7/history/38': () => {
        entries = [period];
        return undefined;
      },
    });

    const user = open(edit);
    const remove = within(await row(/IK1/)).getByRole('button', { name: 'Apagar IK1' });
    await user.click(remove);
    expect(confirm).toHaveBeenCalledWith('Tem certeza que deseja apagar este registo?');
    expect(written(calls)).toEqual([]);
    await user.click(remove);

    expect(await screen.findByText('Histórico do consultor excluído com sucesso')).toBeVisible();
    await waitFor(async () => expect(within(await table()).getAllByRole('row')).toHaveLength(2));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Histórico de Uplines' })).toHaveFocus());
  });

  test('keeps a row whose deletion is refused, and says why', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    serve({ ...answers, 'DELETE /api/v1/consultants/7/history/38': refuse(404, 'Período não encontrado') });

    const user = open(edit);
    await user.click(within(await row(/IK1/)).getByRole('button', { name: 'Apagar IK1' }));

    expect(await screen.findByText('Erro ao excluir histórico do consultor: Período não encontrado')).toBeVisible();
    expect(await within(await table()).findByRole('alert')).toHaveTextContent('Período não encontrado');
  });

  test('shows the days without an upline as such, and which period is in force today', async () => {
    serve({
      ...answers,
      'GET /api/v1/consultants/7/history': pageOf([
        { ...older, endDate: '2023-11-30' },
        { ...older, id: 39, startDate: '2023-12-02', endDate: '2024-02-29' },
        { ...period, startDate: '2024-04-01', endDate: '2024-12-31' },
      ]),
    });

    open(edit);

    await row(/IK2 2024-04-01 2024-12-31/);
    const rows = within(await table()).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent).filter((text) => text.startsWith('Sem'))).toEqual([
      'Sem upline em 2023-12-01 (1 dia)',
      'Sem upline de 2024-03-01 a 2024-03-31 (31 dias)',
      'Sem upline desde 2025-01-01',
    ]);
    expect(screen.queryByText('Em vigor hoje')).not.toBeInTheDocument();
  });

  test('that ends one day says from when on nobody is above', async () => {
    serve({ ...answers, 'GET /api/v1/consultants/7/history': pageOf([{ ...period, endDate: '2099-12-31' }]) });

    open(edit);

    expect(await row(/IK2 Em vigor hoje 2024-01-15 2099-12-31/)).toBeVisible();
    expect(await row(/Sem upline a partir de 2100-01-01/)).toBeVisible();
  });

  test('that somebody else changed meanwhile is shown as it is by now, once the own change is given up', async () => {
    const message = 'Este registo foi alterado por outra pessoa. Recarregue a página.';
    let stored = period;
    serve({
      ...answers,
      'GET /api/v1/consultants/7/history': () => pageOf([stored]),
      'PUT /api/v1/consultants/7/history/41/preview': () => {
        stored = { ...period, parentId: 'IK8', version: 2 };
        return refuse(409, message, 'stale')();
      },
    });

    const user = open(edit);
    await changeUpline(user, 'IK5');
    expect(await within(await table()).findByRole('alert')).toHaveTextContent(message);
    expect(within(await table()).getByRole('combobox', { name: 'Upline' })).toHaveValue('IK5');
    await user.click(within(await table()).getByRole('button', { name: 'Cancelar' }));

    expect(await row(/IK8 Em vigor hoje/)).toBeVisible();
  });

  test('finds who an upline is by name', async () => {
    serve({
      ...answers,
      'GET /api/v1/consultants/suggestions': {
        results: [{ internalId: 'IK5', name: 'Rita Faria', status: 'SUSPENDED' }],
      },
    });

    const user = open(edit);
    await user.click(within(await row(/IK2/)).getByRole('button', { name: 'Editar IK2' }));
    const upline = within(await table()).getByRole('combobox', { name: 'Upline' });
    await user.clear(upline);
    await user.type(upline, 'rita');
    await user.click(await screen.findByRole('option', { name: 'IK5 Rita Faria · Suspenso', hidden: true }));

    expect(upline).toHaveValue('IK5');
    await waitFor(() => expect(upline).toHaveAccessibleDescription('Rita Faria · Suspenso'));
  });
});

describe('a change of the history that moves orders', () => {
  const moves: ImpactPreview = {
    networks: [
      {
        internalId: 'IK2',
        name: 'Bruno Dias',
        network: 'total',
        change: 'leaves',
        orders: 3,
        totalOrdersValue: '1234.50',
        totalPendingValue: '200.00',
      },
      {
        internalId: 'IK5',
        name: 'Rita Faria',
        network: 'direct',
        change: 'enters',
        orders: 1200,
        totalOrdersValue: '99.90',
        totalPendingValue: '0.00',
      },
    ],
  };

  test('says which, and is saved when that is meant', async () => {
    const calls = serve({
      ...answers,
      'PUT /api/v1/consultants/7/history/41/preview': moves,
      'PUT /api/v1/consultants/7/history/41': { ...period, parentId: 'IK5', version: 2 },
    });

    const user = open(edit);
    await changeUpline(user, 'IK5');

    const dialog = await screen.findByRole('dialog', { name: 'Esta alteração move encomendas' });
    const leaves = within(dialog).getByRole('table', { name: 'Saem da rede de' });
    expect(
      within(leaves).getByRole('row', { name: 'Bruno Dias IK2 · Rede total 3 1\u00a0234,50\u00a0€ 200,00\u00a0€' }),
    ).toBeVisible();
    const enters = within(dialog).getByRole('table', { name: 'Entram na rede de' });
    expect(
      within(enters).getByRole('row', { name: 'Rita Faria IK5 · Rede directa 1\u00a0200 99,90\u00a0€ 0,00\u00a0€' }),
    ).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Cancelar' })).toHaveFocus();
    expect(written(calls)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Guardar' }));

    expect(await screen.findByText('Histórico do consultor atualizado com sucesso')).toBeVisible();
    const [tried, saved] = calls.filter(({ call }) => call.startsWith('PUT'));
    expect(saved?.body).toEqual(tried?.body);
    expect(written(calls)).toHaveLength(1);
  });

  test('is left as it was typed when it was not meant, the focus where it was', async () => {
    const calls = serve({ ...answers, 'PUT /api/v1/consultants/7/history/41/preview': moves });

    const user = open(edit);
    await changeUpline(user, 'IK5');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancelar' }));

    const upline = within(await table()).getByRole('combobox', { name: 'Upline' });
    await waitFor(() => expect(upline).toHaveFocus());
    expect(upline).toHaveValue('IK5');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(written(calls)).toEqual([]);
  });

  test('is asked about also where a period is added', async () => {
    const calls = serve({ ...answers, 'POST /api/v1/consultants/7/history/preview': moves });

    const user = open(edit);
    await row(/IK1/);
    await user.click(screen.getByRole('button', { name: 'Adicionar Histórico' }));
    await user.type(within(await table()).getByRole('combobox', { name: 'Upline' }), 'IK9');
    await user.type(within(await table()).getByRole('textbox', { name: 'Data Início' }), '2022-01-01{Enter}');

    expect(await screen.findByRole('dialog', { name: 'Esta alteração move encomendas' })).toBeVisible();
    expect(written(calls)).toEqual([]);
  });

  test('is asked about also before a period is deleted, after the browser has asked', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const calls = serve({
      ...answers,
      'DELETE /api/v1/consultants/7/history/38/preview': moves,
      'DELETE /api/v1/consultants/7/history/38': undefined,
    });

    const user = open(edit);
    const remove = within(await row(/IK1/)).getByRole('button', { name: 'Apagar IK1' });
    await user.click(remove);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(remove).toHaveFocus());
    expect(written(calls)).toEqual([]);
    await user.click(remove);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Apagar' }));

    expect(await screen.findByText('Histórico do consultor excluído com sucesso')).toBeVisible();
  });

  test('is refused before it is asked about, once, at the fields that are meant', async () => {
    serve({
      ...answers,
      'PUT /api/v1/consultants/7/history/41/preview': () =>
        Response.json(
          {
            message: 'Upline desconhecido.',
            code: 'invalid',
            errors: [{ field: 'parentId', message: 'Não há ninguém com o código IK55' }],
          },
          { status: 400 },
        ),
    });

    const user = open(edit);
    await changeUpline(user, 'IK55');

    expect(await screen.findByText('Erro ao atualizar histórico do consultor: Há campos por corrigir.')).toBeVisible();
    expect(screen.getAllByText(/^Erro ao/)).toHaveLength(1);
    expect(within(await table()).getByRole('combobox', { name: 'Upline' })).toHaveAccessibleDescription(
      'Não há ninguém com o código IK55',
    );
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

/** In the period that is in force, sent with Enter. */
async function changeUpline(user: UserEvent, code: string) {
  await user.click(within(await row(/IK2/)).getByRole('button', { name: 'Editar IK2' }));
  const upline = within(await table()).getByRole('combobox', { name: 'Upline' });
  await user.clear(upline);
  await user.type(upline, `${code}{Enter}`);
}
