import type { Page } from 'playwright-core';
import { expect } from 'vitest';

type Network = 'Rede directa' | 'Rede total';

/** What a consultant's dashboard says; amounts in cents. */
export interface Figures {
  directMembers: number;
  totalMembers: number;
  ownOrders: number;
  direct: Totals;
  total: Totals;
}

interface Totals {
  orders: number;
  pending: number;
}

export async function openDashboard(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await untilLoaded(page);
}

export async function readFigures(page: Page): Promise<Figures> {
  await untilLoaded(page);
  return {
    directMembers: digitsOf(await card(page, 'A minha rede directa').innerText()),
    totalMembers: digitsOf(await card(page, 'A minha rede total').innerText()),
    ownOrders: digitsOf((await card(page, 'As minhas encomendas').innerText()).replace('3 meses', '')),
    direct: await readFooter(page, 'Rede directa'),
    total: await readFooter(page, 'Rede total'),
  };
}

/** A member's figures, found by filtering the table by its code; undefined where the network has no such member. */
export async function readMember(page: Page, network: Network, code: string): Promise<Totals | undefined> {
  await filterNetwork(page, network, { Código: code });
  const table = networkTable(page, network);
  const row = table.getByRole('row').filter({ hasText: code });
  await row.or(table.getByText('Nenhum colaborador encontrado')).waitFor();
  if (!(await row.isVisible())) return undefined;
  const cells = await row.getByRole('cell').allInnerTexts();
  return { orders: digitsOf(cells.at(-2) ?? ''), pending: digitsOf(cells.at(-1) ?? '') };
}

export async function filterNetwork(page: Page, network: Network, fields: Record<string, string>): Promise<void> {
  const filter = page.getByRole('form', { name: `Filtros: ${network}` });
  for (const [label, value] of Object.entries(fields)) {
    await filter.getByLabel(label, { exact: true }).fill(value);
  }
  await filter.getByRole('button', { name: 'Filtrar' }).click();
}

function networkTable(page: Page, network: Network) {
  return page.getByRole('table', { name: network });
}

async function readFooter(page: Page, network: Network): Promise<Totals> {
  const footer = networkTable(page, network).getByRole('rowgroup').last();
  const cells = await footer.getByRole('cell').allInnerTexts();
  const find = (name: string) => digitsOf(cells.find((cell) => cell.startsWith(name)) ?? '');
  return { orders: find('Total'), pending: find('Por Pagar') };
}

function card(page: Page, title: string) {
  const heading = page.getByRole('term').filter({ hasText: title });
  return page.locator('div').filter({ has: heading }).last().getByRole('definition');
}

async function untilLoaded(page: Page): Promise<void> {
  for (const network of ['Rede directa', 'Rede total'] as const) {
    await expect.poll(() => networkTable(page, network).getAttribute('aria-busy')).toBe('false');
  }
  await card(page, 'As minhas encomendas').getByText('€').waitFor();
}

/** An amount as it is shown, `1 234,50 €`, in cents; a count as it is shown, `1 234 Colaboradores`. */
function digitsOf(shown: string): number {
  const digits = shown.replaceAll(/\D/g, '');
  if (digits === '') throw new Error(`No figure in '${shown}'.`);
  return Number(digits);
}
