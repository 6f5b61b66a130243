import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { anasOrders, dashboardAnswers, debtor, months, order, pageOf } from './dashboard-answers.ts';
import { lastQuery, refuse, serve } from './server.ts';
import { scrolledDown, textOf } from './sight.ts';
import { open } from './start.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-01T12:00:00Z') });
  scrolledDown();
});

describe('month by month', () => {
  test('each month stands beside the same days of the month and of the year before', async () => {
    const calls = serve(dashboardAnswers);
    open('/dashboard');

    const table = await screen.findByRole('table', { name: 'Vendas mês a mês' });

    expect(within(table).getAllByRole('row').map(cellsOf)).toEqual([
      ['Mês', 'Encomendas', 'Mês anterior', 'Ano anterior'],
      ['junho 2026 1 dia', '50,00 € 1 encomenda', '80,00 € −37,5 %', '—'],
      ['maio 2026', '300,00 € 3 encomendas', '240,00 € +25,0 %', '—'],
      ['Total', '350,00 €'],
    ]);
    expect(lastQuery(calls, 'GET /api/v1/dashboard/months')).toEqual({
      startDate: '2026-03-01',
      endDate: '2026-06-01',
    });
  });

  test('many months are shown when they are asked for', async () => {
    const month = months.months[0]!;
    const years = Array.from({ length: 40 }, (_, place) => ({
      ...month,
      month: `${2020 + Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}`,
    }));
    serve({ ...dashboardAnswers, 'GET /api/v1/dashboard/months': { ...months, months: years } });
    const user = open('/dashboard');
    const table = await screen.findByRole('table', { name: 'Vendas mês a mês' });
    expect(within(table).getAllByRole('row')).toHaveLength(1 + 13 + 1);

    await user.click(screen.getByRole('button', { name: 'Mostrar todos os 40 meses' }));

    expect(within(table).getAllByRole('row')).toHaveLength(1 + 40 + 1);
  });

  test('months that cannot be had can be asked for again', async () => {
    let broken = true;
    serve({
      ...dashboardAnswers,
      'GET /api/v1/dashboard/months': () => (broken ? refuse(500, 'Ocorreu um erro.')() : months),
    });
    const user = open('/dashboard');
    const section = (await screen.findByRole('heading', { name: 'Mês a mês' })).parentElement!;

    const again = await within(section).findByRole('button', { name: 'Tentar novamente' });
    broken = false;
    await user.click(again);

    expect(await within(section).findByRole('table')).toBeInTheDocument();
  });
});

describe('who owes', () => {
  const asked = 'GET /api/v1/dashboard/total/11/orders';

  test('is named with what is owed, since when, and for how many orders', async () => {
    const calls = serve(dashboardAnswers);
    open('/dashboard');

    const row = await rowIn('Quem deve', /Ana Sousa/);

    expect(cellsOf(row).slice(0, 5)).toEqual(['Ana Sousa', 'IK11', '2026-04-19 há 43 dias', '2', '18,50 €']);
    expect(lastQuery(calls, 'GET /api/v1/dashboard/debtors')).toMatchObject({
      endDate: '2026-06-01',
      sort: '-totalPendingValue',
    });
  });

  test('comes in the order of the oldest order too', async () => {
    const calls = serve(dashboardAnswers);
    const user = open('/dashboard');
    await rowIn('Quem deve', /Ana Sousa/);

    await user.click(screen.getByRole('button', { name: 'Mais antiga' }));

    await waitFor(() =>
      expect(lastQuery(calls, 'GET /api/v1/dashboard/debtors')).toMatchObject({ sort: 'oldestAt', pageNumber: '0' }),
    );
  });

  test('opens into orders of all time, what is owed first', async () => {
    const calls = serve(dashboardAnswers);
    const user = open('/dashboard');

    await user.click(within(await rowIn('Quem deve', /Ana Sousa/)).getByRole('button', { name: /^18,50/ }));
    await screen.findByRole('dialog', { name: 'Encomendas de Ana Sousa' });

    expect(lastQuery(calls, asked)).toMatchObject({
      startDate: '1990-01-01',
      endDate: '2026-06-01',
      sort: '-pending',
    });
  });

  test('gets a message that is ready to paste', async () => {
    const paid = order({ ecommerceId: '1002', pending: '0.00' });
    const calls = serve({
      ...dashboardAnswers,
      [asked]: { ...anasOrders, orders: pageOf([order({}), paid]) },
    });
    const user = open('/dashboard');

    await user.click(within(await rowIn('Quem deve', /Ana Sousa/)).getByRole('button', { name: /^Copiar mensagem/ }));

    expect(await screen.findByText('Mensagem copiada')).toBeInTheDocument();
    const message = (await navigator.clipboard.readText()).replaceAll('\u00a0', ' ');
    expect(message).toContain('• 1001, de 2026-05-30: 6,00 €');
    expect(message).not.toContain('1002');
    expect(lastQuery(calls, asked)).toEqual({
      startDate: '1990-01-01',
      endDate: '2026-06-01',
      sort: '-pending',
      pageNumber: '0',
      pageSize: '200',
    });
  });

  test('gets it by hand where the browser does not copy', async () => {
    serve(dashboardAnswers);
    const user = open('/dashboard');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));

    await user.click(within(await rowIn('Quem deve', /Ana Sousa/)).getByRole('button', { name: /^Copiar mensagem/ }));

    const dialog = await screen.findByRole('dialog', { name: 'Mensagem a Ana Sousa' });
    expect(within(dialog).getByRole('textbox')).toHaveTextContent(/Olá, Ana!/);
  });

  test('gets it by the share sheet of a phone', async () => {
    const shared = vi.fn(async (_content: ShareData) => {});
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share: shared }));
    const touch = window.matchMedia;
    vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
      media === '(pointer: coarse)' ? { ...touch(media), matches: true } : touch(media),
    );
    serve(dashboardAnswers);
    const user = open('/dashboard');

    await user.click(within(await rowIn('Quem deve', /Ana Sousa/)).getByRole('button', { name: /^Enviar mensagem/ }));

    await waitFor(() => expect(shared).toHaveBeenCalledOnce());
    expect(shared.mock.calls[0]?.[0].text).toContain('Olá, Ana!');
  });

  test('gets none when the orders cannot be had, which is said', async () => {
    serve({ ...dashboardAnswers, [asked]: refuse(500, 'Ocorreu um erro.') });
    const user = open('/dashboard');

    await user.click(within(await rowIn('Quem deve', /Ana Sousa/)).getByRole('button', { name: /^Copiar mensagem/ }));

    expect(await screen.findByText('Erro ao preparar a mensagem: Ocorreu um erro.')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

test('who is new is named, with the orders of the period', async () => {
  const calls = serve({ ...dashboardAnswers, 'GET /api/v1/dashboard/total/21/orders': anasOrders });
  const user = open('/dashboard');

  const row = await rowIn('Novos na rede', /Nuno Faria/);
  await user.click(within(row).getByRole('button', { name: /^120,00/ }));
  await screen.findByRole('dialog');

  expect(cellsOf(row)).toEqual(['Nuno Faria', 'IK21', 'IK11', '2026-05-02', '120,00 €']);
  expect(lastQuery(calls, 'GET /api/v1/dashboard/total/21/orders')).toMatchObject({
    startDate: '2026-03-01',
    endDate: '2026-06-01',
  });
});

test('who has gone quiet is named with their rhythm, and the orders of 365 days', async () => {
  const calls = serve({ ...dashboardAnswers, 'GET /api/v1/dashboard/total/31/orders': anasOrders });
  const user = open('/dashboard');

  const row = await rowIn('Pararam de encomendar', /Sara Pinto/);
  await user.click(within(row).getByRole('button', { name: /^840,20/ }));
  await screen.findByRole('dialog');

  expect(cellsOf(row)).toEqual([
    'Sara Pinto encomendava a cada 5 semanas, não encomenda há 8',
    'IK31',
    '2026-04-06',
    '840,20 €',
  ]);
  expect(lastQuery(calls, 'GET /api/v1/dashboard/total/31/orders')).toMatchObject({
    startDate: '2025-06-02',
    endDate: '2026-06-01',
  });
});

test('nobody to name is good news', async () => {
  serve({
    ...dashboardAnswers,
    'GET /api/v1/dashboard/debtors': { members: pageOf([]), totals: { totalPendingValue: '0.00' } },
    'GET /api/v1/dashboard/new-members': pageOf([]),
    'GET /api/v1/dashboard/quiet-members': pageOf([]),
  });
  open('/dashboard');

  expect(await screen.findByText('Está tudo pago')).toBeInTheDocument();
  expect(await screen.findByText('Ninguém novo neste período')).toBeInTheDocument();
  expect(await screen.findByText('Todos mantêm o seu ritmo')).toBeInTheDocument();
});

test('the debtors of a second page are asked for', async () => {
  const calls = serve({
    ...dashboardAnswers,
    'GET /api/v1/dashboard/debtors': { members: pageOf([debtor], 2), totals: { totalPendingValue: '37.00' } },
  });
  const user = open('/dashboard');
  const pages = await screen.findByRole('navigation', { name: 'Páginas: Quem deve' });

  await user.click(within(pages).getByRole('button', { name: 'Página seguinte' }));

  await waitFor(() => expect(lastQuery(calls, 'GET /api/v1/dashboard/debtors')).toHaveProperty('pageNumber', '1'));
});

async function rowIn(table: string, name: RegExp) {
  return within(await screen.findByRole('table', { name: table })).findByRole('row', { name });
}

function cellsOf(row: HTMLElement): string[] {
  return [...row.children].map((cell) =>
    textOf(cell as HTMLElement)
      .trim()
      .replaceAll(/ +/g, ' '),
  );
}
