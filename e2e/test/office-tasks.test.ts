import { Buffer } from 'node:buffer';
import { writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { test } from '../browser.ts';
import { evidenceFolder } from '../evidence.ts';
import { arriveAs } from '../login.ts';
import { chooseFile, readUploadResult } from '../orders-upload.ts';
import { expectToast, loadedTable, readCount, rowOf } from '../screen.ts';

/** What a task takes: clicks and keys that do something. Text that is typed is the task's own, and is not counted. */
class Hand {
  readonly #page: Page;
  #presses = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  get presses(): number {
    return this.#presses;
  }

  async click(target: Locator): Promise<void> {
    this.#presses += 1;
    await target.click();
  }

  /** A double click is one gesture. */
  async doubleClick(target: Locator): Promise<void> {
    this.#presses += 1;
    await target.dblclick();
  }

  async press(key: string): Promise<void> {
    this.#presses += 1;
    await this.#page.keyboard.press(key);
  }
}

const table: string[] = [];

/** Keeps what a task took, and what the same took before there was a way of its own. */
function took(task: string, before: string, hand: Hand, most: number): void {
  table.push(`| ${task} | ${before} | ${hand.presses} |`);
  expect(hand.presses).toBeLessThanOrEqual(most);
}

afterAll(async () => {
  await mkdir(evidenceFolder, { recursive: true });
  await writeFile(
    join(evidenceFolder, 'office-tasks.md'),
    `| task | clicks and keys before | now |\n|---|---:|---:|\n${table.join('\n')}\n`,
  );
});

test('somebody is found by parts of the name', async ({ page, backOffice }) => {
  await backOffice.createConsultant({ internalId: 'E2E-TAREFA-1', name: 'Maria Anjos Sequeira da Tarefa' });
  await arriveAs(page, 'admin');
  const hand = new Hand(page);

  await hand.press('/');
  await page.getByRole('combobox', { name: /^Procurar/ }).fill('tarefa sequ');

  await page.getByRole('option', { name: /Maria Anjos Sequeira da Tarefa/ }).waitFor();
  took('find somebody by part of the name', '2', hand, 1);
});

test('an upline is corrected since last month', async ({ page, backOffice }) => {
  await backOffice.createConsultant({ internalId: 'E2E-TAREFA-2', name: 'Novo Upline da Tarefa' });
  await backOffice.createConsultant({ internalId: 'E2E-TAREFA-3', name: 'Mudada da Tarefa' });
  await arriveAs(page, 'admin', '/backoffice/users?internalId=E2E-TAREFA-3');
  await loadedTable(page, 'Consultores');
  const hand = new Hand(page);

  await hand.click(rowOf(page, 'Consultores', 'E2E-TAREFA-3').getByRole('button', { name: /^Mais acções de / }));
  await hand.click(page.getByRole('menuitem', { name: 'Mudar upline a partir de…' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Novo upline (código ou nome)').fill('novo upline');
  await hand.click(page.getByRole('option', { name: /Novo Upline da Tarefa/ }));
  await dialog.getByLabel('A partir de', { exact: true }).fill('2025-10-01');
  await dialog.getByText(/2025-09-30/).waitFor();
  await hand.click(dialog.getByRole('button', { name: 'Mudar upline', exact: true }));

  await expectToast(page, 'Histórico do consultor criado com sucesso');
  took('correct an upline since last month', '10', hand, 4);
});

test('a value is corrected in the list', async ({ page, backOffice }) => {
  await backOffice.createOrder({ ecommerceId: 'E2E-TAREFA-VALOR', total: '10.00', createdAt: '2025-03-01' });
  await arriveAs(page, 'admin', '/backoffice/orders?ecommerceId=E2E-TAREFA-VALOR');
  await loadedTable(page, 'Encomendas');
  const row = rowOf(page, 'Encomendas', 'E2E-TAREFA-VALOR');
  const hand = new Hand(page);

  await hand.doubleClick(row.getByRole('button', { name: '10,00' }));
  await row.getByLabel('Valor da Encomenda de E2E-TAREFA-VALOR').fill('12,00');
  await hand.press('Enter');

  await row.getByRole('button', { name: '12,00' }).waitFor();
  took('correct a value', '5', hand, 2);
});

test('four bad lines of a file are repaired without the file', async ({ page }) => {
  const numbers = ['1', '2', '3', '4'];
  const lines = numbers.map((number) => `E2E-TAREFA-L${number};2026-03-01;dez`);
  const text = `Número de encomenda;Data de Encomenda;Valor da Encomenda\n${lines.join('\n')}\n`;
  await arriveAs(page, 'admin', '/backoffice/upload-csv');
  await chooseFile(page, { name: 'e2e-tarefa.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Upload' }).click();
  await readUploadResult(page);
  const hand = new Hand(page);

  await hand.click(page.getByRole('button', { name: 'Corrigir aqui' }));
  for (const line of [2, 3, 4, 5]) await page.getByLabel(`Valor da Encomenda, linha ${line}`).fill('10,00');
  await hand.press('ControlOrMeta+Enter');

  await page.getByText('4 linhas carregadas. Não há mais linhas por corrigir.').waitFor();
  took('repair four bad lines of a file', 'impossible', hand, 2);
});

test('the unpaid orders of a network in October are three presses away', async ({ page, backOffice }) => {
  await backOffice.createConsultant({ internalId: 'E2E-TAREFA-4', name: 'Cabeça da Tarefa' });
  await backOffice.createConsultant({ internalId: 'E2E-TAREFA-5', name: 'Membro da Tarefa', parentId: 'E2E-TAREFA-4' });
  for (const [number, day, paidAt] of [
    ['E2E-TAREFA-OUT', '2025-10-10', undefined],
    ['E2E-TAREFA-PAGA', '2025-10-11', '2025-10-12'],
    ['E2E-TAREFA-NOV', '2025-11-10', undefined],
  ] as const) {
    await backOffice.createOrder({
      ecommerceId: number,
      total: '10.00',
      createdAt: day,
      internalId: 'E2E-TAREFA-5',
      ...(paidAt && { paidAt }),
    });
  }
  await arriveAs(page, 'admin', '/backoffice/orders');
  await loadedTable(page, 'Encomendas');
  const form = page.getByRole('form', { name: 'Filtros' });
  const hand = new Hand(page);

  await hand.click(form.getByRole('button', { name: 'filtro' }));
  await form.getByLabel('Data Encomenda de').fill('2025-10-01');
  await form.getByLabel('Data Encomenda até').fill('2025-10-31');
  await form.getByLabel('Rede de', { exact: true }).fill('E2E-TAREFA-4');
  // Chosen by the keyboard, as one types: a press of its own.
  await form.getByLabel('Pagamento', { exact: true }).selectOption('Por pagar');
  await hand.press('Tab');
  await hand.click(form.getByRole('button', { name: 'Filtrar' }));

  await expect.poll(() => readCount(page, 'Encomendas')).toBe(1);
  await rowOf(page, 'Encomendas', 'E2E-TAREFA-OUT').waitFor();
  took('unpaid orders of a network in October', 'impossible', hand, 3);
});

test('who deletes an order by mistake has it back', async ({ page, backOffice }) => {
  await backOffice.createOrder({ ecommerceId: 'E2E-TAREFA-ENGANO', total: '10.00', createdAt: '2025-03-01' });
  await arriveAs(page, 'admin', '/backoffice/orders?ecommerceId=E2E-TAREFA-ENGANO');
  await loadedTable(page, 'Encomendas');
  await page.getByRole('button', { name: 'Apagar E2E-TAREFA-ENGANO' }).click();
  await page.getByRole('button', { name: 'Excluir' }).click();
  await page.getByText('Encomenda apagada com sucesso').waitFor();
  const hand = new Hand(page);

  await hand.click(page.getByRole('button', { name: 'Anular' }));

  await rowOf(page, 'Encomendas', 'E2E-TAREFA-ENGANO').waitFor();
  took('have back what was deleted by mistake', 'impossible', hand, 1);
});

test('who changed an order is read on its page', async ({ page, backOffice }) => {
  await backOffice.createOrder({ ecommerceId: 'E2E-TAREFA-QUEM', total: '10.00', createdAt: '2025-03-01' });
  await arriveAs(page, 'admin', '/backoffice/orders?ecommerceId=E2E-TAREFA-QUEM');
  await loadedTable(page, 'Encomendas');
  const hand = new Hand(page);

  await hand.click(page.getByRole('link', { name: 'E2E-TAREFA-QUEM', exact: true }));

  await page
    .getByRole('region', { name: 'Histórico' })
    .getByText(/criou a encomenda/)
    .waitFor();
  took('who changed this order', 'impossible', hand, 1);
});
