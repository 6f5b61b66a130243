import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { productAddress } from '../product.ts';
import { test } from '../browser.ts';
import { atLoginPage, enterCredentials, logIn } from '../login.ts';
import { type Mailbox, nextLink, openMailbox } from '../mailbox.ts';
import { expectToast, fillField } from '../screen.ts';

let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await openMailbox(productAddress());
});
afterAll(() => mailbox.close());

const password = 'Uma-Palavra-Longa-7';

/** A real Keycloak says first what the link is for, and leads on from there. */
async function follow(page: Page, link: string): Promise<void> {
  await page.goto(link);
  if (inject('keycloak')) await page.locator('#kc-info-message a').click();
}

async function setPassword(page: Page, link: string): Promise<void> {
  await follow(page, link);
  await page.locator('#password-new').fill(password);
  await page.locator('#password-confirm').fill(password);
  await page.locator('#kc-passwd-update-form [type=submit]').click();
  await page.locator('#password-new').waitFor({ state: 'detached' });
}

const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard' });

test('a consultant who is created sets a password with the email’s link and signs in with it', async ({
  page,
  backOffice,
  openContext,
}) => {
  const { id, email } = await backOffice.createConsultant({ internalId: 'E2E-CONVIDADA', name: 'Rosa Convidada' });

  const theirs = await openContext();
  const visitor = await theirs.newPage();
  await setPassword(visitor, await nextLink(mailbox, email));
  await visitor.goto('/');
  await enterCredentials(visitor, email, password);

  await dashboard(visitor).waitFor();
  await theirs.close();
  await logIn(page, 'admin', `/backoffice/users/edit/${id}`);
  await page.getByText(/^Convite enviado em \d{4}-\d\d-\d\d \d\d:\d\d\.$/).waitFor();
});

test('an invitation is sent again from the consultant’s page', async ({ page, backOffice, openContext }) => {
  const { id, email } = await backOffice.createConsultant({ internalId: 'E2E-OUTRAVEZ', name: 'Outra Vez' });
  await nextLink(mailbox, email);
  await logIn(page, 'admin', `/backoffice/users/edit/${id}`);

  await page.getByRole('button', { name: 'Reenviar convite' }).click();

  await nextLink(mailbox, email, 1);
  await page.getByText(/^Convite enviado em/).waitFor();
  const theirs = await openContext();
  const visitor = await theirs.newPage();
  // An email that was sent twice voids the link before it: the latest is followed, whichever that is by then.
  await expect
    .poll(async () => {
      await follow(visitor, (await mailbox.linksTo(email)).at(-1) ?? '');
      return visitor.locator('#password-new').isVisible();
    })
    .toBe(true);
  await theirs.close();
});

test('a change of email is to be confirmed at the new one, and is then what one signs in with', async ({
  page,
  backOffice,
  openContext,
}) => {
  const { id, email } = await backOffice.createConsultant({ internalId: 'E2E-NOVOEMAIL', name: 'Muda De Email' });
  const theirs = await openContext();
  const visitor = await theirs.newPage();
  await setPassword(visitor, await nextLink(mailbox, email));
  await theirs.clearCookies();
  await logIn(page, 'admin', `/backoffice/users/edit/${id}`);
  const form = page.getByRole('form', { name: 'Editar Consultor' });
  await fillField(form, 'Email', 'mudou@exemplo.pt');
  await form.getByRole('button', { name: 'Guardar' }).click();

  await follow(visitor, await nextLink(mailbox, 'mudou@exemplo.pt'));
  if (!inject('keycloak')) await visitor.getByRole('button', { name: 'Confirmar' }).click();
  await visitor
    .getByText(/confirmado|verificado|atualizada/)
    .first()
    .waitFor();
  await visitor.goto('/');
  await enterCredentials(visitor, 'mudou@exemplo.pt', password);

  await dashboard(visitor).waitFor();
  await theirs.close();
});

test('a consultant who is suspended is signed out at the provider too, and cannot sign in until active again', async ({
  page,
  backOffice,
  openContext,
}) => {
  const { id, email } = await backOffice.createConsultant({ internalId: 'E2E-FORA', name: 'Fora Por Agora' });
  const theirs = await openContext();
  const visitor = await theirs.newPage();
  await setPassword(visitor, await nextLink(mailbox, email));
  await theirs.clearCookies();
  await visitor.goto('/');
  await enterCredentials(visitor, email, password);
  await dashboard(visitor).waitFor();
  await logIn(page, 'admin', `/backoffice/users/edit/${id}`);

  await become(page, 'Suspenso');
  await page.getByText('Suspenso: o consultor não pode entrar.').waitFor();
  await visitor.goto('/');
  await atLoginPage(visitor);
  await enterCredentials(visitor, email, password);
  await visitor
    .getByText(/inválidos|desabilitada|desativada/)
    .first()
    .waitFor();
  await atLoginPage(visitor);

  await become(page, 'Activo');
  await page.getByText(/^Convite enviado em/).waitFor();
  await enterCredentials(visitor, email, password);
  await dashboard(visitor).waitFor();
  await theirs.close();
});

async function become(page: Page, status: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Editar Consultor' });
  await fillField(form, 'Status', status);
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expectToast(page, 'Consultor atualizado com sucesso');
}
