import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { branch, dashboardAnswers, leaf, pageOf } from './dashboard-answers.ts';
import { type Call, refuse, serve } from './server.ts';
import { scrolledDown, showPixels, textOf } from './sight.ts';
import { open } from './start.tsx';

const bruno = branch({ id: 12, internalId: 'IK12', name: 'Bruno Reis', hasBranches: false, membersBelow: 0 });

const answers = {
  ...dashboardAnswers,
  'GET /api/v1/dashboard/branches': ({ query }: Call) =>
    query.path === '11' ? pageOf([leaf]) : pageOf([branch({}), bruno]),
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-01T12:00:00Z') });
  scrolledDown();
  showPixels(600);
});

describe('the tree', () => {
  test('opens branch by branch, from where it stands', async () => {
    const calls = serve(answers);
    const user = open('/dashboard');

    await user.click(await screen.findByRole('treeitem', { name: /Ana Sousa/, expanded: false }));
    const below = await screen.findByRole('treeitem', { name: /Zita Reis/ });

    expect(textOf(below)).toBe('Zita Reis IK13 45,00 € ');
    expect(placeOf(below)).toEqual({ level: '2', place: '1', size: '1' });
    expect(placeOf(screen.getByRole('treeitem', { name: /Bruno/ }))).toEqual({ level: '1', place: '2', size: '2' });
    expect(calls.filter(({ call }) => call.endsWith('/branches')).map(({ query }) => query.path)).toEqual([
      undefined,
      '11',
    ]);
    await user.click(screen.getByRole('treeitem', { name: /Ana Sousa/, expanded: true }));
    expect(screen.queryByRole('treeitem', { name: /Zita Reis/ })).not.toBeInTheDocument();
  });

  test('is walked with the keyboard; one row takes Tab', async () => {
    serve(answers);
    const user = open('/dashboard');
    const ana = await screen.findByRole('treeitem', { name: /Ana Sousa/ });
    ana.focus();

    await user.keyboard('{ArrowRight}');
    const zita = await screen.findByRole('treeitem', { name: /Zita Reis/ });
    await user.keyboard('{ArrowRight}');
    expect(zita).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('treeitem', { name: /Bruno/ })).toHaveFocus();
    await user.keyboard('{Home}');
    expect(ana).toHaveFocus();
    await user.keyboard('{End}{ArrowUp}');
    expect(zita).toHaveFocus();
    await user.keyboard('{ArrowLeft}');
    expect(ana).toHaveFocus();
    await user.keyboard('{ArrowLeft}');
    expect(ana).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('bru');
    expect(screen.getByRole('treeitem', { name: /Bruno/ })).toHaveFocus();

    expect(screen.getAllByRole('treeitem').map(({ tabIndex }) => tabIndex)).toEqual([-1, 0]);
  });

  test('of a hundred thousand draws only rows in sight, and fetches the page of the last one when it is gone to', async () => {
    const calls = serve({
      ...dashboardAnswers,
      'GET /api/v1/dashboard/branches': ({ query }: Call) => {
        const first = Number(query.pageNumber) * 100;
        const results = Array.from({ length: 100 }, (_, place) =>
          branch({ id: first + place + 1, name: `Pessoa ${first + place + 1}`, hasBranches: false }),
        );
        return pageOf(results, 100_000, Number(query.pageNumber));
      },
    });
    const user = open('/dashboard');
    const first = await screen.findByRole('treeitem', { name: /Pessoa 1 / });
    expect(screen.getAllByRole('treeitem').length).toBeLessThan(40);
    first.focus();

    await user.keyboard('{End}');

    expect(document.activeElement).toHaveAttribute('aria-posinset', '100000');
    // A window of this machine has no layout: it is told where it was scrolled to.
    const scroller = screen.getByRole('tree').parentElement!;
    scroller.scrollTop = 5_599_000;
    fireEvent.scroll(scroller);
    expect(await screen.findByRole('treeitem', { name: /Pessoa 100000/ })).toHaveFocus();
    const pages = calls.filter(({ call }) => call.endsWith('/branches')).map(({ query }) => query.pageNumber);
    expect(pages).toEqual(['0', '999']);
  });

  test('says why a branch could not be loaded, and tries again', async () => {
    let broken = true;
    serve({
      ...dashboardAnswers,
      'GET /api/v1/dashboard/branches': ({ query }: Call) =>
        query.path !== '11' ? pageOf([branch({})]) : broken ? refuse(500, 'Ocorreu um erro.')() : pageOf([leaf]),
    });
    const user = open('/dashboard');

    await user.click(await screen.findByRole('treeitem', { name: /Ana Sousa/ }));
    const failure = await screen.findByRole('treeitem', { name: /Ocorreu um erro\. Tentar novamente/ });
    broken = false;
    await user.click(failure);

    expect(await screen.findByRole('treeitem', { name: /Zita Reis/ })).toBeInTheDocument();
  });

  test('of nobody says so', async () => {
    serve({ ...dashboardAnswers, 'GET /api/v1/dashboard/branches': pageOf([]) });
    open('/dashboard');

    expect(await screen.findByText('Não esteve ninguém nesta rede nestas datas.')).toBeInTheDocument();
  });
});

describe('the day of the tree', () => {
  const moved = {
    ...dashboardAnswers,
    'GET /api/v1/dashboard/branches': pageOf([
      branch({ name: 'Ana Sousa', days: [{ startDate: '2026-04-10', endDate: '2026-06-01' }] }),
      branch({ id: 12, name: 'Bruno Reis', days: [{ startDate: '2026-03-01', endDate: '2026-05-19' }] }),
    ]),
  };

  test('is the last one at first, and says how many there are', async () => {
    serve(moved);
    open('/dashboard');

    const section = (await screen.findByRole('heading', { name: 'Árvore em qualquer dia' })).parentElement!;

    expect(await within(section).findByText('2 colaboradores na rede')).toBeInTheDocument();
    expect(within(section).getByRole('slider')).toHaveAttribute('aria-valuetext', '1 de junho de 2026');
    expect(await within(section).findByRole('treeitem', { name: /saiu\sa\s2026-05-20/ })).toHaveTextContent(
      /Bruno Reis.*75,00/,
    );
  });

  test('is moved to with the slider, and asks for nothing', async () => {
    const calls = serve(moved);
    open('/dashboard');
    const slider = await screen.findByRole('slider', { name: 'Dia da árvore' });
    await screen.findByRole('treeitem', { name: /Bruno/ });
    const before = calls.length;

    fireEvent.change(slider, { target: { value: '9' } });

    expect(slider).toHaveAttribute('aria-valuetext', '10 de março de 2026');
    expect(await screen.findByRole('treeitem', { name: /entrou\sa\s2026-04-10/ })).toHaveTextContent(/Ana Sousa/);
    expect(textOf(screen.getByRole('treeitem', { name: /Bruno/ }))).not.toContain('saiu');
    expect(screen.getByText('1 colaborador na rede')).toBeInTheDocument();
    expect(calls).toHaveLength(before);
  });

  test('goes by months with Page Up and Page Down, and stays in the period', async () => {
    serve(moved);
    const user = open('/dashboard');
    const slider = await screen.findByRole('slider', { name: 'Dia da árvore' });
    slider.focus();

    await user.keyboard('{PageDown}');
    expect(slider).toHaveAttribute('aria-valuetext', '1 de maio de 2026');
    await user.keyboard('{PageUp}{PageUp}');

    expect(slider).toHaveAttribute('aria-valuetext', '1 de junho de 2026');
  });

  test('jumps to when somebody joined or left', async () => {
    serve(moved);
    const user = open('/dashboard');
    const slider = await screen.findByRole('slider', { name: 'Dia da árvore' });
    const earlier = screen.getByRole('button', { name: 'Entrada ou saída anterior' });
    await screen.findByText('2 colaboradores na rede');

    await user.click(earlier);
    expect(slider).toHaveAttribute('aria-valuetext', '20 de maio de 2026');
    expect(screen.getByText('1 saiu')).toBeInTheDocument();
    await user.click(earlier);
    expect(slider).toHaveAttribute('aria-valuetext', '10 de abril de 2026');
    expect(screen.getByText('2 entraram')).toBeInTheDocument();
    expect(screen.getByText('3 colaboradores na rede')).toBeInTheDocument();

    await waitFor(() => expect(earlier).toHaveAttribute('aria-disabled', 'true'));
    expect(earlier).toHaveFocus();
  });
});

function placeOf(item: HTMLElement) {
  return {
    level: item.getAttribute('aria-level'),
    place: item.getAttribute('aria-posinset'),
    size: item.getAttribute('aria-setsize'),
  };
}
