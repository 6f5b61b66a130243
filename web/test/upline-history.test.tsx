import type { Effect } from '@rede/contract/consultants';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ana, backOffice, pageOf, period } from './backoffice.ts';
import { type Call, refuse, serve } from './server.ts';
import { open } from './start.tsx';

const edit = '/backoffice/users/edit/7';
const older = { ...period, id: 38, parentId: 'IK1', startDate: '2023-01-01', endDate: '2024-01-14' };

const nothing: Effect = { networks: [] };

const answers = {
  ...backOffice,
  'GET /api/v1/consultants/7': ana,
  'GET /api/v1/consultants/7/history': pageOf([older, period]),
  'GET /api/v1/consultants/suggestions': { results: [] },
  'POST /api/v1/consultants/7/history/dry-run': nothing,
  'PUT /api/v1/consultants/7/history/41/dry-run': nothing,
  'DELETE /api/v1/consultants/7/history/38/dry-run': nothing,
};

const table = () => screen.findByRole('table', { name: 'Histórico de Uplines' });
const row = async (name: RegExp) => within(await table()).findByRole('row', { name });
const written = (calls: Call[]) => calls.filter(({ call }) => !/^GET|dry-run$/.test(call));

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
});
