import { render, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { ConfirmDialog } from '../src/ui/confirm-dialog.tsx';
import { DataTable } from '../src/ui/data-table.tsx';
import { DayField } from '../src/ui/day-field.tsx';
import { FilterPanel } from '../src/ui/filter-panel.tsx';
import { Mantine } from '../src/ui/mantine.tsx';
import { MoneyField } from '../src/ui/money-field.tsx';
import { Pager } from '../src/ui/pager.tsx';
import { setupUser } from './start.tsx';

const show = (children: ReactNode) => render(<Mantine>{children}</Mantine>);

describe('the pager', () => {
  const numbers = () => within(screen.getByRole('navigation')).getAllByText(/^(\d+|…)$/);

  test.each([0, 1])('is not there for %d pages', (totalPages) => {
    show(<Pager pageNumber={0} totalPages={totalPages} onPage={vi.fn<(page: number) => void>()} />);

    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  test.each([
    [0, 3, '1 2 3'],
    [0, 20, '1 2 3 4 5 … 20'],
    [9, 20, '1 … 9 10 11 … 20'],
    [19, 20, '1 … 16 17 18 19 20'],
  ])('on page %d of %d counts from one, with ellipses: %s', (pageNumber, totalPages, shown) => {
    show(<Pager pageNumber={pageNumber} totalPages={totalPages} onPage={vi.fn<(page: number) => void>()} />);

    expect(
      numbers()
        .map(({ textContent }) => textContent)
        .join(' '),
    ).toBe(shown);
    expect(screen.getByRole('button', { name: `Página ${pageNumber + 1}` })).toHaveAttribute('aria-current', 'page');
  });

  test.each([
    ['Primeira página', 0],
    ['Página anterior', 8],
    ['Página 11', 10],
    ['Página seguinte', 10],
    ['Última página', 19],
  ])('%s leads to page %d of the wire', async (name, pageNumber) => {
    const onPage = vi.fn<(page: number) => void>();
    show(<Pager pageNumber={9} totalPages={20} onPage={onPage} />);

    await setupUser().click(screen.getByRole('button', { name }));

    expect(onPage).toHaveBeenCalledExactlyOnceWith(pageNumber);
  });

  test('keeps the focus where a step leads nowhere further', async () => {
    const onPage = vi.fn<(page: number) => void>();
    show(<Pager pageNumber={1} totalPages={2} onPage={onPage} />);
    const next = screen.getByRole('button', { name: 'Página seguinte' });

    await setupUser().click(next);

    expect(next).toHaveFocus();
    expect(next).toHaveAttribute('aria-disabled', 'true');
    expect(onPage).not.toHaveBeenCalled();
  });

  test('steps back from a page past the end', () => {
    const onPage = vi.fn<(page: number) => void>();

    show(<Pager pageNumber={5} totalPages={3} onPage={onPage} />);

    expect(onPage).toHaveBeenCalledWith(2);
  });
});

describe('the table', () => {
  interface Row {
    id: number;
    name: string;
  }
  const columns = [{ key: 'name', title: 'Nome', cell: ({ name }: Row) => name, footer: 'Total' }];
  const empty = { title: 'Nada', hint: 'Acrescente algo.' };
  const rowKey = ({ id }: Row) => id;

  test('keeps the rows it has while others are on their way, and when they fail to come', () => {
    const rows = [{ id: 1, name: 'Ana' }];
    const { rerender } = show(
      <DataTable label="Gente" columns={columns} rows={rows} rowKey={rowKey} empty={empty} totalResults={1} busy />,
    );
    expect(screen.getByRole('status')).toHaveTextContent('A carregar dados...');
    expect(screen.getByText('Ana')).toBeVisible();

    rerender(
      <Mantine>
        <DataTable
          label="Gente"
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          empty={empty}
          totalResults={1}
          error={new Error('Sem rede')}
        />
      </Mantine>,
    );

    expect(screen.getByRole('alert')).toHaveTextContent('Sem rede');
    expect(screen.getByText('Ana')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('1 resultado');
    expect(screen.getByText('Total')).toBeVisible();
  });

  test('says what to do where it is empty', () => {
    show(<DataTable label="Gente" columns={columns} rows={[]} rowKey={rowKey} empty={empty} />);

    expect(screen.getByText('Nada')).toBeVisible();
    expect(screen.getByText('Acrescente algo.')).toBeVisible();
  });
});

describe('a filter panel', () => {
  test('closes on a phone and says how many filters are set', async () => {
    show(
      <FilterPanel active={2} onFilter={vi.fn<() => void>()}>
        <input aria-label="Nome" />
      </FilterPanel>,
    );
    const toggle = screen.getByText('Filtros (2)').closest('button') as HTMLButtonElement;
    expect(toggle).toHaveAttribute('aria-expanded', 'false');

    await setupUser().click(toggle);

    expect(toggle).toHaveAttribute('aria-expanded', 'true');
  });

  test('filters by Enter too, and has no Limpar where there is nothing to clear to', async () => {
    const onFilter = vi.fn<() => void>();
    show(
      <FilterPanel active={0} onFilter={onFilter}>
        <input aria-label="Nome" />
      </FilterPanel>,
    );

    await setupUser().type(screen.getByLabelText('Nome'), 'ana{Enter}');

    expect(onFilter).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: 'Limpar' })).not.toBeInTheDocument();
  });
});

describe('the chips of a filter panel', () => {
  function Panel() {
    const [set, setSet] = useState(['Nome: ana', 'Código: IK1']);
    const applied = set.map((text) => ({ text, onRemove: () => setSet(set.filter((other) => other !== text)) }));
    return (
      <FilterPanel active={set.length} applied={applied} onFilter={vi.fn<() => void>()}>
        <input aria-label="Email" />
      </FilterPanel>
    );
  }

  test('go one by one, and leave the focus on the next, at last on the form', async () => {
    const user = setupUser();
    show(<Panel />);

    await user.click(screen.getByRole('button', { name: 'Retirar Código: IK1' }));
    expect(screen.getByRole('button', { name: 'Retirar Nome: ana' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Retirar Nome: ana' }));

    expect(screen.getByRole('form', { name: 'Filtros' })).toHaveFocus();
    expect(screen.queryByRole('list', { name: 'Filtros aplicados' })).not.toBeInTheDocument();
  });
});

// jsdom lays nothing out, so what hangs on a field counts as hidden with it.
const hidden = true;

describe('a day field', () => {
  function Field({ start = '' }) {
    const [day, setDay] = useState(start);
    return <DayField label="Dia" value={day} onChange={setDay} />;
  }

  test.each([
    ['2026-03-31', '2026-03-31'],
    ['31/3/2026', '2026-03-31'],
    ['31-03-2026', '2026-03-31'],
    ['2026/3/1', '2026-03-01'],
    ['20260331', '2026-03-31'],
    ['2026-02-31', '2026-02-31'],
    ['amanhã', 'amanhã'],
  ])('typed "%s" shows %s once it is left', async (typed, shown) => {
    show(<Field />);

    const user = setupUser();
    await user.type(screen.getByLabelText('Dia'), typed);
    await user.tab();

    expect(screen.getByLabelText('Dia')).toHaveValue(shown);
  });

  test('opens a calendar in Portuguese on its day, and gives the focus back', async () => {
    const user = setupUser();
    show(<Field start="2026-03-31" />);

    await user.type(screen.getByLabelText('Dia'), '{ArrowDown}');
    const calendar = await screen.findByLabelText('Calendário: Dia');
    expect(await within(calendar).findByText('março 2026')).toBeInTheDocument();
    await user.click(within(calendar).getByRole('button', { name: '24 março 2026', hidden }));

    expect(screen.getByLabelText('Dia')).toHaveValue('2026-03-24');
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden })).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Abrir o calendário' })).toHaveFocus();
  });

  test('is emptied by Clear', async () => {
    const user = setupUser();
    show(<Field start="2026-03-31" />);

    await user.click(screen.getByRole('button', { name: 'Abrir o calendário' }));
    await user.click(await screen.findByRole('button', { name: 'Clear', hidden }));

    await waitFor(() => expect(screen.getByLabelText('Dia')).toHaveValue(''));
  });
});

describe('a money field', () => {
  function Field({ onWire }: { onWire: (amount: string) => void }) {
    const [amount, setAmount] = useState('');
    const change = (value: string) => {
      setAmount(value);
      onWire(value);
    };
    return <MoneyField label="Valor" value={amount} onChange={change} />;
  }

  test.each([
    ['1234,5', '1\u00a0234,50', '1234.50'],
    ['1 234,50', '1\u00a0234,50', '1234.50'],
    ['12', '12,00', '12.00'],
    ['doze', 'doze', 'doze'],
    ['-5', '-5', '-5'],
  ])('typed "%s" shows "%s" once it is left and means "%s"', async (typed, shown, wire) => {
    const onWire = vi.fn<(amount: string) => void>();
    show(<Field onWire={onWire} />);

    const user = setupUser();
    await user.type(screen.getByLabelText('Valor'), typed);
    expect(screen.getByLabelText('Valor')).toHaveValue(typed);
    await user.tab();

    expect(screen.getByLabelText('Valor')).toHaveValue(shown);
    expect(onWire).toHaveBeenLastCalledWith(wire);
  });
});

describe('a confirmation', () => {
  test('starts on the safe answer, and confirms once while it works', async () => {
    const onConfirm = vi.fn<() => void>();
    show(
      <ConfirmDialog
        opened
        message="Tem a certeza?"
        confirm="Excluir"
        onConfirm={onConfirm}
        onCancel={vi.fn<() => void>()}
        busy
      />,
    );

    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancelar' })).toHaveFocus());
    await setupUser().click(screen.getByRole('button', { name: 'Excluir' }));

    expect(screen.getByRole('dialog', { name: 'Confirmação' })).toBeVisible();
    expect(onConfirm).not.toHaveBeenCalled();
  });
});
