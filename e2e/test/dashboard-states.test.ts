import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { expectAccessible, expectNoSidewaysScrolling } from '../accessibility.ts';
import { expectTrouble, test } from '../browser.ts';
import { openWholeDashboard } from '../dashboard.ts';
import { arriveAs } from '../login.ts';
import { loadedTable } from '../screen.ts';
import { holdBack } from '../session.ts';

interface State {
  name: string;
  open: (page: Page) => Promise<void>;
}

const states: State[] = [
  {
    name: 'the start, before anything is known',
    async open(page) {
      await arriveAs(page, 'consultor');
      onTestFinished(await holdBack(page, '**/api/v1/whoami'));
      // Back from the login: the page before it says so too.
      const isBack = page.waitForRequest('**/api/v1/whoami');
      await page.goto('/dashboard');
      await isBack;
      await page.getByRole('heading', { name: 'Loading...' }).waitFor();
    },
  },
  {
    name: 'the dashboard in the first moment of loading',
    async open(page) {
      await arriveAs(page, 'consultor');
      onTestFinished(await holdBack(page, '**/api/v1/dashboard/**'));
      await page.goto('/dashboard');
      await page.getByText('A carregar dados...').first().waitFor();
    },
  },
  {
    name: 'the dashboard when every call is refused',
    async open(page) {
      expectTrouble(page, /^409 GET .*\/api\/v1\/dashboard\//);
      await arriveAs(page, 'consultor');
      await page.route('**/api/v1/dashboard/**', (route) =>
        route.fulfill({ status: 409, json: { code: 'conflict', message: 'Tente de novo dentro de momentos.' } }),
      );
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'Tentar novamente' }).nth(3).waitFor();
    },
  },
  {
    name: 'all of the dashboard, with what it opens',
    async open(page) {
      await arriveAs(page, 'lider');
      await openWholeDashboard(page);
      await page.getByRole('button', { name: /^A minha rede total/ }).click();
      await page.locator('[role=treeitem][aria-expanded=false]').first().click();
      await page.locator('[role=treeitem][aria-level="2"]').first().waitFor();
    },
  },
  {
    name: 'the dashboard in other days, with a filter',
    async open(page) {
      await arriveAs(page, 'lider', '/?startDate=2026-01-01&endDate=2026-02-28&total-name=a');
      await loadedTable(page, 'Rede total');
      await page.getByRole('button', { name: '2026-01-01 a 2026-02-28' }).click();
      await page.getByRole('form', { name: 'Datas' }).waitFor();
    },
  },
];

test.for(states)('$name is accessible in light and dark, and fits a phone', async ({ open }, { page }) => {
  await open(page);

  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);

  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
});
