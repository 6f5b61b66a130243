import { Buffer } from 'node:buffer';
import { expect } from 'vitest';
import { expectTrouble, test } from '../browser.ts';
import { logIn } from '../login.ts';
import { chooseFile, readUploadResult } from '../orders-upload.ts';
import { storedToken, tokenLifetime, withBrokenToken } from '../session.ts';

const ordersFile = /\/api\/v1\/orders\/csv(\?|$)/;

test('a file goes with a token that is good for a while: one that ends soon is renewed before it', async ({ page }) => {
  await page.clock.install();
  await logIn(page, 'admin', '/backoffice/upload-csv');
  const first = await storedToken(page);
  await chooseFile(page, orders('E2E-RENOVADA', 1));
  const sent = page.waitForRequest(ordersFile);

  await page.clock.fastForward(tokenLifetime - 60_000);
  expect(await storedToken(page)).toBe(first);
  await page.getByRole('button', { name: 'Experimentar' }).click();

  const second = (await sent).headers().authorization;
  expect(second).not.toBe(`Bearer ${first}`);
  await readUploadResult(page, 'Resultado da experiência');
  expect(`Bearer ${await storedToken(page)}`).toBe(second);
});

test('a file whose token the server refuses is sent once more, with another', async ({ page }) => {
  expectTrouble(page, /^401 POST .*\/orders\/csv/);
  await logIn(page, 'admin', '/backoffice/upload-csv');
  const tokensSent: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (ordersFile.test(request.url())) tokensSent.push(request.headers().authorization);
  });
  await page.route(ordersFile, (route) => route.continue({ headers: withBrokenToken(route.request()) }), { times: 1 });
  await chooseFile(page, orders('E2E-RECUSADA', 5_000_000));

  await page.getByRole('button', { name: 'Experimentar' }).click();

  const { counts } = await readUploadResult(page, 'Resultado da experiência');
  expect(counts.Total).toBe('1');
  expect(new Set(tokensSent).size).toBe(2);
});

/** A file of one order, and as many blank lines. */
function orders(number: string, blankLines: number) {
  const text = `Número de encomenda;Data de Encomenda;Valor da Encomenda\n${number};2026-03-31;10,00\n${'\n'.repeat(blankLines)}`;
  return { name: `${number}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) };
}
