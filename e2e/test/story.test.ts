import { addDays, todayInLisbon } from '@rede/contract/days';
import { expect } from 'vitest';
import { test } from '../browser.ts';
import { openDashboard, readFigures, readMember } from '../dashboard.ts';
import { logIn, logOut } from '../login.ts';
import { readUploadResult, shopFile, uploadOrders } from '../orders-upload.ts';

test("a shop's file changes the figures of a consultant's network to the cent", async ({ page, backOffice }) => {
  const yesterday = addDays(todayInLisbon(), -1);
  const leader = await backOffice.codeOf('lider');
  await backOffice.createConsultant({ internalId: 'LOJA-DIRECTA', name: 'Rosa Loja', parentId: leader });
  await backOffice.createConsultant({ internalId: 'LOJA-ABAIXO', name: 'Tomé Loja', parentId: 'LOJA-DIRECTA' });
  const file = await shopFile('shopify-orders.csv', { own: leader, day: yesterday });
  await logIn(page, 'lider');
  await openDashboard(page);
  const before = await readFigures(page);
  await logOut(page);

  await logIn(page, 'admin');
  await uploadOrders(page, file);
  const result = await readUploadResult(page);
  await logOut(page);

  expect(result.counts).toEqual({ Total: '7', Carregadas: '5', Recusadas: '1', 'Mal formadas': '1' });
  expect(result.lines).toEqual([
    ['11', `A loja cancelou esta encomenda (Cancelled at: "${yesterday} 10:00:00 +0000")`],
    ['12', 'Número de campos errado: 2 em vez de 79'],
  ]);
  await logIn(page, 'lider');
  await openDashboard(page);
  expect(await readFigures(page)).toEqual({
    directMembers: before.directMembers,
    totalMembers: before.totalMembers,
    ownOrders: before.ownOrders + 45_10,
    direct: { orders: before.direct.orders + 120_50, pending: before.direct.pending },
    total: { orders: before.total.orders + 300_85, pending: before.total.pending + 110_45 },
  });
  expect(await readMember(page, 'Rede directa', 'LOJA-DIRECTA')).toEqual({ orders: 120_50, pending: 0 });
  expect(await readMember(page, 'Rede directa', 'LOJA-ABAIXO')).toBeUndefined();
  expect(await readMember(page, 'Rede total', 'LOJA-ABAIXO')).toEqual({ orders: 180_35, pending: 110_45 });
});
