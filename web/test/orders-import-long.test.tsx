import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { pageOf } from './backoffice.ts';
import { FakeRequest } from './fake-request.ts';
import {
  address,
  answers,
  fakeUploads,
  isAskedBeforeClosing,
  polls,
  result,
  send,
  sent,
  untold,
} from './orders-import.ts';
import { serve } from './server.ts';
import { open } from './start.tsx';

fakeUploads();

describe('a load that takes long', () => {
  const progress = 'GET /api/v1/orders/csv/progress/7f000000-0000-4000-8000-000000000007';

  test('shows how much of the file has left, then how many records were read, then that they are written', async () => {
    let told: unknown = { phase: 'reading', records: 1 };
    serve({ ...answers, [progress]: () => told });
    const user = open(address);

    await send(user, 'Upload');
    act(() => sent(1, 4));
    expect(await screen.findByText('25 %')).toBeVisible();
    expect(screen.getByText('A enviar o ficheiro…')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('value', '25');
    expect(await screen.findByText('1 registo lido')).toBeVisible();
    act(() => sent(4, 4));
    told = { phase: 'reading', records: 12_000 };
    expect(await screen.findByText(/^12\s000 registos lidos$/)).toBeVisible();
    expect(screen.getByText('A ler as encomendas…')).toBeVisible();
    told = { phase: 'writing', records: 12_500 };

    expect(await screen.findByText('A gravar…')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Resultado' })).not.toBeInTheDocument();
  });

  test('shows that it is at it where nobody can tell how far', async () => {
    const calls = serve({ ...answers, [progress]: untold });
    const user = open(address);

    await send(user, 'Upload');
    act(() => sent(4, 4));
    await expect.poll(() => polls(calls)).toBeGreaterThan(1);

    expect(await screen.findByText('A carregar as encomendas…')).toBeVisible();
    expect(screen.getByRole('progressbar')).not.toHaveAttribute('value');
    FakeRequest.last.answer(200, result);
    expect(await screen.findByRole('region', { name: 'Resultado' })).toBeVisible();
  });

  test('can be given up while the file is on its way, and not after', async () => {
    serve({ ...answers, [progress]: untold });
    const user = open(address);

    await send(user, 'Upload');
    await user.click(screen.getByRole('button', { name: 'Cancelar envio' }));
    expect(await screen.findByText('Envio cancelado. Nada foi carregado.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload' })).toHaveFocus();
    expect(screen.queryByText(/Erro a carregar ficheiro/)).not.toBeInTheDocument();
    const given = FakeRequest.last;
    await user.click(screen.getByRole('button', { name: 'Upload' }));
    await expect.poll(() => FakeRequest.last !== given && FakeRequest.last.sent).toBeTruthy();
    screen.getByRole('button', { name: 'Cancelar envio' }).focus();
    act(() => sent(4, 4));

    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancelar envio' })).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Upload' })).toHaveFocus();
  });

  test('whose token is refused begins anew, and can be given up again', async () => {
    serve({ ...answers, [progress]: untold });
    const user = open(address);

    await send(user, 'Upload');
    const refused = FakeRequest.last;
    act(() => sent(4, 4));
    refused.answer(401, { message: 'Sessão inválida', code: 'unauthenticated' });
    await expect.poll(() => FakeRequest.last !== refused && FakeRequest.last.sent).toBeTruthy();
    expect(await screen.findByText('0 %')).toBeVisible();
    const aborted = vi.spyOn(FakeRequest.last, 'abort');
    await user.click(screen.getByRole('button', { name: 'Cancelar envio' }));

    expect(aborted).toHaveBeenCalled();
    expect(FakeRequest.last.headers.authorization).toBe('Bearer second-token');
    expect(await screen.findByText('Envio cancelado. Nada foi carregado.')).toBeVisible();
    expect(screen.queryByText(/Erro a carregar ficheiro/)).not.toBeInTheDocument();
  });

  test('goes on when the page is left, ends with a word elsewhere, and its result is there for who comes back', async () => {
    serve({ ...answers, [progress]: untold, 'GET /api/v1/orders': pageOf([]) });
    const user = open(address);
    await send(user, 'Upload');
    const aborted = vi.spyOn(FakeRequest.last, 'abort');

    await user.click(screen.getByRole('link', { name: 'Voltar às encomendas' }));
    expect(await screen.findByRole('heading', { name: 'Gestão de Encomendas' })).toBeVisible();
    expect(aborted).not.toHaveBeenCalled();
    FakeRequest.last.answer(200, result);
    expect(await screen.findByText('Ficheiro carregado com sucesso')).toBeVisible();
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Carregar CSV' }));

    expect(await screen.findByRole('region', { name: 'Resultado' })).toBeVisible();
    expect(screen.getByText('encomendas.csv')).toBeVisible();
  });

  test('is found running by who comes back, and no second one starts beside it', async () => {
    serve({ ...answers, [progress]: untold, 'GET /api/v1/orders': pageOf([]) });
    const user = open(address);
    await send(user, 'Upload');
    const running = FakeRequest.last;

    await user.click(screen.getByRole('link', { name: 'Voltar às encomendas' }));
    await user.click(await within(screen.getByRole('main')).findByRole('link', { name: 'Carregar CSV' }));
    expect(await screen.findByText('A enviar o ficheiro…')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Upload' }));

    expect(FakeRequest.last).toBe(running);
    expect(screen.getByLabelText('Ficheiro')).toBeDisabled();
  });

  test('has the browser ask before the tab is closed, until it is over', async () => {
    serve({ ...answers, [progress]: untold });
    const user = open(address);

    await send(user, 'Upload');
    expect(isAskedBeforeClosing()).toBe(true);
    FakeRequest.last.answer(200, result);
    await screen.findByRole('region', { name: 'Resultado' });

    expect(isAskedBeforeClosing()).toBe(false);
  });
});
