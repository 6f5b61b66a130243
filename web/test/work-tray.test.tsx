import { screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { type Report, dismissEndedWorks, doWork } from '../src/lib/work.ts';
import { calm } from './attention-answers.ts';
import { backOffice } from './backoffice.ts';
import { serve } from './server.ts';
import { open } from './start.tsx';

afterEach(() => dismissEndedWorks());

/** Work that goes on until the test says how it ends. */
function begin(title: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let tell: Report = () => {};
  const work = doWork(
    title,
    (report) => {
      tell = report;
      return promise;
    },
    (message) => ({ message, to: '/backoffice/activity' }),
  );
  work.catch(() => {});
  return { report: (...given: Parameters<Report>) => act(() => tell(...given)), end: resolve, fail: reject };
}

test('there is no tray where there is no work', async () => {
  serve({ ...backOffice, ...calm });

  open('/');

  await screen.findByRole('navigation', { name: 'Backoffice' });
  expect(screen.queryByRole('button', { name: /trabalho/ })).not.toBeInTheDocument();
});

test('work says how far it is, how it ended and where its result is', async () => {
  serve({ ...backOffice, ...calm });
  const user = open('/');
  await screen.findByRole('navigation', { name: 'Backoffice' });
  const { report, end } = begin('A exportar encomendas');

  await user.click(await screen.findByRole('button', { name: '1 trabalho em curso' }));
  const tray = screen.getByRole('region', { name: 'Trabalhos' });
  report({ done: 1200, of: 4398 });
  expect(within(tray).getByRole('listitem')).toHaveTextContent('1 200 de 4 398');
  expect(within(tray).getByRole('progressbar')).toHaveAttribute('value', '1200');
  end('4 398 encomendas exportadas.');

  expect(await within(tray).findByText('4 398 encomendas exportadas.')).toBeVisible();
  expect(within(tray).getByRole('link', { name: 'Ver' })).toHaveAttribute('href', '/backoffice/activity');
  expect(within(screen.getByRole('banner')).getByRole('status')).toHaveTextContent(
    'A exportar encomendas: 4 398 encomendas exportadas.',
  );
  await user.click(within(tray).getByRole('button', { name: 'Retirar A exportar encomendas' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /trabalho/ })).not.toBeInTheDocument());
  expect(screen.getByRole('main')).toHaveFocus();
});

test('work that fails says why, and what runs can be given up where that is possible', async () => {
  serve({ ...backOffice, ...calm });
  const user = open('/');
  await screen.findByRole('navigation', { name: 'Backoffice' });
  const failing = begin('A exportar consultores');
  const running = begin('A carregar novembro.csv');
  let given = false;
  running.report({ done: 12, words: '12 registos lidos' }, () => {
    given = true;
  });
  failing.fail(new Error('O servidor não respondeu.'));

  await user.click(await screen.findByRole('button', { name: '1 trabalho em curso' }));
  expect(await screen.findByText('O servidor não respondeu.')).toBeVisible();
  expect(screen.getByText('12 registos lidos')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(given).toBe(true);
  running.end('12 encomendas carregadas.');

  expect(await screen.findByRole('button', { name: '1 trabalho falhou' })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Trabalhos' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: '1 trabalho falhou' })).toHaveFocus();
});
