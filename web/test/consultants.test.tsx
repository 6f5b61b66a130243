import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ana, backOffice, invited, pageOf } from './backoffice.ts';
import { lastQuery, refuse, serve, settings } from './server.ts';
import { open } from './start.tsx';

const list = '/backoffice/users';

const rowOf = (name: RegExp) => screen.findByRole('row', { name });

describe('the list of consultants', () => {
  test('shows each with its status in a letter and in words, and how many there are', async () => {
    serve({
      ...backOffice,
      'GET /api/v1/consultants': pageOf([
        ana,
        { ...ana, id: 8, name: 'Bruno Dias', status: 'INACTIVE', parentId: null },
        { ...ana, id: 9, name: 'Carla Reis', status: 'SUSPENDED' },
        { ...ana, id: 10, name: 'Duarte Lima', status: 'RETIRED' },
      ]),
    });

    open(list);

    expect(await rowOf(/Ana Sousa ana@rede.example IK7 IK2 2024-01-15 Activo/)).toBeVisible();
    expect(await rowOf(/Bruno Dias .* IK7 — .* Inactivo/)).toBeVisible();
    expect(await rowOf(/Carla Reis .* Suspenso/)).toBeVisible();
    expect(await rowOf(/Duarte Lima .* Desconhecido/)).toBeVisible();
    expect(screen.getByText('4 resultados')).toBeVisible();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Nome',
      'Email',
      'Cod IK',
      'Upline',
      'Registo',
      'Status',
      'Acções',
    ]);
  });

  test('counts its rows as amounts are written', async () => {
    serve({ ...backOffice, 'GET /api/v1/consultants': { ...pageOf([ana]), totalResults: 4384 } });

    open(list);

    expect(await screen.findByText('4\u00a0384 resultados', { normalizer: (text) => text })).toBeVisible();
  });

  test('says that it loads, without rows to act on meanwhile', async () => {
    serve({ ...backOffice, 'GET /api/v1/consultants': () => new Promise(() => {}) });

    open(list);

    expect(await screen.findByText('A carregar dados...')).toBeVisible();
    expect(screen.getByRole('table', { name: 'Consultores' })).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByText('Apagar')).not.toBeInTheDocument();
  });

  test('that is empty says what to do', async () => {
    serve({ ...backOffice, 'GET /api/v1/consultants': pageOf([]) });

    open(list);

    expect(await screen.findByText('Ainda não há consultores')).toBeVisible();
  });

  test('that cannot be had says why and can be asked for again', async () => {
    let fails = true;
    serve({
      ...backOffice,
      'GET /api/v1/consultants': () => (fails ? refuse(400, 'Filtro inválido')() : pageOf([ana])),
    });

    const user = open(list);
    expect(await screen.findByRole('alert')).toHaveTextContent('Filtro inválido');
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));

    expect(await screen.findByText('Ana Sousa')).toBeVisible();
  });

  test('is filtered by all its fields, in the address too', async () => {
    const calls = serve({ ...backOffice, 'GET /api/v1/consultants': pageOf([]) });
    const user = open(list);

    await user.type(await screen.findByLabelText('Nome'), 'joao');
    await user.type(screen.getByLabelText('Email'), 'rede');
    await user.selectOptions(screen.getByLabelText('Status'), 'Suspenso');
    await user.type(screen.getByLabelText('Código IK'), 'ik7');
    await user.type(screen.getByLabelText('Cód. Upline'), 'ik2');
    await user.type(screen.getByLabelText('Data Registo de'), '1/2/2026');
    await user.type(screen.getByLabelText('Data Registo até'), '2026-03-31');
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));

    expect(await screen.findByText('Nenhum consultor encontrado')).toBeVisible();
    expect(lastQuery(calls, 'GET /api/v1/consultants')).toEqual({
      name: 'joao',
      email: 'rede',
      status: 'SUSPENDED',
      internalId: 'ik7',
      parentId: 'ik2',
      dateStart: '2026-02-01',
      dateEnd: '2026-03-31',
      sort: 'name',
      pageNumber: '0',
      pageSize: '20',
    });
    expect(location.search).toContain('name=joao');
  });

  test('does not ask for days the wrong way round', async () => {
    const calls = serve({ ...backOffice, 'GET /api/v1/consultants': pageOf([ana]) });
    const user = open(list);
    await screen.findByText('Ana Sousa');

    await user.type(screen.getByLabelText('Data Registo de'), '2026-03-31');
    await user.type(screen.getByLabelText('Data Registo até'), '2026-03-01{Enter}');

    expect(screen.getByLabelText('Data Registo até')).toHaveAccessibleDescription(
      'A data final não pode ser anterior à data inicial',
    );
    expect(calls.filter(({ call }) => call === 'GET /api/v1/consultants')).toHaveLength(1);
  });

  test('keeps its filter for the session, until Limpar', async () => {
    sessionStorage.setItem('filter:consultants', '?name=ana&pageNumber=2');
    const calls = serve({ ...backOffice, 'GET /api/v1/consultants': pageOf([ana]) });

    const user = open(list);
    await screen.findByText('Ana Sousa');
    expect(screen.getByLabelText('Nome')).toHaveValue('ana');
    expect(lastQuery(calls, 'GET /api/v1/consultants')).toMatchObject({ name: 'ana', pageNumber: '2' });
    await user.click(screen.getByRole('button', { name: 'Limpar' }));

    await waitFor(() =>
      expect(lastQuery(calls, 'GET /api/v1/consultants')).toEqual({ sort: 'name', pageNumber: '0', pageSize: '20' }),
    );
    expect(screen.getByLabelText('Nome')).toHaveValue('');
  });

  test('is where it was left, its page and as far down, on the way back from a consultant', async () => {
    const scrolled = scrollable();
    const calls = serve({
      ...backOffice,
      'GET /api/v1/consultants': ({ query }: { query: { pageNumber: string } }) =>
        pageOf([ana], { totalPages: 3, pageNumber: Number(query.pageNumber) }),
      'GET /api/v1/consultants/7': ana,
      'GET /api/v1/consultants/7/login': invited,
      'GET /api/v1/consultants/7/history': pageOf([]),
      'GET /api/v1/consultants/suggestions': { results: [] },
    });
    const user = open(list);
    await user.click(await screen.findByRole('button', { name: 'Página 3' }));
    await waitFor(() => expect(location.search).toBe('?pageNumber=2'));
    scrolled.to(640);

    await user.click(await screen.findByRole('link', { name: 'Editar Ana Sousa' }));
    await screen.findByRole('form', { name: 'Editar Consultor' });
    expect(window.scrollY).toBe(0);
    await user.click(screen.getByRole('link', { name: 'Cancelar' }));

    await screen.findByRole('button', { name: 'Página 3' });
    await waitFor(() => expect(window.scrollY).toBe(640));
    expect(calls.findLast(({ call }) => call === 'GET /api/v1/consultants')?.query).toMatchObject({ pageNumber: '2' });
  });

  test('begins at its top when it is opened with another filter than it was left with', async () => {
    scrollable();
    sessionStorage.setItem('scroll:consultants', JSON.stringify(['{"sort":"name","pageNumber":2,"pageSize":20}', 640]));
    serve({ ...backOffice, 'GET /api/v1/consultants': pageOf([ana]) });

    open(`${list}?name=ana`);
    await screen.findByText('Ana Sousa');
    await new Promise((resolve) => requestAnimationFrame(resolve));

    expect(window.scrollY).toBe(0);
  });

  test('is sorted by its headings and paged', async () => {
    const calls = serve({
      ...backOffice,
      'GET /api/v1/consultants': ({ query }: { query: { pageNumber: string } }) =>
        pageOf([ana], { totalPages: 3, pageNumber: Number(query.pageNumber) }),
    });
    const user = open(list);
    const name = await screen.findByRole('columnheader', { name: 'Nome' });
    expect(name).toHaveAttribute('aria-sort', 'ascending');

    await user.click(within(name).getByRole('button'));
    await waitFor(() => expect(name).toHaveAttribute('aria-sort', 'descending'));
    await user.click(await screen.findByRole('button', { name: 'Página 3' }));

    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Página 3' })).toHaveAttribute('aria-current', 'page'),
    );
    expect(lastQuery(calls, 'GET /api/v1/consultants')).toMatchObject({ sort: '-name', pageNumber: '2' });
  });

  test('is exported only where the settings say so, with its filter', async () => {
    const calls = serve({
      ...backOffice,
      'GET /api/settings': { ...settings, exports: { consultants: true, orders: false } },
      'GET /api/v1/consultants': pageOf([ana]),
      'GET /api/v1/consultants/xls': refuse(404, 'Não encontrado'),
    });

    const user = open(`${list}?name=ana`);
    await user.click(await screen.findByRole('button', { name: 'Exportar' }));

    expect(await screen.findByText('Erro ao exportar dados para Excel. Tente novamente.')).toBeVisible();
    expect(calls.find(({ call }) => call.endsWith('/xls'))?.query).toEqual({ name: 'ana', sort: 'name' });
  });

  test('has no export by default', async () => {
    serve({ ...backOffice, 'GET /api/v1/consultants': pageOf([ana]) });

    open(list);
    await screen.findByText('Ana Sousa');

    expect(screen.queryByRole('button', { name: 'Exportar' })).not.toBeInTheDocument();
  });
});

test('two consultants who are deleted one after the other are two messages', async () => {
  let rows = [ana, { ...ana, id: 8, name: 'Bruno Dias' }];
  const remove = (id: number) => () => {
    rows = rows.filter((row) => row.id !== id);
    return undefined;
  };
  serve({
    ...backOffice,
    'GET /api/v1/consultants': () => pageOf(rows),
    'DELETE /api/v1/consultants/7': remove(7),
    'DELETE /api/v1/consultants/8': remove(8),
  });

  const user = open(list);
  for (const name of ['Ana Sousa', 'Bruno Dias']) {
    await user.click(await screen.findByRole('button', { name: `Apagar ${name}` }));
    await user.click(await screen.findByRole('button', { name: 'Excluir' }));
    await waitFor(() => expect(screen.queryByText(name)).not.toBeInTheDocument());
  }

  await waitFor(() => expect(screen.getAllByText('Consultor apagado com sucesso')).toHaveLength(2));
});

describe('deleting a consultant', () => {
  test('asks first, refreshes the list and keeps the focus in it', async () => {
    let rows = [ana];
    const calls = serve({
      ...backOffice,
      'GET /api/v1/consultants': () => pageOf(rows),
      'DELETE /api/v1/consultants/7': () => {
        rows = [];
        return undefined;
      },
    });

    const user = open(list);
    await user.click(await screen.findByRole('button', { name: 'Apagar Ana Sousa' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('Tem certeza que deseja excluir este consultor?');
    await user.click(within(dialog).getByRole('button', { name: 'Excluir' }));

    expect(await screen.findByText('Consultor apagado com sucesso')).toBeVisible();
    expect(await screen.findByText('Ainda não há consultores')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('region', { name: 'Consultores' })).toHaveFocus());
    expect(calls.some(({ call }) => call === 'DELETE /api/v1/consultants/7')).toBe(true);
  });

  test('that is refused says why in the dialog', async () => {
    const message = 'Este consultor não pode ser apagado: tem 2 encomendas.';
    serve({
      ...backOffice,
      'GET /api/v1/consultants': pageOf([ana]),
      'DELETE /api/v1/consultants/7': refuse(409, message, 'in_use'),
    });

    const user = open(list);
    await user.click(await screen.findByRole('button', { name: 'Apagar Ana Sousa' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Excluir' }));

    expect(await within(dialog).findByText(message)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Apagar Ana Sousa' })).toHaveFocus());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('whom somebody else deleted meanwhile leaves the list too', async () => {
    let rows = [ana];
    serve({
      ...backOffice,
      'GET /api/v1/consultants': () => pageOf(rows),
      'DELETE /api/v1/consultants/7': () => {
        rows = [];
        return refuse(404, 'Este consultor não existe.', 'not_found')();
      },
    });

    const user = open(list);
    await user.click(await screen.findByRole('button', { name: 'Apagar Ana Sousa' }));
    await user.click(await screen.findByRole('button', { name: 'Excluir' }));
    expect(await within(screen.getByRole('dialog')).findByText('Este consultor não existe.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));

    expect(await screen.findByText('Ainda não há consultores')).toBeVisible();
  });

  test('can be given up', async () => {
    const calls = serve({ ...backOffice, 'GET /api/v1/consultants': pageOf([ana]) });

    const user = open(list);
    await user.click(await screen.findByRole('button', { name: 'Apagar Ana Sousa' }));
    await user.click(await screen.findByRole('button', { name: 'Cancelar' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(calls.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
  });
});

/** jsdom does not scroll: this does. */
function scrollable() {
  let top = 0;
  const to = (y: number) => {
    top = y;
  };
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => top);
  vi.spyOn(window, 'scrollTo').mockImplementation((...[, y]: unknown[]) => to(Number(y)));
  return { to };
}
