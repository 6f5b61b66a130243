import type { Overview } from '@rede/contract/dashboard';
import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Sentence } from '../src/dashboard/month-band.tsx';
import { direct, nobody, overview, noOne, debtors, quietNamed, answers, callsTo } from './dashboard-page.ts';
import { provider } from './fake-keycloak.ts';
import { administrator, consultant, refuse, serve, settings } from './server.ts';
import { open } from './start.tsx';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-31T23:30:00Z') }));

describe('the cards', () => {
  test('count both networks and add up one’s own orders', async () => {
    serve(answers);

    open('/');

    expect(await card('A minha rede directa')).toHaveTextContent('22 Colaboradores');
    expect(await card('A minha rede total')).toHaveTextContent('1 286 Colaboradores');
    expect(await card('As minhas encomendas')).toHaveTextContent('Últimos 3 meses: 1 500,00 €');
  });

  test('say how they changed, and what the change is made of', async () => {
    serve(answers);
    const user = open('/');

    await user.click(await screen.findByRole('button', { name: 'A minha rede directa: +2 em 3 meses' }));

    const parts = screen.getByText('saiu').closest('ul') as HTMLElement;
    expect(parts).toBeVisible();
    expect(
      within(parts)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['20 nos 3 meses anteriores', '+3 entraram', '−1 saiu', '= 22 agora']);
    expect(screen.getByRole('button', { name: 'A minha rede total: −4 em 3 meses' })).toBeVisible();
  });

  test('open one’s own orders of both windows', async () => {
    const calls = serve({ ...answers, 'GET /api/v1/dashboard/orders': { orders: noOne, totals: nobody.totals } });
    const user = open('/');

    await user.click(
      await screen.findByRole('button', { name: 'As minhas encomendas: −4,1\u00a0% face aos 3 meses anteriores' }),
    );
    await user.click(screen.getByRole('button', { name: /^1\s564,10\s€$/ }));

    await waitFor(() =>
      expect(callsTo(calls, 'orders')[0]?.query).toMatchObject({ startDate: '2025-11-28', endDate: '2026-02-28' }),
    );
  });

  test.each([
    ['1500.00', 'igual aos 3 meses anteriores'],
    ['0.00', 'nada nos 3 meses anteriores'],
    ['1499.99', 'quase igual aos 3 meses anteriores'],
    ['750.00', '+100,0\u00a0% face aos 3 meses anteriores'],
  ])('compare one’s own orders with %s before: %s', async (valueBefore, said) => {
    const ownOrders = { totalOrdersValue: '1500.00', valueBefore };
    serve({ ...answers, 'GET /api/v1/dashboard/overview': { ...overview, ownOrders } });

    open('/');

    expect(await screen.findByRole('button', { name: `As minhas encomendas: ${said}` })).toBeVisible();
  });

  test('that did not change say so', async () => {
    const total = { members: 1286, before: 1286, joined: 0, left: 0 };
    serve({ ...answers, 'GET /api/v1/dashboard/overview': { ...overview, total } });

    open('/');

    expect(await screen.findByRole('button', { name: 'A minha rede total: igual em 3 meses' })).toBeVisible();
  });

  test('that cannot be had can be asked for again', async () => {
    let broken = true;
    serve({
      ...answers,
      'GET /api/v1/dashboard/summary': () =>
        broken ? refuse(500, 'Ocorreu um erro.')() : answers['GET /api/v1/dashboard/summary'],
    });
    const user = open('/');

    await screen.findByText('Ocorreu um erro.');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(document.body).not.toHaveFocus();

    expect(await card('A minha rede directa')).toHaveTextContent('22 Colaboradores');
  });
});

describe('this month', () => {
  const month = (given: Partial<Overview['month']>) => ({ ...overview.month, ...given });

  test.each([
    ['more', {}, 'A rede encomendou 300,00 € até dia 22, +50,0 % do que nos mesmos 22 dias de outubro.'],
    [
      'less',
      { valueBefore: '312.82' },
      'A rede encomendou 300,00 € até dia 22, −4,1 % do que nos mesmos 22 dias de outubro.',
    ],
    [
      'half a tenth',
      { valueBefore: '299.85' },
      'A rede encomendou 300,00 € até dia 22, +0,1 % do que nos mesmos 22 dias de outubro.',
    ],
    [
      'the same',
      { valueBefore: '300.00' },
      'A rede encomendou 300,00 € até dia 22, tanto como nos mesmos 22 dias de outubro.',
    ],
    [
      'almost the same',
      { valueBefore: '299.99' },
      'A rede encomendou 300,00 € até dia 22, quase tanto como nos mesmos 22 dias de outubro.',
    ],
    [
      'nothing before',
      { valueBefore: '0.00' },
      'A rede encomendou 300,00 € até dia 22; não tinha encomendado nada nos mesmos 22 dias de outubro.',
    ],
    [
      'nothing yet',
      { totalOrdersValue: '0.00' },
      'A rede ainda não encomendou nada este mês. Tinha encomendado 200,00 € nos mesmos 22 dias de outubro.',
    ],
    [
      'nothing at all',
      { totalOrdersValue: '0.00', valueBefore: '0.00' },
      'A rede ainda não encomendou nada este mês. Também não tinha encomendado nos mesmos 22 dias de outubro.',
    ],
    [
      'the first day',
      {
        window: { startDate: '2026-11-01', endDate: '2026-11-01' },
        before: { startDate: '2026-10-01', endDate: '2026-10-01' },
      },
      'A rede encomendou 300,00 € hoje, dia 1, +50,0 % do que no dia 1 de outubro.',
    ],
    [
      'a shorter month before',
      {
        window: { startDate: '2026-03-01', endDate: '2026-03-31' },
        before: { startDate: '2026-02-01', endDate: '2026-02-28' },
      },
      'A rede encomendou 300,00 € até dia 31, +50,0 % do que nos 28 dias de fevereiro.',
    ],
    [
      'sums beyond a number',
      { totalOrdersValue: '90071992547409930.01', valueBefore: '90071992547409.93' },
      'A rede encomendou 90 071 992 547 409 930,01 € até dia 22, +99 900,0 % do que nos mesmos 22 dias de outubro.',
    ],
  ] as const)('is told in a sentence: %s', (_, given, sentence) => {
    const november = {
      window: { startDate: '2026-11-01', endDate: '2026-11-22' },
      before: { startDate: '2026-10-01', endDate: '2026-10-22' },
    };

    const { container } = render(<Sentence month={month({ ...november, ...given })} />);

    expect(container.textContent?.replaceAll('\u00a0', ' ')).toBe(sentence);
  });

  test('names who made the difference, each with the orders behind it, of the month before where there are none yet', async () => {
    const orders = { member: quietNamed('Ana')[0], head: quietNamed('Maria')[0], orders: noOne, totals: nobody.totals };
    const calls = serve({
      ...answers,
      'GET /api/v1/dashboard/total/11/orders': orders,
      'GET /api/v1/dashboard/total/12/orders': orders,
    });
    const user = open('/');
    const people = within(await screen.findByRole('list', { name: 'Quem mais pesou na diferença' }));

    await user.click(people.getByRole('button', { name: /^Ana Sousa \+130,00\s€$/ }));
    await waitFor(() => expect(callsTo(calls, 'total/11/orders')).not.toEqual([]));
    await user.keyboard('{Escape}');
    await user.click(people.getByRole('button', { name: /^Rui Matos −30,00\s€$/ }));
    await waitFor(() => expect(callsTo(calls, 'total/12/orders')).not.toEqual([]));

    expect(callsTo(calls, 'total/11/orders')[0]?.query).toMatchObject({
      startDate: '2026-06-01',
      endDate: '2026-06-01',
    });
    expect(callsTo(calls, 'total/12/orders')[0]?.query).toMatchObject({
      startDate: '2026-05-01',
      endDate: '2026-05-01',
    });
  });

  test('says what is owed, who is new and who has gone quiet, each the way to its section', async () => {
    const calls = serve(answers);
    const user = open('/?direct-name=ana&total-startDate=2026-01-01&total-endDate=2026-01-31');
    const band = within(await screen.findByRole('region', { name: 'O meu mês' }));

    const owed = await band.findByRole('link', { name: /16\s141,97\s€ por pagar, 41 pessoas/ });
    expect(owed).toHaveAttribute('href', expect.stringMatching(/#quem-deve$/));
    const quiet = await band.findByRole('link', { name: /9 encomendavam e pararam\s?Rita, Eva, Ivo e mais 6/ });
    expect(quiet).toHaveAttribute('href', expect.stringMatching(/#pararam$/));
    expect(callsTo(calls, 'new-members')[0]?.query).toMatchObject({ startDate: '2026-06-01', endDate: '2026-06-01' });
    await user.click(await band.findByRole('link', { name: '6 entraram na rede este mês' }));

    await waitFor(() => expect(location.search).toBe('?direct-name=ana&periodo=este-mes'));
    expect(location.hash).toBe('#novos');
  });

  test('says so where nobody owes, is new or has gone quiet', async () => {
    serve({
      ...answers,
      'GET /api/v1/dashboard/debtors': { members: noOne, totals: { totalPendingValue: '0.00' } },
      'GET /api/v1/dashboard/new-members': noOne,
      'GET /api/v1/dashboard/quiet-members': noOne,
    });

    open('/');

    expect(await screen.findByText('Está tudo pago')).toBeVisible();
    expect(await screen.findByText('Ninguém entrou este mês')).toBeVisible();
    expect(await screen.findByText('Todos a encomendar ao seu ritmo')).toBeVisible();
  });

  test('fails part by part, and each can be asked for again', async () => {
    let broken = true;
    serve({
      ...answers,
      'GET /api/v1/dashboard/debtors': () => (broken ? refuse(500, 'Ocorreu um erro.')() : debtors),
      'GET /api/v1/dashboard/overview': () => (broken ? refuse(500, 'Ocorreu um erro.')() : overview),
    });
    const user = open('/');
    const retryDebts = await screen.findByRole('button', { name: 'Tentar novamente: o que está por pagar' });
    expect(await card('A minha rede directa')).toHaveTextContent('22 Colaboradores');
    expect(await screen.findByRole('link', { name: '6 entraram na rede este mês' })).toBeVisible();

    broken = false;
    await user.click(retryDebts);
    await user.click(screen.getByRole('button', { name: 'Tentar novamente: este mês' }));

    expect(await screen.findByRole('link', { name: /por pagar, 41 pessoas/ })).toBeVisible();
    expect(await screen.findByText(/do que no dia 1 de maio/)).toBeVisible();
  });
});

describe('who has nobody below yet', () => {
  const alone = {
    ...answers,
    'GET /api/v1/dashboard/summary': { totalDirectConsultants: 0, totalTreeConsultants: 0, totalOrders: '0.00' },
    'GET /api/v1/dashboard/direct': nobody,
  };

  test('is told what to do first, with the own code to copy, in the place of empty tables', async () => {
    serve(alone);
    const user = open('/');

    expect(await screen.findByRole('heading', { name: 'A sua rede começa aqui' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copiar' }));

    expect(await screen.findByText('Copiado')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('IK7');
    expect(await card('A minha rede total')).toHaveTextContent('0 Colaboradores');
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'O meu mês' })).not.toBeInTheDocument();
  });

  test('sees the tables where a filter may hide somebody', async () => {
    serve(alone);

    open('/?total-name=ana');

    expect(
      await within(await screen.findByRole('table', { name: 'Rede total' })).findByText(
        'Nenhum colaborador encontrado',
      ),
    ).toBeVisible();
  });

  test('sees the tables of days on which there was somebody', async () => {
    serve({ ...alone, 'GET /api/v1/dashboard/total': direct });

    open('/?periodo=este-ano');

    expect(
      await within(await screen.findByRole('table', { name: 'Rede total' })).findByText('Ana Sousa'),
    ).toBeVisible();
  });
});

describe('the footer', () => {
  test('shows the upline and the company’s contacts', async () => {
    serve(answers);

    open('/');
    const footer = await screen.findByRole('contentinfo');

    expect(footer).toHaveTextContent('IK2');
    expect(footer).toHaveTextContent('Joaquim Upline');
    expect(within(footer).getByRole('link', { name: 'joaquim@rede.example' })).toBeInTheDocument();
    expect(within(footer).getByRole('link', { name: '+351 210 000 000' })).toHaveAttribute('href', 'tel:+351210000000');
    expect(within(footer).getByRole('link', { name: 'www.rede.example' })).toBeInTheDocument();
  });

  test('says where something is not known', async () => {
    serve({
      ...answers,
      'GET /api/v1/whoami': { ...consultant, parentId: 'IK0', parentName: null, parentEmail: null },
    });

    open('/');
    const footer = await screen.findByRole('contentinfo');

    expect(footer).toHaveTextContent('IK0');
    expect(within(footer).getAllByText('Informação não disponível')).toHaveLength(2);
  });

  test('says once what is not known at all', async () => {
    serve({
      ...answers,
      'GET /api/settings': { ...settings, contact: { phone: '+351 210 000 000', email: null, website: null } },
      'GET /api/v1/whoami': { ...consultant, parentId: null, parentName: null, parentEmail: null },
    });

    open('/');
    const footer = within(await screen.findByRole('contentinfo'));

    expect(footer.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Código, nome, email',
      'Telefone',
      'Email, Website',
    ]);
    expect(footer.getAllByText('Informação não disponível')).toHaveLength(2);
  });
});

test('an administrator who is no consultant has no network to show, and none is asked for', async () => {
  provider.isAdmin = true;
  const calls = serve({ ...answers, 'GET /api/v1/whoami': administrator });

  open('/dashboard');

  expect(await screen.findByText('Não há rede para mostrar')).toBeVisible();
  expect(calls.filter(({ call }) => call.includes('/dashboard'))).toEqual([]);
});

/** What a card says, once it says something. */
async function card(title: string) {
  const value = (await screen.findByText(title)).nextElementSibling as HTMLElement;
  await waitFor(() => expect(value).not.toBeEmptyDOMElement());
  await waitFor(() => expect(value.textContent).not.toBe(''));
  return value;
}
