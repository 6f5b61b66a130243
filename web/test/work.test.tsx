import { act, render, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { orders } from '@rede/contract/orders';
import { download } from '../src/lib/download.ts';
import { dismissWork, doWork, useWorks } from '../src/lib/work.ts';
import { serve } from './server.ts';

describe('long work', () => {
  test('says how far it is, and ends with a word', async () => {
    render(<Works />);
    const end = Promise.withResolvers<number>();

    let work: Promise<number> | undefined;
    await act(async () => {
      work = doWork(
        'A carregar loja.csv',
        async (report) => {
          report({ done: 1, of: 4, words: '1 de 4' });
          return end.promise;
        },
        (orders) => ({ message: `${orders} encomendas`, to: '/backoffice/upload-csv' }),
      );
    });
    expect(screen.getByText('A carregar loja.csv running 1 de 4')).toBeVisible();
    await act(async () => {
      end.resolve(3);
      await work;
    });

    expect(screen.getByText('A carregar loja.csv done 3 encomendas')).toBeVisible();
  });

  test('that fails says so, and rejects', async () => {
    render(<Works />);

    const work = act(() =>
      doWork(
        'A exportar',
        () => Promise.reject(new Error('sem rede')),
        () => ({ message: '' }),
        { failure: (message) => `Erro: ${message}` },
      ),
    );

    await expect(work).rejects.toThrow('sem rede');
    expect(screen.getByText('A exportar failed Erro: sem rede')).toBeVisible();
  });

  test('that is given up leaves nothing behind', async () => {
    render(<Works />);
    const given = new AbortController();

    const work = act(() =>
      doWork(
        'A exportar',
        async () => {
          given.abort();
          given.signal.throwIfAborted();
        },
        () => ({ message: 'feito' }),
      ),
    );

    await expect(work).rejects.toThrow('aborted');
    expect(screen.queryByText(/A exportar/)).not.toBeInTheDocument();
  });

  test('has the browser ask before the tab is closed, for as long as it runs', async () => {
    const end = Promise.withResolvers<void>();

    const work = doWork(
      'A exportar',
      () => end.promise,
      () => ({ message: 'feito' }),
    );
    expect(isAskedBeforeClosing()).toBe(true);
    end.resolve();
    await work;

    expect(isAskedBeforeClosing()).toBe(false);
  });

  test('an export says how much has arrived, can be given up, and saves nothing then', async () => {
    render(<Works />);
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    vi.stubGlobal(
      'fetch',
      async (_address: string, { signal }: { signal: AbortSignal }) => new Response(endless(signal)),
    );

    const exported = download(orders.spreadsheet, { query: {} }).catch((error: Error) => error.name);
    expect(await screen.findByText('A exportar encomendas.xlsx running 2,5 MB recebidos')).toBeVisible();
    screen.getByRole('button', { name: 'Cancelar' }).click();

    expect(await act(() => exported)).toBe('AbortError');
    expect(screen.queryByText(/A exportar/)).not.toBeInTheDocument();
    expect(saved).not.toHaveBeenCalled();
  });

  test('an export that arrived is saved, and says how large it is', async () => {
    render(<Works />);
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved');
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    serve({ 'GET /api/v1/orders/xls': () => new Response('x'.repeat(1500)) });

    await act(() => download(orders.spreadsheet, { query: {} }));

    expect(saved).toHaveBeenCalledOnce();
    expect(screen.getByText('A exportar encomendas.xlsx done encomendas.xlsx descarregado, 1,5 kB')).toBeVisible();
    act(() => screen.getByRole('button', { name: 'Fechar' }).click());
    expect(screen.queryByText(/A exportar/)).not.toBeInTheDocument();
  });
});

function Works() {
  return useWorks().map(({ id, title, state, progress, message, cancel }) => (
    <div key={id}>
      <p>{[title, state, message ?? progress?.words].join(' ')}</p>
      <button type="button" onClick={() => (cancel ? cancel() : dismissWork(id))}>
        {cancel ? 'Cancelar' : 'Fechar'}
      </button>
    </div>
  ));
}

function isAskedBeforeClosing(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

/** Some bytes and no end, until it is given up. */
function endless(signal: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(2_500_000));
      signal.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
}
