import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from '../browser.ts';
import { arriveAs } from '../login.ts';
import { expectToast } from '../screen.ts';

/** A small phone of today, and what of it is the page's. */
const phone = { width: 360, height: 740 };

test('how my month is, who owes me and a message to them are two taps on a phone', async ({ page }) => {
  const { tap, taps } = countTaps();
  await page.setViewportSize(phone);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await arriveAs(page, 'lider');

  const month = page.getByRole('region', { name: 'O meu mês' });
  await month.getByText(/^A rede encomendou/).waitFor();
  await month.getByRole('link', { name: 'por pagar' }).waitFor();
  expect(await bottomOf(month)).toBeLessThanOrEqual(1.5 * phone.height);

  await tap(month.getByRole('link', { name: 'por pagar' }));
  const message = { name: /^Copiar mensagem a / };
  const table = page.getByRole('table', { name: 'Quem deve' });
  const debtor = table
    .getByRole('row')
    .filter({ has: page.getByRole('button', message) })
    .first();
  await expect.poll(() => isInSight(page, debtor)).toBe(true);
  await tap(debtor.getByRole('button', message));

  await expectToast(page, 'Mensagem copiada');
  const name = (await debtor.getByRole('cell').first().innerText()).split(' ')[0] ?? '';
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(name);
  expect(copied).toMatch(/• \S+.*€/);
  expect(taps()).toBe(2);
});

function countTaps() {
  let count = 0;
  return {
    tap: async (target: Locator) => {
      count += 1;
      await target.click();
    },
    taps: () => count,
  };
}

/** In pixels from the top of the page. */
async function bottomOf(part: Locator): Promise<number> {
  const box = await part.boundingBox();
  return box ? box.y + box.height : Number.POSITIVE_INFINITY;
}

async function isInSight(page: Page, part: Locator): Promise<boolean> {
  const box = await part.boundingBox();
  return box !== null && box.y > 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0);
}
