import { expect } from 'vitest';
import { test } from '../browser.ts';
import { filterNetwork, openDashboard, readFigures } from '../dashboard.ts';
import { loadedTable, readCount, readRows, saved } from '../screen.ts';
import { arriveAs } from '../login.ts';

test('counts in the cards whom the tables list', async ({ page }) => {
  await arriveAs(page, 'lider');

  await openDashboard(page);

  const { directMembers, totalMembers } = await readFigures(page);
  expect(directMembers).toBe(await readCount(page, 'Rede directa'));
  expect(totalMembers).toBe(await readCount(page, 'Rede total'));
  expect(totalMembers).toBeGreaterThan(directMembers);
});

test('needs no more JavaScript than it should before the first table shows', async ({ page }) => {
  const scripts = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), compressedSize(response.url()));
  });

  await arriveAs(page, 'lider');
  await openDashboard(page);

  const sizes = await Promise.all(scripts.values());
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(115_000);
});

test('filters one table by everything it offers and leaves the other alone', async ({ page, backOffice }) => {
  const leader = await backOffice.codeOf('lider');
  await backOffice.createConsultant({ internalId: 'E2E-RAMO', name: 'Ramo Filtrado', parentId: leader });
  await backOffice.createConsultant({ internalId: 'E2E-FOLHA', name: 'Folha João', parentId: 'E2E-RAMO' });
  const order = { ecommerceId: 'E2E-REDE-1', total: '12.34', createdAt: '2025-05-10' };
  await backOffice.createOrder({ ...order, internalId: 'E2E-FOLHA' });
  await arriveAs(page, 'lider');
  await openDashboard(page);
  const direct = await readRows(page, 'Rede directa');

  await filterNetwork(page, 'Rede total', {
    Nome: 'joao',
    Código: 'e2e-fo',
    'Código Upline': 'E2E-RAMO',
    De: '2025-05-01',
    Até: '2025-05-31',
  });

  const amount = '12,34\u00a0€';
  await expect
    .poll(() => readRows(page, 'Rede total'))
    .toEqual([['Folha João', 'E2E-FOLHA', 'E2E-RAMO', amount, amount]]);
  expect((await readFigures(page)).total).toEqual({ orders: 12_34, pending: 12_34 });
  expect(await readRows(page, 'Rede directa')).toEqual(direct);
});

test('keeps the filter in the address, where a reload finds it', async ({ page }) => {
  await arriveAs(page, 'lider');
  await openDashboard(page);

  await filterNetwork(page, 'Rede total', { Código: 'IK1' });
  await page.reload();

  const filter = page.getByRole('form', { name: 'Filtros: Rede total' });
  await expect.poll(() => filter.getByLabel('Código', { exact: true }).inputValue()).toBe('IK1');
});

test('pages through a network under a footer that sums all of it', async ({ page }) => {
  await arriveAs(page, 'lider');
  await openDashboard(page);
  const { total } = await readFigures(page);
  const firstPage = await readRows(page, 'Rede total');

  const pager = page.getByRole('navigation', { name: 'Páginas: Rede total' });
  await pager.getByRole('button', { name: 'Última página' }).click();

  await expect.poll(() => readRows(page, 'Rede total')).not.toEqual(firstPage);
  expect((await readFigures(page)).total).toEqual(total);
});

test('exports each network as a spreadsheet', async ({ page }) => {
  await arriveAs(page, 'consultor');
  await openDashboard(page);
  const exportOf = (network: string) =>
    page.getByRole('form', { name: `Filtros: ${network}` }).getByRole('button', { name: 'Exportar' });

  const direct = await saved(page, exportOf('Rede directa'));
  const total = await saved(page, exportOf('Rede total'));

  expect([direct.name, total.name]).toEqual(['direct_network_data.xlsx', 'total_network_data.xlsx']);
  expect(direct.content.subarray(0, 2).toString()).toBe('PK');
  expect(total.content.subarray(0, 2).toString()).toBe('PK');
});

test('names the upline and the contacts at the foot, and says what is not known', async ({ page, backOffice }) => {
  await backOffice.createConsultant({ internalId: 'E2E-ACIMA', name: 'Quem Está Acima' });
  await backOffice.createConsultant({ internalId: 'E2E-SOB', name: 'Quem Está Sob', parentId: 'E2E-ACIMA' });

  await arriveAs(page, 'E2E-SOB', '/dashboard');

  const foot = page.getByRole('contentinfo');
  await foot.getByText('E2E-ACIMA', { exact: true }).waitFor();
  expect(await foot.getByRole('definition').allInnerTexts()).toEqual([
    'E2E-ACIMA',
    'Quem Está Acima',
    'e2e-acima@exemplo.pt',
    '+351 210 000 000',
    'Informação não disponível',
  ]);
  expect(await foot.getByRole('term').last().innerText()).toBe('Email, Website');
});

test('shows both tables in the period of the page, and each in days of its own', async ({ page }) => {
  await arriveAs(page, 'lider');
  await openDashboard(page);
  const daysOf = (network: string) => {
    const form = page.getByRole('form', { name: `Filtros: ${network}` });
    return Promise.all([form.getByLabel('De').inputValue(), form.getByLabel('Até').inputValue()]);
  };

  await page.getByRole('link', { name: 'Mês passado' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?periodo=mes-passado');
  const [first, last] = await daysOf('Rede directa');
  expect(first).toMatch(/-01$/);
  expect(last.slice(0, 7)).toBe(first.slice(0, 7));
  expect(await daysOf('Rede total')).toEqual([first, last]);

  await filterNetwork(page, 'Rede total', { De: '2025-05-01', Até: '2025-05-31' });
  await page.getByRole('button', { name: 'Retirar De 2025-05-01 a 2025-05-31' }).waitFor();
  expect(await daysOf('Rede directa')).toEqual([first, last]);
  await page.getByRole('button', { name: 'Retirar De 2025-05-01 a 2025-05-31' }).click();

  await expect.poll(() => daysOf('Rede total')).toEqual([first, last]);
});

test('leads to its sections, which stop below the row that stays in sight', async ({ page }) => {
  await arriveAs(page, 'lider');
  await openDashboard(page);
  const row = page.getByRole('navigation', { name: 'Secções' });

  for (const [anchor, section] of [
    ['Quem deve', 'Quem deve'],
    ['Rede total', 'Rede total'],
  ] as const) {
    await row.getByRole('link', { name: anchor }).click();
    const heading = page.getByRole('heading', { name: section, exact: true });
    await heading.waitFor();
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(200);
    const { y = 0, height = 0 } = (await row.boundingBox()) ?? {};
    expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual(y + height);
    await expect.poll(() => row.getByRole('link', { name: anchor }).getAttribute('aria-current')).toBe('location');
  }
});

test('says on a phone within a screen and a half how things stand, and a member in two lines', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await arriveAs(page, 'lider');
  await openDashboard(page);
  const month = page.getByRole('region', { name: 'O meu mês' });
  await month.getByRole('link', { name: /por pagar/ }).waitFor();
  await month.getByText(/^A rede /).waitFor();

  const { y = 0, height = 0 } = (await month.boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(1110);
  const table = await loadedTable(page, 'Rede total');
  const rows = await table.getByRole('rowgroup').nth(1).getByRole('row').all();
  expect(rows).toHaveLength(10);
  const heights = await Promise.all(rows.map(async (row) => (await row.boundingBox())?.height ?? 0));
  // A long name takes a line more.
  expect(Math.min(...heights)).toBeLessThan(64);
});

test('prints all members and none of what is there to press', async ({ page }) => {
  await arriveAs(page, 'lider');
  await openDashboard(page);
  const members = await readCount(page, 'Rede total');
  await page.evaluate(() => Object.assign(globalThis, { print: () => document.body.setAttribute('data-printed', '') }));

  await page.getByRole('button', { name: 'Imprimir' }).click();
  await page.locator('body[data-printed]').waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });

  const table = page.getByRole('table', { name: 'Rede total' });
  expect(await table.getByRole('rowgroup').nth(1).getByRole('row').count()).toBe(members);
  const leftOver = page.getByRole('main').locator('form, nav, button:has(svg.tabler-icon-printer)');
  expect(await leftOver.filter({ visible: true }).count()).toBe(0);
  const ink = await page.getByRole('heading', { name: 'Rede total' }).evaluate((node) => getComputedStyle(node).color);
  expect(Number(/\d+/.exec(ink)?.[0])).toBeLessThan(64);
});

/** In bytes, as it is sent to a browser that takes Brotli. */
async function compressedSize(url: string): Promise<number> {
  const { headers } = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  expect(headers.get('content-encoding')).toBe('br');
  return Number(headers.get('content-length'));
}
