import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { windowOfPeriod } from '../src/dashboard/period.ts';
import { direct, answers, callsTo, shown, directTable, directFilter } from './dashboard-page.ts';
import { type Call, refuse, serve } from './server.ts';
import { open } from './start.tsx';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-31T23:30:00Z') }));

describe('the period', () => {
  const until = async (kind: 'directa' | 'total') => {
    const form = await screen.findByRole('form', { name: `Filtros: Rede ${kind}` });
    return ['De', 'Até'].map((label) => within(form).getByLabelText<HTMLInputElement>(label).value);
  };

  test('is one for the page: both tables have its days', async () => {
    const calls = serve(answers);
    const user = open('/');

    await user.click(await screen.findByRole('link', { name: 'Mês passado' }));

    await waitFor(() => expect(location.search).toBe('?periodo=mes-passado'));
    expect(await until('directa')).toEqual(['2026-05-01', '2026-05-31']);
    expect(await until('total')).toEqual(['2026-05-01', '2026-05-31']);
    expect(shown(calls, 'direct').at(-1)?.query).toMatchObject({ startDate: '2026-05-01', endDate: '2026-05-31' });
    expect(callsTo(calls, 'total').at(-1)?.query).toMatchObject({ startDate: '2026-05-01', endDate: '2026-05-31' });
    expect(screen.getByRole('link', { name: 'Mês passado' })).toHaveAttribute('aria-current', 'true');
    expect(screen.getByRole('link', { name: 'Últimos 3 meses' })).not.toHaveAttribute('aria-current');
  });

  test('of three months is the one of an address that names none', async () => {
    serve(answers);
    const user = open('/?periodo=este-ano');

    await user.click(await screen.findByRole('link', { name: 'Últimos 3 meses' }));

    await waitFor(() => expect(location.search).toBe(''));
    expect(await until('directa')).toEqual(['2026-03-01', '2026-06-01']);
  });

  test('is taken up again, and means the days of the day it is opened on', async () => {
    sessionStorage.setItem('filter:dashboard', '?periodo=este-mes');
    serve(answers);

    open('/');

    expect(await until('directa')).toEqual(['2026-06-01', '2026-06-01']);
    await waitFor(() => expect(location.search).toBe('?periodo=este-mes'));
  });

  test('leaves a table the days it was given, until another is chosen, and its other filters for good', async () => {
    const calls = serve(answers);
    const user = open('/?direct-startDate=2025-01-01&direct-endDate=2025-01-31&direct-name=ana&direct-sort=-name');
    expect(await until('directa')).toEqual(['2025-01-01', '2025-01-31']);
    expect(await until('total')).toEqual(['2026-03-01', '2026-06-01']);

    await user.click(screen.getByRole('link', { name: 'Este ano' }));

    await waitFor(() => expect(location.search).toBe('?direct-name=ana&direct-sort=-name&periodo=este-ano'));
    expect(await until('directa')).toEqual(['2026-01-01', '2026-06-01']);
    expect(shown(calls, 'direct').at(-1)?.query).toMatchObject({ name: 'ana', sort: '-name', startDate: '2026-01-01' });
  });

  test('is no filter of a table that names the same days', async () => {
    serve(answers);
    const user = open('/?periodo=mes-passado');

    await user.type(within(await directFilter()).getByLabelText('Nome'), 'ana{Enter}');

    await waitFor(() => expect(location.search).toBe('?periodo=mes-passado&direct-name=ana'));
  });

  test('can be any days', async () => {
    serve(answers);
    const user = open('/');

    await user.click(await screen.findByRole('button', { name: 'Datas…' }));
    const days = within(await screen.findByRole('form', { name: 'Datas' }));
    await waitFor(() => expect(days.getByLabelText('De')).toHaveFocus());
    await user.clear(days.getByLabelText('De'));
    await user.type(days.getByLabelText('De'), '2025-01-01');
    await user.clear(days.getByLabelText('Até'));
    await user.type(days.getByLabelText('Até'), '2025-01-31{Enter}');

    await waitFor(() => expect(location.search).toBe('?startDate=2025-01-01&endDate=2025-01-31'));
    expect(await until('total')).toEqual(['2025-01-01', '2025-01-31']);
    const chosen = screen.getByRole('button', { name: '2025-01-01 a 2025-01-31' });
    expect(chosen).toHaveAttribute('aria-current', 'true');
    expect(chosen).toHaveFocus();
  });

  test('refuses days the wrong way round', async () => {
    serve(answers);
    const user = open('/');

    await user.click(await screen.findByRole('button', { name: 'Datas…' }));
    const days = within(await screen.findByRole('form', { name: 'Datas' }));
    await user.clear(days.getByLabelText('Até'));
    await user.type(days.getByLabelText('Até'), '2026-01-31{Enter}');

    expect(await days.findByText('A data final não pode ser anterior à data inicial')).toBeVisible();
    expect(location.search).toBe('');
  });

  test('that an address gives the wrong way round is the standard one', async () => {
    serve(answers);

    open('/?startDate=2027-01-01');

    expect(await until('directa')).toEqual(['2026-03-01', '2026-06-01']);
  });

  test.each([
    ['2026-06-01', 'este-mes', '2026-06-01', '2026-06-01'],
    ['2026-01-31', 'mes-passado', '2025-12-01', '2025-12-31'],
    ['2026-03-31', 'mes-passado', '2026-02-01', '2026-02-28'],
    ['2026-11-22', 'este-ano', '2026-01-01', '2026-11-22'],
    ['2026-05-31', undefined, '2026-02-28', '2026-05-31'],
  ] as const)('on %s, %s, is from %s to %s', (today, periodo, startDate, endDate) => {
    expect(windowOfPeriod({ periodo }, today)).toEqual({ startDate, endDate });
  });
});

describe('the way to a section', () => {
  test('moves the focus there and stands in the address', async () => {
    serve(answers);
    const user = open('/?direct-name=ana');

    await user.click(await screen.findByRole('link', { name: 'Rede total' }));

    expect(document.activeElement).toHaveAttribute('id', 'rede-total');
    await waitFor(() => expect(location.hash).toBe('#rede-total'));
    expect(location.search).toBe('?direct-name=ana');
  });
});

describe('printing', () => {
  const rows = (first: number, count: number) =>
    Array.from({ length: count }, (_, place) => ({
      ...direct.members.results[1],
      id: first + place,
      name: `N${first + place}`,
    }));
  const many = ({ query }: Call) => {
    const [pageNumber, pageSize] = [Number(query.pageNumber), Number(query.pageSize)];
    const first = pageNumber * pageSize;
    const results = rows(first, Math.max(0, Math.min(pageSize, 1286 - first)));
    const totalPages = Math.ceil(1286 / pageSize);
    return { ...direct, members: { results, pageNumber, totalPages, totalResults: 1286 } };
  };

  test('has all rows of both tables first, up to 500, and says where there are more', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    const calls = serve({ ...answers, 'GET /api/v1/dashboard/total': many });
    const user = open('/?total-parentId=IK1');
    await within(await screen.findByRole('table', { name: 'Rede total' })).findByText('N0');

    await user.click(screen.getByRole('button', { name: 'Imprimir' }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());

    const [onPaper] = screen.getAllByRole('table', { name: 'Rede total', hidden: true });
    expect(within(onPaper as HTMLElement).getAllByRole('row', { hidden: true })).toHaveLength(1 + 500 + 1);
    expect(screen.getByText(/As primeiras 500 de 1\s286 pessoas/)).toHaveTextContent('Código Upline: IK1');
    expect(
      callsTo(calls, 'total')
        .filter(({ query }) => query.pageSize === '200')
        .map(({ query }) => [query.pageNumber, query.parentId]),
    ).toEqual([
      ['0', 'IK1'],
      ['1', 'IK1'],
      ['2', 'IK1'],
    ]);

    fireEvent(window, new Event('afterprint'));
    await waitFor(() => expect(screen.getAllByRole('table', { name: 'Rede total' })).toHaveLength(1));
  });

  test('by the keyboard has them too', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    serve(answers);
    const user = open('/');
    await within(await directTable()).findByText('Ana Sousa');

    await user.keyboard('{Control>}p{/Control}');

    await waitFor(() => expect(print).toHaveBeenCalledOnce());
  });

  test('prints what the screen shows where the rows cannot be had', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    serve({
      ...answers,
      'GET /api/v1/dashboard/direct': ({ query }: Call) =>
        query.pageSize === '200' ? refuse(500, 'Ocorreu um erro.')() : direct,
    });
    const user = open('/');
    await within(await directTable()).findByText('Ana Sousa');

    await user.click(screen.getByRole('button', { name: 'Imprimir' }));

    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(screen.getAllByRole('table', { name: 'Rede directa' })).toHaveLength(1);
  });
});
