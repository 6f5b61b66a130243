import type { Page } from 'playwright-core';
import { expectAccessible, expectNoSidewaysScrolling } from '../accessibility.ts';
import type { BackOffice } from '../back-office.ts';
import { expectTrouble, test } from '../browser.ts';
import { openDashboard } from '../dashboard.ts';
import { fillField, readRows, rowOf } from '../screen.ts';
import { arriveAs, enterCredentials, leaveLoginUnconfigured, logIn } from '../login.ts';
import { nextLink, openMailbox } from '../mailbox.ts';
import { chooseFile, readUploadResult } from '../orders-upload.ts';
import { productAddress } from '../product.ts';

interface Screen {
  name: string;
  /** Brings the screen up, all of it. */
  open: (page: Page, backOffice: BackOffice) => Promise<void>;
}

const screens: Screen[] = [
  {
    name: 'the login page after a wrong password',
    async open(page) {
      await page.goto('/');
      await enterCredentials(page, 'lider', 'errada');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: "a leader's dashboard",
    async open(page) {
      await arriveAs(page, 'lider');
      await openDashboard(page);
    },
  },
  {
    name: 'the dashboard of who has no network yet',
    async open(page) {
      await arriveAs(page, 'novo');
      await page.getByRole('heading', { name: 'A sua rede começa aqui' }).waitFor();
    },
  },
  {
    name: 'the home of the back office',
    async open(page) {
      await arriveAs(page, 'admin');
      await page.getByRole('heading', { name: 'Welcome to the Backoffice Home page!' }).waitFor();
    },
  },
  {
    name: 'the list of consultants',
    async open(page) {
      await arriveAs(page, 'admin', '/backoffice/users');
      await readRows(page, 'Consultores');
    },
  },
  {
    name: 'a list without rows',
    async open(page) {
      await arriveAs(page, 'admin', '/backoffice/users?name=ninguém+assim');
      await page.getByText('Nenhum consultor encontrado').waitFor();
    },
  },
  {
    name: 'the question before a deletion',
    async open(page, backOffice) {
      await backOffice.createConsultant({ internalId: 'E2E-PERGUNTA', name: 'Quem Talvez Saia' });
      await arriveAs(page, 'admin', '/backoffice/users?internalId=E2E-PERGUNTA');
      await rowOf(page, 'Consultores', 'Quem Talvez Saia').getByRole('button', { name: 'Apagar' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'a new consultant with errors',
    async open(page) {
      await arriveAs(page, 'admin', '/backoffice/users/create');
      await page.getByRole('button', { name: 'Guardar' }).click();
      await page.getByText('Nome é obrigatório').first().waitFor();
    },
  },
  {
    name: 'a consultant whose history is edited',
    async open(page, backOffice) {
      const { id } = await backOffice.createConsultant({ internalId: 'E2E-ECRA', name: 'Quem Se Edita' });
      await arriveAs(page, 'admin', `/backoffice/users/edit/${id}`);
      const table = page.getByRole('table', { name: 'Histórico de Uplines' });
      await table.getByRole('button', { name: 'Editar' }).click();
      await fillField(table, 'Data Fim', '2000-01-01');
      await table.getByRole('button', { name: 'Guardar' }).click();
      await table.getByText('A Data Fim não pode ser anterior à Data Início').waitFor();
    },
  },
  {
    name: 'a field that suggests whom a text may mean',
    async open(page) {
      await arriveAs(page, 'admin', '/backoffice/users/create');
      const upline = page.getByRole('combobox', { name: 'Código Upline' });
      await upline.fill('ik');
      await page.getByRole('listbox', { name: 'Sugestões' }).waitFor();
      await upline.press('ArrowDown');
    },
  },
  {
    name: 'a history with days without an upline',
    async open(page, backOffice) {
      const { id } = await backOffice.createConsultant({ internalId: 'E2E-INTERVALO', name: 'Com Intervalo' });
      await arriveAs(page, 'admin', `/backoffice/users/edit/${id}`);
      const table = page.getByRole('table', { name: 'Histórico de Uplines' });
      await table.getByRole('button', { name: 'Editar' }).click();
      await fillField(table, 'Data Fim', '2025-12-31');
      await table.getByRole('button', { name: 'Guardar' }).click();
      await table.getByText('Sem upline desde 2026-01-01').waitFor();
    },
  },
  {
    name: 'the question what a change moves',
    async open(page, backOffice) {
      await backOffice.createConsultant({ internalId: 'E2E-MOVE-PARA', name: 'Para Quem Se Move' });
      const { id } = await backOffice.createConsultant({ internalId: 'E2E-MOVE', name: 'Quem Se Move' });
      await backOffice.createOrder({
        ecommerceId: 'E2E-MOVE',
        total: '9.99',
        createdAt: '2025-01-01',
        internalId: 'E2E-MOVE',
      });
      await arriveAs(page, 'admin', `/backoffice/users/edit/${id}`);
      const table = page.getByRole('table', { name: 'Histórico de Uplines' });
      await table.getByRole('button', { name: 'Editar' }).click();
      await fillField(table, 'Upline', 'E2E-MOVE-PARA');
      await table.getByRole('button', { name: 'Guardar' }).click();
      await page.getByRole('dialog', { name: 'Esta alteração move encomendas' }).waitFor();
    },
  },
  {
    name: 'the list of orders',
    async open(page) {
      await arriveAs(page, 'admin', '/backoffice/orders');
      await readRows(page, 'Encomendas');
    },
  },
  {
    name: 'a new order with its calendar open',
    async open(page) {
      await arriveAs(page, 'admin', '/backoffice/add-orders');
      await page.getByRole('button', { name: 'Abrir o calendário' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).waitFor();
    },
  },
  {
    name: 'an order being edited',
    async open(page, backOffice) {
      const { id } = await backOffice.createOrder({ ecommerceId: 'E2E-ECRA', total: '9.99', createdAt: '2025-01-01' });
      await arriveAs(page, 'admin', `/backoffice/edit-orders/${id}`);
      await page.getByRole('form', { name: 'Editar Encomenda' }).waitFor();
    },
  },
  {
    name: "an upload's result",
    async open(page) {
      await arriveAs(page, 'admin', '/backoffice/upload-csv');
      const buffer = Buffer.from(
        'Número de encomenda;Data de Encomenda;Valor da Encomenda\nE2E-X;2025-13-01;10,00\nE2E-Y\n',
      );
      await chooseFile(page, { name: 'erros.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Upload' }).click();
      await readUploadResult(page);
    },
  },
  {
    name: 'the not-found page',
    async open(page) {
      await arriveAs(page, 'novo', '/backoffice/users');
      await page.getByRole('heading', { name: 'Pagina não encontrada' }).waitFor();
    },
  },
  {
    name: 'the page of a consultant who is gone',
    async open(page) {
      expectTrouble(page, /^404 GET .*\/consultants\/999999$/);
      await arriveAs(page, 'admin', '/backoffice/users/edit/999999');
      await page.getByRole('link', { name: 'Voltar aos consultores' }).waitFor();
    },
  },
  {
    name: 'the screen of a suspended consultant',
    async open(page) {
      expectTrouble(page, /^403 GET .*\/api\/v1\/(whoami|dashboard\/)/);
      await logIn(page, 'suspenso');
      await page.getByText('A sua conta está suspensa.').waitFor();
    },
  },
  {
    name: 'an email of the embedded login',
    async open(page, backOffice) {
      const { email } = await backOffice.createConsultant({ internalId: 'E2E-CARTA', name: 'Carta Recebida' });
      const mailbox = await openMailbox(productAddress());
      await nextLink(mailbox, email);
      await page.goto('/dev/mail');
      await page.getByRole('listitem').filter({ hasText: email }).getByRole('link').click();
      await page.getByText(`Para ${email}`).waitFor();
    },
  },
  {
    name: 'the page that sets a password',
    async open(page, backOffice) {
      const { email } = await backOffice.createConsultant({ internalId: 'E2E-CHAVE', name: 'Chave Nova' });
      await page.goto(await nextLink(await openMailbox(productAddress()), email));
      await page.getByText(`Para a conta de ${email}`).waitFor();
    },
  },
  {
    name: 'the screen of a login that cannot start',
    async open(page) {
      await leaveLoginUnconfigured(page);
      await page.goto('/');
      await page.getByText('Error initializing Keycloak. Please try again later.').waitFor();
    },
  },
];

test.for(screens)('$name is accessible in light and dark, and fits a phone', async ({ open }, { page, backOffice }) => {
  await open(page, backOffice);
  // What is being read anew is faded, and has not the contrast that it has when one reads it.
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });

  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);

  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
});
