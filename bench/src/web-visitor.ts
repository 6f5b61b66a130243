import { cpus, loadavg } from 'node:os';
import { launchBrowser } from '@rede/e2e/chromium.ts';
import type { Browser, BrowserContext, CDPSession, Cookie, Page } from 'playwright-core';

export interface Measured {
  /** In milliseconds, or a layout shift. */
  value: number;
  /** How many requests were sent until then, and bytes received on the wire. */
  requests?: number;
  bytes?: number;
  /** The longest chain of requests of which each began after the one before had ended: round trips that no machine makes shorter. */
  chain?: number;
}

export interface Arrival {
  /** Since the request for the page that came back from the login. */
  cards: Measured;
  rows: Measured;
  /** Since the person did something: all pages in between included. */
  whole: Measured;
}

export interface Visitor {
  openLogin: (path: string) => Promise<Measured>;
  /** Types a demo account's name, which is its password too, and waits for the rows, or for a text. */
  logIn: (user: string, text?: string) => Promise<Arrival>;
  /** Opens an address with the session alive. */
  arrive: (path: string) => Promise<Arrival>;
  reload: () => Promise<Arrival>;
  openPlain: (address: string) => Promise<Measured>;
  filter: () => Promise<Measured>;
  turnPage: () => Promise<Measured>;
  openFigure: () => Promise<Measured>;
  openTree: () => Promise<Measured>;
  layoutShift: () => Promise<Measured>;
  nextListPage: () => Promise<Measured>;
  /** What a person takes for typing. */
  rest: (milliseconds: number) => Promise<void>;
  /** No longer throttled. */
  hurry: () => Promise<void>;
  remember: (cookies: Cookie[]) => Promise<void>;
  close: () => Promise<Cookie[]>;
}

export const slowPhone = { cpu: 4, latency: 150, bytesASecond: 1_600_000 / 8 };

/** What the page itself notes, from its start. */
interface Noted {
  /** When it was first painted, in milliseconds of the page. */
  cards?: number;
  rows?: number;
  /** The longest that an interaction took until the next painting. */
  interaction: number;
  /** The largest window of layout shifts. */
  shift: number;
}

declare global {
  interface Window {
    noted: Noted;
  }
}

/** A Chromium whose visitors begin with nothing stored. */
export async function openVisitor(address: string, onEnd: (step: () => Promise<void>) => void) {
  const browser = await launchBrowser();
  onEnd(() => browser.close());

  const launch = async (): Promise<Visitor> => {
    const context = await browser.newContext({
      baseURL: address,
      locale: 'pt-PT',
      timezoneId: 'Europe/Lisbon',
      viewport: { width: 360, height: 740 },
    });
    context.setDefaultTimeout(60_000);
    await context.addInitScript(notePage);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const wire = listen(cdp);
    await throttle(cdp, slowPhone);
    const workers = await throttleWorkers(browser, context, wire);
    return visitorOf({ context, page, cdp, wire, workers });
  };
  const describe = async () =>
    `Chromium ${browser.version()}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, load ${loadavg()[0]?.toFixed(1)}.`;
  return { launch, describe };
}

async function throttle(cdp: CDPSession, to: typeof slowPhone): Promise<void> {
  await cdp.send('Network.enable');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: to.cpu });
  await cdp.send('Network.emulateNetworkConditions', networkOf(to));
}

const networkOf = ({ latency, bytesASecond }: typeof slowPhone) => ({
  offline: false,
  latency,
  downloadThroughput: bytesASecond,
  uploadThroughput: bytesASecond,
});

/**
 * A service worker's requests are none of its page's: their network is throttled for themselves. Its computing is not, which Chromium does
 * for pages only.
 */
async function throttleWorkers(browser: Browser, context: BrowserContext, wire: Wire): Promise<() => Promise<void>> {
  const root = await browser.newBrowserCDPSession();
  const workers = new Set<string>();
  root.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
    const { method, params } = JSON.parse(message) as { method?: string; params?: { requestId?: string } };
    if (method !== undefined && workers.has(sessionId))
      wire.hear(method, { ...params, requestId: `${sessionId} ${params?.requestId}` });
  });
  context.on('serviceworker', (worker) => void attach(worker.url()));

  async function attach(url: string): Promise<void> {
    const { targetInfos } = await root.send('Target.getTargets');
    const [target] = targetInfos.filter(({ type, url: its }) => type === 'service_worker' && its === url).slice(-1);
    if (target === undefined) return;
    const { sessionId } = await root.send('Target.attachToTarget', { targetId: target.targetId, flatten: false });
    workers.add(sessionId);
    await tell(sessionId, 'Network.enable', {});
    await tell(sessionId, 'Network.emulateNetworkConditions', networkOf(slowPhone));
  }

  const tell = (sessionId: string, method: string, params: object) =>
    root.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id: 1, method, params }) });
  return async () => {
    const full = networkOf({ cpu: 1, latency: 0, bytesASecond: -1 });
    for (const sessionId of workers) await tell(sessionId, 'Network.emulateNetworkConditions', full);
  };
}

interface Visit {
  context: BrowserContext;
  page: Page;
  cdp: CDPSession;
  wire: Wire;
  /** Throttles the service workers no longer. */
  workers: () => Promise<void>;
}

function visitorOf({ context, page, cdp, wire, workers }: Visit): Visitor {
  const arriveBy = async (act: () => Promise<unknown>, text?: string): Promise<Arrival> => {
    const began = Date.now();
    wire.forget();
    await act();
    await (text === undefined
      ? page.waitForFunction(
          () => Number.isFinite(window.noted?.rows) && window.noted.cards !== Number.POSITIVE_INFINITY,
        )
      : page.getByText(text).waitFor());
    const times = await page.evaluate(() => {
      const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const since = document?.fetchStart ?? 0;
      const { cards = Number.NaN, rows = performance.now() } = window.noted;
      return {
        cards: cards - since,
        rows: rows - since,
        at: performance.timeOrigin + rows,
        from: performance.timeOrigin + since,
      };
    });
    return {
      cards: { value: times.cards },
      rows: { value: times.rows, ...wire.between(times.from, times.at) },
      whole: { value: times.at - began, ...wire.between(began, times.at) },
    };
  };

  const interact = async (act: () => Promise<unknown>): Promise<Measured> => {
    await page.evaluate(() => {
      window.noted.interaction = 0;
    });
    await act();
    await page.waitForTimeout(1500);
    return { value: await page.evaluate(() => window.noted.interaction) };
  };

  const direct = () => page.getByRole('table', { name: 'Rede directa' });

  return {
    openLogin: async (path) => {
      const began = Date.now();
      wire.forget();
      await page.goto(path, { waitUntil: 'commit' });
      await page.locator('#kc-form-login #password').waitFor();
      const at = await page.evaluate(async () => {
        const [paint] = performance.getEntriesByName('first-contentful-paint');
        const late = () =>
          new Promise<number>((resolve) => {
            new PerformanceObserver((list) =>
              resolve(list.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
            ).observe({
              type: 'paint',
              buffered: true,
            });
          });
        return performance.timeOrigin + (paint?.startTime ?? (await late()));
      });
      return { value: at - began, ...wire.between(began, at) };
    },
    logIn: async (user, text) => {
      await page.locator('#username').fill(user);
      await page.locator('#password').fill(user);
      return arriveBy(() => page.locator('#kc-login').click({ noWaitAfter: true }), text);
    },
    arrive: (path) => arriveBy(() => page.goto(path, { waitUntil: 'commit' })),
    reload: () => arriveBy(() => page.reload({ waitUntil: 'commit' })),
    openPlain: async (plain) => {
      const { rows } = await arriveBy(() => page.goto(plain, { waitUntil: 'commit' }));
      return rows;
    },
    filter: () =>
      interact(async () => {
        const form = page.getByRole('form', { name: 'Filtros: Rede directa' });
        const name = form.getByLabel('Nome', { exact: true });
        // On a phone the fields are behind a button.
        if (!(await name.isVisible()))
          await form
            .getByRole('button', { name: /Filtros/ })
            .first()
            .click();
        await name.click();
        await page.keyboard.type('a');
        await form.getByRole('button', { name: 'Filtrar' }).click();
      }),
    turnPage: () =>
      interact(async () => {
        const pages = page.getByRole('navigation', { name: 'Páginas: Rede total' });
        await pages.getByRole('button', { name: 'Página seguinte' }).click();
      }),
    openFigure: () =>
      interact(async () => {
        await direct().locator('tbody').getByRole('button').first().click();
        await page.getByRole('dialog').waitFor();
        await page.waitForTimeout(500);
        await page.keyboard.press('Escape');
      }),
    openTree: () =>
      interact(async () => {
        await scrollThrough(page);
        const branch = page.getByRole('treeitem', { expanded: false }).first();
        await branch.scrollIntoViewIfNeeded();
        await branch.click();
      }),
    layoutShift: async () => {
      await scrollThrough(page);
      return { value: await page.evaluate(() => window.noted.shift) };
    },
    nextListPage: async () => {
      const read = () => page.locator('tbody').innerText();
      const before = await read();
      const time = await page.evaluate(
        (before) =>
          new Promise<number>((resolve) => {
            const began = performance.now();
            new MutationObserver((_, observer) => {
              const body = document.querySelector('tbody');
              if (body === null || body.innerText === before || body.querySelector('td') === null) return;
              observer.disconnect();
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
            }).observe(document.body, { subtree: true, childList: true, characterData: true });
            document.querySelector<HTMLElement>('button[aria-label="Página seguinte"]')?.click();
          }),
        before,
      );
      return { value: time };
    },
    rest: (milliseconds) => page.waitForTimeout(milliseconds),
    hurry: async () => {
      await throttle(cdp, { cpu: 1, latency: 0, bytesASecond: -1 });
      await workers();
    },
    remember: (cookies) => context.addCookies(cookies),
    close: async () => {
      const cookies = await context.cookies();
      await context.close();
      return cookies;
    },
  };
}

async function scrollThrough(page: Page): Promise<void> {
  for (;;) {
    const isEnd = await page.evaluate(() => {
      window.scrollBy(0, window.innerHeight);
      return window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1;
    });
    await page.waitForTimeout(700);
    if (isEnd) return;
  }
}

interface Sent {
  began: number;
  /** What to add to the browser's timestamps, in milliseconds. */
  clock: number;
  ended: number;
  bytes: number;
}

type Wire = ReturnType<typeof listen>;

/** Every request that went over the wire, over all pages of the visit; times are the wall clock's. */
function listen(cdp: CDPSession) {
  let sent = new Map<string, Sent>();

  const events: Record<string, (event: never) => void> = {
    'Network.requestWillBeSent': ({ requestId, wallTime, timestamp, request, redirectResponse }: Protocol['sent']) => {
      if (!request.url.startsWith('http')) return;
      const began = wallTime * 1000;
      const before = sent.get(requestId);
      if (redirectResponse !== undefined && before !== undefined) {
        // A redirect keeps its id: each hop is a round trip of its own.
        sent.set(`${requestId} ${sent.size}`, { ...before, ended: began, bytes: redirectResponse.encodedDataLength });
      }
      sent.set(requestId, { began, clock: began - timestamp * 1000, ended: Number.POSITIVE_INFINITY, bytes: 0 });
    },
    'Network.requestServedFromCache': ({ requestId }: Protocol['cached']) => sent.delete(requestId),
    'Network.responseReceived': ({ requestId, response }: Protocol['answered']) => {
      if (response.fromDiskCache || response.fromServiceWorker || response.fromPrefetchCache) sent.delete(requestId);
    },
    'Network.loadingFinished': ({ requestId, timestamp, encodedDataLength }: Protocol['finished']) => {
      const request = sent.get(requestId);
      if (request === undefined) return;
      request.ended = timestamp * 1000 + request.clock;
      request.bytes = encodedDataLength;
    },
  };
  const hear = (method: string, params: object) => events[method]?.(params as never);
  for (const method of Object.keys(events))
    cdp.on(method as 'Network.loadingFinished', (params) => hear(method, params));

  return {
    hear,
    forget: () => {
      sent = new Map();
    },
    between(from: number, to: number) {
      const those = [...sent.values()].filter(({ began, ended }) => began >= from - 20 && ended <= to);
      const bytes = those.reduce((sum, one) => sum + one.bytes, 0);
      return { requests: those.length, bytes, chain: longestChain(those) };
    },
  };
}

/** What is read of the browser's events. */
interface Protocol {
  sent: {
    requestId: string;
    wallTime: number;
    timestamp: number;
    request: { url: string };
    redirectResponse?: { encodedDataLength: number };
  };
  cached: { requestId: string };
  answered: {
    requestId: string;
    response: { fromDiskCache?: boolean; fromServiceWorker?: boolean; fromPrefetchCache?: boolean };
  };
  finished: { requestId: string; timestamp: number; encodedDataLength: number };
}

function longestChain(requests: readonly Sent[]): number {
  const ordered = requests.toSorted((one, other) => one.ended - other.ended);
  let chain = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const { began, ended } of ordered) {
    if (began < last) continue;
    chain += 1;
    last = ended;
  }
  return chain;
}

/** Runs in each page before its own scripts. */
function notePage(): void {
  const noted: Noted = { interaction: 0, shift: 0 };
  window.noted = noted;

  const look = {
    cards: () => [...document.querySelectorAll('dd')].some((figure) => /\d\s*Colaboradores/.test(figure.textContent)),
    rows: () => [...document.querySelectorAll('tbody td')].some((cell) => /IK\d/.test(cell.textContent)),
  };
  const watching = new MutationObserver(() => {
    for (const name of ['cards', 'rows'] as const) {
      if (noted[name] !== undefined || !look[name]()) continue;
      noted[name] = Number.POSITIVE_INFINITY;
      // Until it is painted.
      requestAnimationFrame(() => setTimeout(() => (noted[name] = performance.now())));
    }
    if (noted.cards !== undefined && noted.rows !== undefined) watching.disconnect();
  });
  watching.observe(document, { subtree: true, childList: true, characterData: true });

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (entry.interactionId) noted.interaction = Math.max(noted.interaction, entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);

  // As Web Vitals sum them: windows of at most five seconds, without a second's pause.
  let [sum, first, last] = [0, 0, 0];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (entry.hadRecentInput) continue;
      const isSame = entry.startTime - last < 1000 && entry.startTime - first < 5000;
      sum = isSame ? sum + entry.value : entry.value;
      if (!isSame) first = entry.startTime;
      last = entry.startTime;
      noted.shift = Math.max(noted.shift, sum);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
