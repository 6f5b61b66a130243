import type { Browser, BrowserContext, Page } from 'playwright-core';
import { test as base } from 'vitest';
import { backOfficeOf } from './back-office.ts';
import { launchBrowser } from './chromium.ts';
import { keepEvidence } from './evidence.ts';
import { productAddress } from './product.ts';

/**
 * A test with a `page`: a new visitor, without cookies, in front of the worker's running product. It fails when the console
 * showed an error or a request failed that the test had not announced with `expectTrouble`.
 */
export const test = base
  .extend('address', { scope: 'worker' }, () => productAddress())
  .extend('backOffice', { scope: 'file' }, ({ address }) => backOfficeOf(address))
  .extend('openContext', { scope: 'worker' }, async ({ address }, { onCleanup }) => {
    const browser = await launchBrowser();
    onCleanup(() => browser.close());
    return () => openContext(browser, address);
  })
  .extend('page', async ({ openContext, task }, { onCleanup }) => {
    const context = await openContext();
    const { events, trouble } = listen(context);
    const page = await context.newPage();
    onCleanup(async () => {
      const surprises = surprisesOf(context, trouble);
      const failed = task.result?.state === 'fail';
      if (failed || surprises.length > 0) await keepEvidence(task, page, events);
      await context.close();
      if (!failed && surprises.length > 0) throw new Error(surprises.join('\n'));
    });
    return page;
  });

const expectedTrouble = new WeakMap<BrowserContext, RegExp[]>();
const possibleTrouble = new WeakMap<BrowserContext, RegExp[]>();

/** Announces trouble that belongs to the test, such as `/409 DELETE .*consultants/` or `/console: .../`. */
export function expectTrouble(page: Page, line: RegExp): void {
  const context = page.context();
  expectedTrouble.set(context, [...(expectedTrouble.get(context) ?? []), line]);
}

/** Announces trouble that may come or not, by who is first. */
export function allowTrouble(page: Page, line: RegExp): void {
  const context = page.context();
  possibleTrouble.set(context, [...(possibleTrouble.get(context) ?? []), line]);
}

/** Trouble that was not announced, and announced trouble that did not come. */
function surprisesOf(context: BrowserContext, trouble: readonly string[]): string[] {
  const expected = expectedTrouble.get(context) ?? [];
  const possible = possibleTrouble.get(context) ?? [];
  return [
    ...trouble
      .filter((line) => ![...expected, ...possible].some((pattern) => pattern.test(line)))
      .map((line) => `The browser met what the test did not expect: ${line}`),
    ...expected
      .filter((pattern) => !trouble.some((line) => pattern.test(line)))
      .map((pattern) => `The test expected trouble that the browser did not meet: ${pattern}`),
  ];
}

async function openContext(browser: Browser, address: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: address,
    locale: 'pt-PT',
    timezoneId: 'Europe/Lisbon',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  // A machine that is busy with other work is slow and not wrong.
  context.setDefaultTimeout(30_000);
  return context;
}

/** Everything the visitor's pages say, and of it the lines that no visitor should ever cause. */
function listen(context: BrowserContext): { events: string[]; trouble: string[] } {
  const events: string[] = [];
  const trouble: string[] = [];
  const hear = (line: string, isTrouble: boolean) => {
    events.push(line);
    if (isTrouble) trouble.push(line);
  };

  context.on('console', (message) => {
    // Chromium repeats every refused request there, without its method: the answers below say more.
    const repeated = message.text().startsWith('Failed to load resource');
    hear(`console: ${message.type()}: ${message.text()}`, message.type() === 'error' && !repeated);
  });
  context.on('weberror', (thrown) => hear(`exception: ${thrown.error().stack ?? thrown.error().message}`, true));
  context.on('response', (answer) => {
    const request = answer.request();
    hear(`${answer.status()} ${request.method()} ${answer.url()}`, answer.status() >= 400);
  });
  context.on('requestfailed', (request) => {
    const failure = request.failure()?.errorText ?? 'failed';
    // Leaving a page ends what it was still loading.
    hear(`${failure} ${request.method()} ${request.url()}`, failure !== 'net::ERR_ABORTED');
  });
  return { events, trouble };
}
