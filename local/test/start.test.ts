import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { requestToken } from '../src/token.ts';
import { dataForTests, environment, freePort, run, type Running } from './processes.ts';

const program = fileURLToPath(new URL('../src/start.ts', import.meta.url));

function start(data: string, port: number, ...options: string[]): Running {
  const env = environment({ REDE_DATA: data, PORT: String(port) });
  // Once started it says where its data lie, and that is the last thing it says.
  return run(process.execPath, [program, ...options], { env });
}

const started = /Ctrl-C para terminar/;

async function countConsultants(port: number): Promise<number> {
  const origin = `http://localhost:${port}`;
  const authorization = `Bearer ${await requestToken(origin, 'admin')}`;
  const answer = await fetch(`${origin}/api/v1/consultants`, { headers: { authorization } });
  const { totalResults }: { totalResults: number } = await answer.json();
  return totalResults;
}

// Each test finds the data as the one before it left them: to make them takes most of a first start.
describe('with the demo network', () => {
  const data = dataForTests();
  let consultants: number;

  test('npm start serves the product, says how to get in, and ends when it is asked to', async () => {
    const port = await freePort();

    const product = start(data(), port);
    await product.until(started);
    const page = await fetch(`http://localhost:${port}/`);
    consultants = await countConsultants(port);
    const code = await product.end('SIGTERM');

    expect(await page.text()).toContain('<title>Rede</title>');
    expect(consultants).toBeGreaterThan(100);
    for (const expected of [`http://localhost:${port}`, data(), 'admin', 'lider', 'consultor', 'novo', 'suspenso']) {
      expect(product.said()).toContain(expected);
    }
    expect(product.said()).not.toContain('--empty');
    expect(code).toBe(0);
    await expect(fetch(`http://localhost:${port}/`)).rejects.toThrow('fetch failed');
  });

  test('starts again after it was killed, with what was there; --empty says that it comes too late', async () => {
    const port = await freePort();
    const killed = start(data(), port);
    await killed.until(started);
    await killed.end('SIGKILL');

    const next = start(data(), port, '--empty');
    await next.until(started);

    expect(await countConsultants(port)).toBe(consultants);
    expect(next.said()).toContain('--empty só conta da primeira vez');
  });
});

describe('started empty', () => {
  const data = dataForTests();

  test('a second start on the same data is told where the first answers', async () => {
    const port = await freePort();
    const first = start(data(), port, '--empty');
    await first.until(started);

    const second = start(data(), await freePort());
    const code = await second.ended;

    expect(code).toBe(1);
    expect(second.said()).toContain(
      `A Rede já está a correr em http://localhost:${port} com estes dados (processo ${first.process.pid}`,
    );
    expect((await fetch(`http://localhost:${port}/health`)).status).toBe(200);
  });

  test('it stays empty, and offers only the accounts that are there', async () => {
    const port = await freePort();

    const again = start(data(), port);
    await again.until(started);

    expect(await countConsultants(port)).toBe(0);
    expect(again.said()).toContain('admin');
    expect(again.said()).not.toContain('lider');
  });

  test('a port that is taken is told in a sentence, and nothing is left running', async () => {
    const port = await freePort();
    const taken = createServer().listen(port, 'localhost');
    await once(taken, 'listening');
    onTestFinished(() => void taken.close());

    const product = start(data(), port);
    const code = await product.ended;

    expect(code).toBe(1);
    expect(product.said()).toContain(`A porta ${port} já está ocupada`);
    const next = start(data(), await freePort());
    await next.until(started);
    expect(next.said()).not.toContain('já está');
  });

  test('requests that are running when it is asked to end are answered', async () => {
    const port = await freePort();
    const product = start(data(), port);
    await product.until(started);
    // The keys that tokens are checked by are fetched by the first call, which would be refused while ending.
    await countConsultants(port);
    const authorization = `Bearer ${await requestToken(`http://localhost:${port}`, 'admin')}`;
    const upload = request(`http://localhost:${port}/api/v1/orders/csv`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=part', expect: '100-continue' },
    });
    const response = new Promise<IncomingMessage>((resolve) => upload.once('response', resolve));
    upload.flushHeaders();
    await once(upload, 'continue');

    const ended = product.end('SIGTERM');
    upload.end(
      [
        '--part',
        'Content-Disposition: form-data; name="file"; filename="orders.csv"',
        '',
        'Número de encomenda;Data de Encomenda;Valor da Encomenda',
        '1;2026-01-02;3.50',
        '--part--',
        '',
      ].join('\r\n'),
    );
    const answer = await response;

    expect(await json(answer)).toMatchObject({ total: 1, successful: 1 });
    expect(await ended).toBe(0);
  });
});
