import { orders } from '@rede/contract/orders';
import { render, screen } from '@testing-library/react';
import { BrowserRouter, Link, Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { useRememberedFilter } from '../src/lib/remembered-filter.ts';
import { setupUser } from './start.tsx';

function List() {
  const [filter, setFilter] = useRememberedFilter(orders.list.query, { page: 'orders' });
  return (
    <>
      <output>{JSON.stringify(filter)}</output>
      <button type="button" onClick={() => setFilter({ ...filter, couponCode: 'NATAL', pageNumber: 0 })}>
        Filtrar
      </button>
      <button type="button" onClick={() => setFilter({ ...filter, pageNumber: filter.pageNumber + 1 })}>
        Página seguinte
      </button>
      <button type="button" onClick={() => setFilter({ couponCode: '' })}>
        Limpar
      </button>
      <Link to="/elsewhere">Sair</Link>
    </>
  );
}

function openAt(address: string) {
  history.replaceState(null, '', address);
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/orders" element={<List />} />
        <Route path="/elsewhere" element={<Link to="/orders">Voltar</Link>} />
      </Routes>
    </BrowserRouter>,
  );
  return setupUser();
}

const shown = () => JSON.parse(screen.getByRole('status').textContent) as unknown;
const standard = { pageNumber: 0, pageSize: 20, sort: '-createdAt', withoutConsultant: false };

beforeEach(() => sessionStorage.clear());

describe('a list’s filter', () => {
  test('is read from the address', () => {
    openAt('/orders?couponCode=NATAL&createdAtStart=2026-01-31&pageNumber=3&sort=total');

    expect(shown()).toEqual({
      couponCode: 'NATAL',
      createdAtStart: '2026-01-31',
      pageNumber: 3,
      pageSize: 20,
      sort: 'total',
      withoutConsultant: false,
    });
  });

  test('leaves what is opened over the page in the address, and does not remember it', async () => {
    const user = openAt('/orders?couponCode=NATAL&extracto=total.11&de=2026-01-01&ate=2026-01-31&rede=IK7');
    expect(sessionStorage.getItem('filter:orders')).toBe('?couponCode=NATAL');

    await user.click(screen.getByRole('button', { name: 'Página seguinte' }));

    expect(location.search).toBe(
      '?extracto=total.11&de=2026-01-01&ate=2026-01-31&rede=IK7&couponCode=NATAL&pageNumber=1',
    );
    expect(sessionStorage.getItem('filter:orders')).toBe('?couponCode=NATAL&pageNumber=1');
  });

  test('passes over what it does not know or cannot use', () => {
    openAt('/orders?couponCode=NATAL&createdAtStart=31-01-2026&pageNumber=-1&sort=colour&x=1');

    expect(shown()).toEqual({ ...standard, couponCode: 'NATAL' });
  });

  test('writes only what differs from the standard into the address', async () => {
    const user = openAt('/orders?x=1');

    await user.click(screen.getByRole('button', { name: 'Filtrar' }));

    expect(location.search).toBe('?x=1&couponCode=NATAL');
  });

  test('steps back with Back', async () => {
    const user = openAt('/orders');

    await user.click(screen.getByRole('button', { name: 'Filtrar' }));
    await user.click(screen.getByRole('button', { name: 'Página seguinte' }));
    expect(shown()).toEqual({ ...standard, couponCode: 'NATAL', pageNumber: 1 });
    history.back();
    await expect.poll(shown).toEqual({ ...standard, couponCode: 'NATAL' });
    history.back();

    await expect.poll(shown).toEqual(standard);
  });

  test('is taken up again when the list is opened without one', async () => {
    const user = openAt('/orders');
    await user.click(screen.getByRole('button', { name: 'Filtrar' }));
    await user.click(screen.getByRole('button', { name: 'Página seguinte' }));

    await user.click(screen.getByRole('link', { name: 'Sair' }));
    await user.click(screen.getByRole('link', { name: 'Voltar' }));

    expect(shown()).toEqual({ ...standard, couponCode: 'NATAL', pageNumber: 1 });
    await expect.poll(() => location.search).toBe('?couponCode=NATAL&pageNumber=1');
  });

  test('that was cleared stays cleared', async () => {
    const user = openAt('/orders?couponCode=NATAL');
    await user.click(screen.getByRole('button', { name: 'Limpar' }));

    await user.click(screen.getByRole('link', { name: 'Sair' }));
    await user.click(screen.getByRole('link', { name: 'Voltar' }));

    expect(shown()).toEqual(standard);
  });

  test('gives way to one in the address', () => {
    sessionStorage.setItem('filter:orders', '?couponCode=NATAL');

    openAt('/orders?ecommerceId=1001');

    expect(shown()).toEqual({ ...standard, ecommerceId: '1001' });
  });
});
