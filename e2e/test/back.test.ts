import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test as base } from '../browser.ts';
import { launchBrowser } from '../chromium.ts';
import { atLoginPage, logIn, logOut } from '../login.ts';
import { filterBy, loadedTable } from '../screen.ts';
import { shellIsKept } from '../shell.ts';

/** A page beside the product, on its own origin so that nothing else is needed. */
const elsewhere = '/logo';

for (const keepsPages of [true, false]) {
  describe(`in a browser that ${keepsPages ? 'keeps pages for Back' : 'loads pages anew'}`, () => {
    const test = base.extend('visitor', async ({ address }, { onCleanup }) => {
      const browser = await launchBrowser({ keepsPages });
      onCleanup(() => browser.close());
      const context = await browser.newContext({ baseURL: address, locale: 'pt-PT', reducedMotion: 'reduce' });
      context.setDefaultTimeout(30_000);
      return context.newPage();
    });

    test('Back after a reload leads to where one was before, and forward again', async ({ visitor }) => {
      await signInElsewhere(visitor);
      await visitor.goto(elsewhere);
      await visitor.goto('/dashboard');
      await atDashboard(visitor);
      const steps = await visitor.evaluate(() => history.length);

      await visitor.reload();
      await atDashboard(visitor);
      await visitor.reload();
      await atDashboard(visitor);
      expect(await visitor.evaluate(() => history.length)).toBe(steps);

      await visitor.goBack({ waitUntil: 'commit' });
      expect(new URL(visitor.url()).pathname).toBe(elsewhere);

      // Not goForward(): it asks the page itself for its history, which may just have been taken out of the browser's store.
      await visitor.evaluate(() => history.forward());
      await atDashboard(visitor);
      expect(new URL(visitor.url()).pathname).toBe('/dashboard');
    });

    test('Back from another page shows the dashboard with its filter', async ({ visitor }) => {
      await signInElsewhere(visitor);
      await visitor.goto('/dashboard');
      await atDashboard(visitor);
      await filterBy(visitor, { Nome: 'a' }, 'Filtros: Rede directa');
      await expect.poll(() => new URL(visitor.url()).search).toBe('?direct-name=a');
      // A page that still waits for an answer is not kept.
      await loadedTable(visitor, 'Rede directa');
      await loadedTable(visitor, 'Rede total');
      await visitor.getByRole('link', { name: 'encomendavam e pararam' }).waitFor();
      await shellIsKept(visitor);
      await visitor.evaluate(() => document.body.setAttribute('data-left', ''));
      await visitor.goto(elsewhere);

      await visitor.goBack({ waitUntil: 'commit' });

      await atDashboard(visitor);
      expect(new URL(visitor.url()).search).toBe('?direct-name=a');
      expect(await visitor.locator('body[data-left]').count()).toBe(keepsPages ? 1 : 0);
    });

    test('Back after a reload leads through the filters that one had before', async ({ visitor }) => {
      await signInElsewhere(visitor);
      await visitor.goto('/dashboard');
      await atDashboard(visitor);
      await filterBy(visitor, { Nome: 'a' }, 'Filtros: Rede directa');
      await expect.poll(() => new URL(visitor.url()).search).toBe('?direct-name=a');
      await visitor.reload();
      await atDashboard(visitor);

      await visitor.goBack({ waitUntil: 'commit' });

      await atDashboard(visitor);
      expect(new URL(visitor.url()).pathname).toBe('/dashboard');
    });

    test('Back to a page whose session was ended meanwhile asks for the password', async ({ visitor }) => {
      await signInElsewhere(visitor);
      await visitor.goto('/dashboard');
      await atDashboard(visitor);
      await visitor.goto(elsewhere);
      const otherTab = await visitor.context().newPage();
      await otherTab.goto('/');
      await atDashboard(otherTab);
      await logOut(otherTab);

      await visitor.goBack({ waitUntil: 'commit' });

      await atLoginPage(visitor);
    });
  });
}

/** Signs in, in another tab: this one's history is as it was. */
async function signInElsewhere(visitor: Page): Promise<void> {
  const tab = await visitor.context().newPage();
  await logIn(tab, 'lider');
  await tab.close();
}

async function atDashboard(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.getByRole('table', { name: 'Rede directa' }).getByRole('cell', { name: /^IK\d/ }).first().waitFor();
}
