import { expect } from 'vitest';
import { allowTrouble, expectTrouble, test } from '../browser.ts';
import { shellIsKept } from '../shell.ts';
import { arriveAs, logIn } from '../login.ts';

test('starts without a network with its shell, says so, and goes on when the network is back', async ({ page }) => {
  expectTrouble(page, /ERR_INTERNET_DISCONNECTED GET/);
  await logIn(page, 'consultor', '/dashboard');
  await shellIsKept(page);

  await page.context().setOffline(true);
  await page.goto('/dashboard');

  await page.getByRole('alert').filter({ hasText: 'Sem ligação à internet' }).waitFor();
  await page.getByRole('button', { name: 'Tentar novamente' }).waitFor();

  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard');
});

test('keeps nothing of what the server says about people, and nothing of the login', async ({ page }) => {
  await logIn(page, 'consultor');
  await page.getByRole('table').first().waitFor();
  await shellIsKept(page);

  const kept = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

  expect(
    kept.filter((path) => !/^\/(assets\/(index|data|app)-[\w-]+\.(js|css)|logo|favicon\.svg|)$/.test(path)),
  ).toEqual([]);
  expect(kept).toContain('/');
});

test('loads the page anew where a part of it belongs to a build that was exchanged', async ({ page }) => {
  // React says it where it comes before the page goes.
  allowTrouble(page, /^console: error: TypeError: Failed to fetch dynamically imported module/);
  expectTrouble(page, /^404 GET .*\/assets\/consultants-page-/);
  await arriveAs(page, 'admin');
  let isGone = true;
  await page.route('**/assets/consultants-page-*.js', (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.route('/', async (route) => {
    if (route.request().isNavigationRequest()) return route.continue();
    isGone = false;
    return route.fulfill({ contentType: 'text/html', body: '<script src="/assets/index-newer.js"></script>' });
  });
  const loaded = page.waitForEvent('load');

  await page.getByRole('link', { name: 'Gestão de Consultores' }).click();
  await loaded;

  await page.getByRole('form', { name: 'Filtros' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/backoffice/users');
});

test('can be installed: the icons are as large as the manifest says', async ({ page }) => {
  await page.goto('/logo');

  const measured = await page.evaluate(async () => {
    const manifest = (await (await fetch('/manifest.webmanifest')).json()) as {
      icons: { src: string; sizes: string }[];
    };
    return Promise.all(
      manifest.icons.map(async ({ src, sizes }) => {
        const { width, height } = await createImageBitmap(await (await fetch(src)).blob());
        return [sizes, `${width}x${height}`];
      }),
    );
  });

  expect(measured).toEqual([
    ['192x192', '192x192'],
    ['512x512', '512x512'],
    ['192x192', '192x192'],
    ['512x512', '512x512'],
  ]);
});
