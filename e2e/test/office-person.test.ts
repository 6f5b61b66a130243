import { expect } from 'vitest';
import { expectAccessible, expectNoSidewaysScrolling } from '../accessibility.ts';
import { expectTrouble, test } from '../browser.ts';
import { arriveAs } from '../login.ts';

test('somebody is moved to another upline from a day in the past in four clicks, and the log undoes it', async ({
  page,
  backOffice,
}) => {
  await backOffice.createConsultant({ name: 'Carla Mudança', internalId: 'MOV1' });
  await backOffice.createConsultant({ name: 'Vasco Destino', internalId: 'MOV2' });
  await backOffice.createOrder({ ecommerceId: 'MOV-1', total: '40.00', createdAt: '2025-06-10', internalId: 'MOV1' });
  const { id } = await backOffice.createConsultant({ name: 'Ana Movida', internalId: 'MOV3', parentId: 'MOV1' });
  await backOffice.createOrder({ ecommerceId: 'MOV-2', total: '25.50', createdAt: '2025-06-10', internalId: 'MOV3' });

  await arriveAs(page, 'admin', `/backoffice/users/${id}`);
  await page.getByRole('button', { name: 'Mudar upline a partir de…' }).click();
  await page.getByLabel('Novo upline (código ou nome)').fill('vasco');
  await page.getByRole('option', { name: /Vasco Destino/ }).click();
  await page.getByLabel('A partir de', { exact: true }).fill('2025-06-01');
  const change = page.getByRole('region', { name: 'O que muda' });
  await expect
    .poll(() => change.innerText())
    .toContain('Carla Mudança (MOV1), 2024-01-01 em diante: passa a acabar em 2025-05-31');
  expect(await change.getByRole('row', { name: /Vasco Destino MOV2 · Rede total/ }).innerText()).toContain('25,50');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mudar upline', exact: true }).click();

  await page.getByText('Histórico do consultor criado com sucesso').waitFor();
  const chain = page.getByRole('region', { name: 'Uplines', exact: true });
  await chain.getByRole('link', { name: 'Vasco Destino' }).waitFor();
  await page.getByLabel('Cadeia de uplines no dia').fill('2025-05-31');
  await chain.getByRole('link', { name: 'Carla Mudança' }).waitFor();

  const done = page.getByRole('region', { name: 'Acções' });
  await done.getByText('debaixo de MOV2 a partir de 2025-06-01').waitFor();
  await done.getByRole('button', { name: 'Anular' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Anular', exact: true }).click();
  await page.getByText('Acção anulada').waitFor();
  await done.getByText(/^Anulado em/).waitFor();
  await page.getByLabel('Cadeia de uplines no dia').fill('2025-06-10');
  await chain.getByRole('link', { name: 'Carla Mudança' }).waitFor();
});

test('a move that would make a cycle says so in the dialog', async ({ page, backOffice }) => {
  const { id } = await backOffice.createConsultant({ name: 'Rita Ciclo', internalId: 'CIC1' });
  await backOffice.createConsultant({ name: 'Sara Ciclo', internalId: 'CIC2', parentId: 'CIC1' });
  expectTrouble(page, /409 POST .*history\/preview/);

  await arriveAs(page, 'admin', `/backoffice/users/${id}?mudar=upline`);
  await page.getByLabel('Novo upline (código ou nome)').fill('CIC2');

  await page
    .getByRole('dialog')
    .getByText(/faria um ciclo na rede/)
    .waitFor();
});

test('a deleted order comes back by the keyboard from its toast', async ({ page, backOffice }) => {
  await backOffice.createOrder({ ecommerceId: 'VOLTA-1', total: '19.90', createdAt: '2025-03-02' });

  await arriveAs(page, 'admin', '/backoffice/orders?ecommerceId=VOLTA-1');
  await page.getByRole('button', { name: 'Apagar VOLTA-1' }).click();
  await page.getByRole('button', { name: 'Excluir' }).click();
  await page.getByText('Encomenda apagada com sucesso').waitFor();
  await page.getByRole('button', { name: 'Apagar VOLTA-1' }).waitFor({ state: 'detached' });
  await expectAccessible(page);
  await page.keyboard.press('F6');
  await page.keyboard.press('Enter');

  await page.getByText('Foi reposto tal como estava').waitFor();
  await page.getByRole('button', { name: 'Apagar VOLTA-1' }).waitFor();
});

test('a dialog stands above the toasts', async ({ page, backOffice }) => {
  await backOffice.createOrder({ ecommerceId: 'CIMA-1', total: '5.00', createdAt: '2025-03-02' });
  const { id } = await backOffice.createConsultant({ name: 'Zita Cima', internalId: 'CIMA' });
  await page.setViewportSize({ width: 360, height: 740 });

  await arriveAs(page, 'admin', '/backoffice/orders?ecommerceId=CIMA-1');
  await page.getByRole('button', { name: 'Apagar CIMA-1' }).click();
  await page.getByRole('button', { name: 'Excluir' }).click();
  await page.getByText('Encomenda apagada com sucesso').waitFor();
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/backoffice/users/${id}?mudar=upline`);

  // A click goes to what lies on top, or fails.
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('the dashboard is seen as a consultant, also after a reload, and one’s own stays as it was', async ({
  page,
  backOffice,
}) => {
  const code = await backOffice.codeOf('lider');

  await arriveAs(page, 'admin', `/backoffice/users?internalId=${code}`);
  const row = page.getByRole('row', { name: new RegExp(`\\b${code}\\b`) });
  const link = await row.getByRole('link', { name: /^Editar/ }).getAttribute('href');
  const id = link?.split('/').at(-1);
  await page.goto(`/backoffice/users/${id}`);
  await page.getByRole('link', { name: 'Ver como consultor' }).click();
  await page.getByText('Está a ver como').waitFor();
  await page.reload();
  await page.getByText('Está a ver como').waitFor();
  await page.getByRole('heading', { name: 'Rede directa' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sair' }).click();

  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto('/dashboard');
  await page.getByText('A sua conta de administrador não está associada a um consultor.').waitFor();
  await page.goto('/backoffice/activity?does=view');
  await page
    .getByText(/viu o dashboard como/)
    .first()
    .waitFor();
});

test.for([1280, 360])(
  'what the office shows of a person has nothing to complain about at %i px',
  async (width, { page, backOffice }) => {
    const { id } = await backOffice.createConsultant({ name: `Nuno Largura ${width}`, internalId: `LARG${width}` });
    await page.setViewportSize({ width, height: 800 });

    await arriveAs(page, 'admin', `/backoffice/users/${id}`);
    await page.getByText('Ainda não encomendou nada').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await page.goto('/backoffice/activity');
    await page.getByText(`LARG${width} Nuno Largura ${width}`).first().waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  },
);
