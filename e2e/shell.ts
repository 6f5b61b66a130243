import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The service worker waits with it until the page is there. */
export async function shellIsKept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state), {
      timeout: 60_000,
    })
    .toBe('activated');
}
