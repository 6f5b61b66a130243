import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { calm } from './attention-answers.ts';
import { ana, backOffice, pageOf, sale } from './backoffice.ts';
import { provider } from './fake-keycloak.ts';
import { type Call, refuse, serve } from './server.ts';
import { textOf } from './sight.ts';
import { open } from './start.tsx';

const nothing = { consultants: [], orders: [], imports: [] };

const maria = {
  id: 12,
  internalId: 'IK1120',
  name: 'Maria Anjos Sequeira',
  email: 'maria@rede.example',
  status: 'SUSPENDED',
};

const answers = {
  ...backOffice,
  ...calm,
  'GET /api/v1/consultants': pageOf([]),
  'GET /api/v1/consultants/suggestions': { results: [] },
  'GET /api/v1/orders': pageOf([]),
  'GET /api/v1/orders/90': sale,
};

/** The palette, open over the home page. */
async function openPalette(replies: Record<string, unknown>) {
  const calls = serve({ ...answers, ...replies });
  const user = open('/');
  await user.click(await screen.findByRole('button', { name: 'Procurar consultores, encomendas, acções' }));
  const palette = await screen.findByRole('dialog', { name: 'Procurar' });
  const field = within(palette).getByRole('combobox');
  return { calls, user, palette, field };
}

function searched(calls: Call[]): (string | undefined)[] {
  return calls.filter(({ call }) => call === 'GET /api/v1/search').map(({ query }) => query.text);
}

function optionsOf(palette: HTMLElement): string[] {
  return within(palette)
    .queryAllByRole('option')
    .map((option) => textOf(option).trim());
}

test('finds consultants, orders and files with one call once nothing more is typed, and marks what matches', async () => {
  const { calls, user, palette, field } = await openPalette({
    'GET /api/v1/search': {
      consultants: [maria],
      orders: [{ id: 90, ecommerceId: 'SEQ-1', createdAt: '2026-11-19', total: '1099.00', consultantName: null }],
      imports: [{ id: 4, fileName: 'sequeira.csv', loadedAt: '2026-11-22T09:12:00.000Z' }],
    },
  });

  await user.type(field, 'seq');

  await waitFor(() =>
    expect(optionsOf(palette)).toEqual([
      'Maria Anjos Sequeira IK1120 · maria@rede.example Suspenso',
      'SEQ-1 2026-11-19 · sem consultor 1 099,00 €',
      'sequeira.csv carregado em 2026-11-22 09:12',
    ]),
  );
  expect(searched(calls)).toEqual(['seq']);
  expect([...palette.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Seq', 'SEQ', 'seq']);
  expect(
    within(palette)
      .getAllByRole('option')
      .map((option) => option.getAttribute('href')),
  ).toEqual(['/backoffice/users/12', '/backoffice/edit-orders/90', '/backoffice/upload-csv?ficheiro=4']);
});

test('the field says which option is meant, and arrows go around them', async () => {
  const { user, palette, field } = await openPalette({
    'GET /api/v1/search': { ...nothing, consultants: [maria, { ...maria, id: 13, name: 'Maria Antunes' }] },
  });
  await user.type(field, 'maria');
  const [first, second] = await within(palette).findAllByRole('option');

  expect(field).toHaveAttribute('aria-activedescendant', first?.id);
  await user.keyboard('{ArrowDown}');
  expect(field).toHaveAttribute('aria-activedescendant', second?.id);
  expect(second).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{ArrowDown}');
  expect(field).toHaveAttribute('aria-activedescendant', first?.id);
  await user.keyboard('{ArrowUp}');

  expect(field).toHaveAttribute('aria-activedescendant', second?.id);
  expect(field).toHaveFocus();
});

test('Enter opens what is found for all that was typed, not what was found before', async () => {
  let answer: (value: unknown) => void = () => {};
  const { user, palette, field } = await openPalette({
    'GET /api/v1/search': ({ query }: Call) =>
      query.text === 'sq'
        ? { ...nothing, consultants: [maria] }
        : new Promise((resolve) => {
            answer = resolve;
          }),
  });
  await user.type(field, 'sq');
  await within(palette).findByRole('option');

  await user.type(field, '90{Enter}');
  expect(location.pathname).toBe('/');
  await waitFor(() => {
    answer({
      ...nothing,
      orders: [{ id: 90, ecommerceId: 'SQ90', createdAt: '2026-11-19', total: '1.00', consultantName: 'Ana' }],
    });
    expect(location.pathname).toBe('/backoffice/edit-orders/90');
  });
});

test('Ctrl+Enter opens it in a new tab, and the search stays', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user, palette, field } = await openPalette({ 'GET /api/v1/search': { ...nothing, consultants: [maria] } });
  await user.type(field, 'maria');
  await within(palette).findByRole('option');

  await user.keyboard('{Control>}{Enter}{/Control}');

  expect(opened).toHaveBeenCalledExactlyOnceWith('/backoffice/users/12', '_blank', 'noopener');
  expect(location.pathname).toBe('/');
  expect(field).toBeVisible();
});

test('an order with exactly this number comes before consultants', async () => {
  const { user, palette, field } = await openPalette({
    'GET /api/v1/search': {
      ...nothing,
      consultants: [maria],
      orders: [{ id: 90, ecommerceId: '#1120', createdAt: '2026-11-19', total: '1.00', consultantName: 'Ana' }],
    },
  });

  await user.type(field, '1120');

  await waitFor(() => expect(optionsOf(palette)[0]).toContain('#1120'));
});

test('offers pages and actions before anything is typed, and finds them without accents and in any order', async () => {
  const { calls, user, palette, field } = await openPalette({ 'GET /api/v1/search': nothing });
  expect(optionsOf(palette)).toContain('Adicionar consultor');

  await user.type(field, 'pagar enc');

  expect(optionsOf(palette)).toEqual(['Encomendas por pagar', 'Encomendas por pagar de …']);
  await user.clear(field);
  await user.type(field, 'inicio');
  expect(optionsOf(palette)).toEqual(['Início']);
  await waitFor(() => expect(searched(calls)).toEqual(['inicio']));
});

test('an action asks of whom, and leads there', async () => {
  const { user, palette, field } = await openPalette({
    'GET /api/v1/search': { ...nothing, consultants: [{ ...maria, id: 7, internalId: ana.internalId }] },
  });

  await user.type(field, 'encomendas da rede{Enter}');
  expect(within(palette).getByRole('combobox', { name: 'Encomendas da rede de' })).toHaveFocus();
  await user.type(field, 'maria');
  await within(palette).findByRole('option', { name: /Maria/ });
  await user.keyboard('{Enter}');

  await waitFor(() => expect(location.pathname + location.search).toBe('/backoffice/orders?networkOf=IK7'));
});

test('what was chosen comes first the next time', async () => {
  const { user, palette, field } = await openPalette({ 'GET /api/v1/search': { ...nothing, consultants: [maria] } });
  await user.type(field, 'maria');
  await within(palette).findByRole('option');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.pathname).toBe('/backoffice/users/12'));

  await user.keyboard('{Control>}k{/Control}');

  const recent = within(await screen.findByRole('group', { name: 'Recentes' }));
  expect(recent.getByRole('option')).toHaveTextContent('Maria Anjos Sequeira');
});

test('signs out by an action', async () => {
  const { user, field } = await openPalette({});

  await user.type(field, 'sair{Enter}');

  await waitFor(() => expect(provider.signedOutTo).toBe(`${location.origin}/`));
});

test('Escape gives the focus back to where it was', async () => {
  const { user, palette } = await openPalette({});

  // jsdom does not close a dialog at Escape as browsers do.
  (palette as HTMLDialogElement).close();

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('dialog', { name: 'Procurar' })).toBeVisible();
});

describe('says', () => {
  test('that nothing was found, and what can be searched for', async () => {
    const { user, palette, field } = await openPalette({ 'GET /api/v1/search': nothing });

    await user.type(field, 'xyzzy');

    await waitFor(() => expect(within(palette).getByRole('status')).toHaveTextContent('Nada encontrado com ‘xyzzy’.'));
  });

  test('that it failed, and searches again when asked to', async () => {
    let fails = true;
    const { user, palette, field } = await openPalette({
      'GET /api/v1/search': () => (fails ? refuse(409, 'Tente mais tarde.')() : { ...nothing, consultants: [maria] }),
    });
    await user.type(field, 'maria');

    const failure = await within(palette).findByRole('alert');
    expect(failure).toHaveTextContent('Não foi possível procurar consultores, encomendas e ficheiros.');
    fails = false;
    await user.click(within(failure).getByRole('button', { name: 'Tentar novamente' }));

    expect(await within(palette).findByRole('option')).toHaveTextContent('Maria');
  });

  test('that it takes long', async () => {
    const { user, palette, field } = await openPalette({ 'GET /api/v1/search': () => new Promise(() => {}) });

    await user.type(field, 'maria');

    expect(within(palette).getByRole('status')).toHaveTextContent('A procurar…');
    await waitFor(() => expect(within(palette).getByRole('status')).toHaveTextContent('Está a demorar'));
  });
});
