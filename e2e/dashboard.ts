import type { Page } from 'playwright-core';
import { filterBy, loadedTable, readFacts, rowOf } from './screen.ts';

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
  const cards = await readFacts(page.getByRole('main'));
  return {
    directMembers: digitsOf(cards['A minha rede directa']),
    totalMembers: digitsOf(cards['A minha rede total']),
    ownOrders: digitsOf(cards['As minhas encomendas']?.replace('Últimos 3 meses:', '')),
    direct: await readFooter(page, 'Rede directa'),
    total: await readFooter(page, 'Rede total'),
  };
}

/** A member's figures, found by filtering the table by its code; undefined where the network has no such member. */
export async function readMember(page: Page, network: Network, code: string): Promise<Totals | undefined> {
  await filterNetwork(page, network, { Código: code });
  const row = rowOf(page, network, code);
  await row.or(rowOf(page, network, 'Nenhum colaborador encontrado')).waitFor();
  if (!(await row.isVisible())) return undefined;
  const cells = await row.getByRole('cell').allInnerTexts();
  return { orders: digitsOf(cells.at(-2)), pending: digitsOf(cells.at(-1)) };
}

export async function filterNetwork(page: Page, network: Network, fields: Record<string, string>): Promise<void> {
  await filterBy(page, fields, `Filtros: ${network}`);
}

async function readFooter(page: Page, network: Network): Promise<Totals> {
  const table = await loadedTable(page, network);
  const cells = await table.getByRole('rowgroup').last().getByRole('cell').allInnerTexts();
  const find = (name: string) => digitsOf(cells.find((cell) => cell.startsWith(name)));
  return { orders: find('Total'), pending: find('Por Pagar') };
}

async function untilLoaded(page: Page): Promise<void> {
  await loadedTable(page, 'Rede directa');
  await loadedTable(page, 'Rede total');
  await page.getByRole('main').getByRole('definition').filter({ hasText: '€' }).first().waitFor();
}

/** Reads on to a section below the tables, which loads when somebody comes near. */
export async function openSection(
  page: Page,
  id: 'meses' | 'quem-deve' | 'novos' | 'pararam' | 'arvore',
): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.locator(`#${id}`).scrollIntoViewIfNeeded();
}

/** With all that loads further down. */
export async function openWholeDashboard(page: Page): Promise<void> {
  await openDashboard(page);
  await openSection(page, 'meses');
  await page.locator('#meses').getByRole('table').waitFor();
  await openSection(page, 'quem-deve');
  await loadedTable(page, 'Quem deve');
  await openSection(page, 'novos');
  await loadedTable(page, 'Novos na rede');
  await openSection(page, 'pararam');
  await loadedTable(page, 'Pararam de encomendar');
  await openSection(page, 'arvore');
  await page.getByRole('treeitem').getByRole('strong').first().waitFor();
}

/** An amount as it is shown, `1 234,50 €`, in cents; a count as it is shown, `1 234 Colaboradores`. */
export function digitsOf(shown = ''): number {
  const digits = shown.replaceAll(/\D/g, '');
  if (digits === '') throw new Error(`No figure in '${shown}'.`);
  return Number(digits);
}
