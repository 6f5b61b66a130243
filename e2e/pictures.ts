import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@rede/local/free-port';
import type { BrowserContext, Page } from 'playwright-core';
import { test as base, expect } from 'vitest';
import { settled } from './accessibility.ts';
import { launchBrowser } from './chromium.ts';
import { evidenceFolder } from './evidence.ts';
import { enterCredentials } from './login.ts';
import { compare, inFewColours } from './picture.ts';
import { pictureMoment } from './picture-day.ts';
import { startProduct } from './start-product.ts';

export interface Screen {
  name: string;
  /** Who is signed in; nobody where it is absent. */
  as?: 'admin' | 'lider' | 'novo' | 'suspenso';
  path?: string;
  /** Brings the screen up, all of it. */
  open: (page: Page) => Promise<unknown>;
  /** Something lies over the page: only what is seen without scrolling is pictured. */
  covered?: boolean;
}

const differences = join(evidenceFolder, 'pictures');

/** `npm run pictures` keeps what it sees; a test compares. */
const keeping = process.env.REDE_PICTURES === 'keep';

interface View {
  width: number;
  height: number;
  scheme: 'light' | 'dark';
}

/** Pictures that are kept together, of each screen one in each view. */
interface Album {
  folder: string;
  views: readonly View[];
  nameOf: (screen: Screen, view: View) => string;
}

/** Every screen, wide and on a phone, light and dark. */
const album: Album = {
  folder: fileURLToPath(new URL('pictures/', import.meta.url)),
  views: [1280, 360].flatMap((width) =>
    (['light', 'dark'] as const).map((scheme) => ({ width, height: width === 360 ? 740 : 800, scheme })),
  ),
  nameOf: ({ name }, { width, scheme }) => `${name}-${width}-${scheme}.png`,
};

/** What docs/guia.md shows. */
export const guide: Album = {
  folder: fileURLToPath(new URL('../docs/guia/', import.meta.url)),
  views: [{ width: 1280, height: 720, scheme: 'light' }],
  nameOf: ({ name }) => `${name}.png`,
};

/** What the server could not answer: a page without it is no picture to keep. */
const failuresOf = new WeakMap<Page, string[]>();

/** A test that visits screens of a product whose every day is the same. */
export const test = base
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from it what a fixture needs
  .extend('address', { scope: 'file' }, async ({}, { onCleanup }) => {
    const port = await findFreePort();
    const { stop } = await startProduct({
      port,
      settings: { REDE_PICTURE_DAY: 'true' },
      preload: new URL('picture-day.ts', import.meta.url),
    });
    onCleanup(stop);
    return `http://localhost:${port}`;
  })
  .extend('visit', { scope: 'file' }, async ({ address }, { onCleanup }) => {
    const browser = await launchBrowser({
      flags: ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'],
    });
    onCleanup(() => browser.close());
    const enter = async (user: Screen['as']) => {
      const context = await browser.newContext({
        baseURL: address,
        locale: 'pt-PT',
        timezoneId: 'Europe/Lisbon',
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(30_000);
      await context.clock.setFixedTime(pictureMoment);
      if (user === undefined) return context;
      const page = await context.newPage();
      await page.goto('/');
      await enterCredentials(page, user, user);
      await page.getByRole('button', { name: 'Terminar Sessão' }).waitFor();
      await page.close();
      return context;
    };
    // Each person signs in once.
    const contexts = new Map<Screen['as'], Promise<BrowserContext>>();
    return async ({ as, path = '/' }: Screen): Promise<Page> => {
      const context = contexts.get(as) ?? enter(as);
      contexts.set(as, context);
      const page = await (await context).newPage();
      const failures: string[] = [];
      failuresOf.set(page, failures);
      page.on('response', (answer) => {
        if (answer.status() >= 500) failures.push(`${answer.status()} ${answer.url()}`);
      });
      await page.goto(path);
      // On the way back from the login the page would go on to where it was asked for, over wherever the screen leads next.
      if (as !== undefined) await page.waitForFunction(() => sessionStorage.getItem('access_token') !== null);
      return page;
    };
  });

/** The screen looks in each view as in the picture that is kept of it. Where not, what it looks like and what differs lie among the evidence. */
export async function expectKeptPictures(page: Page, screen: Screen, kept = album): Promise<void> {
  expect(failuresOf.get(page)).toEqual([]);
  const changed: string[] = [];
  if (keeping) await mkdir(kept.folder, { recursive: true });
  for (const view of kept.views) {
    await page.setViewportSize(view);
    await page.emulateMedia({ colorScheme: view.scheme });
    const name = kept.nameOf(screen, view);
    if (keeping) await writeFile(join(kept.folder, name), inFewColours(await finalPicture(page, screen)));
    else if (!(await looksAs(page, screen, kept.folder, name))) changed.push(join(differences, name));
  }
  expect(changed, 'changed pictures; npm run pictures keeps them as they are now').toEqual([]);
}

/** Names kept pictures of screens that are no longer there, which are removed where pictures are kept. */
export async function strayPictures(screens: readonly Screen[]): Promise<string[]> {
  const { folder, views, nameOf } = album;
  const known = new Set(screens.flatMap((screen) => views.map((view) => nameOf(screen, view))));
  const stray = (await readdir(folder)).filter((name) => !known.has(name));
  if (!keeping) return stray;
  await Promise.all(stray.map((name) => rm(join(folder, name))));
  return [];
}

/** Looks again for a moment: what loads late, or is still drawn, is no difference. Leaves what stays one. */
async function looksAs(page: Page, screen: Screen, folder: string, name: string): Promise<boolean> {
  const kept = await readFile(join(folder, name)).catch(() => undefined);
  const deadline = Date.now() + 5000;
  for (;;) {
    const taken = await takePicture(page, screen);
    const { same, difference } = kept === undefined ? { same: false } : compare(kept, taken);
    if (same) return true;
    if (Date.now() < deadline) continue;
    await mkdir(differences, { recursive: true });
    await writeFile(join(differences, name), taken);
    if (difference) await writeFile(join(differences, name.replace('.png', '-differs.png')), difference);
    return false;
  }
}

/** The picture once it stays as it is. */
async function finalPicture(page: Page, screen: Screen): Promise<Buffer> {
  let before = await takePicture(page, screen);
  for (;;) {
    await page.waitForTimeout(500);
    const taken = await takePicture(page, screen);
    if (taken.equals(before)) return taken;
    before = taken;
  }
}

async function takePicture(page: Page, { covered = false }: Screen): Promise<Buffer> {
  if (!covered) await readToTheEnd(page);
  await settled(page);
  return page.screenshot({ fullPage: !covered, animations: 'disabled', caret: 'hide' });
}

/** What lies further down loads when it comes near. */
async function readToTheEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo(0, top);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    scrollTo(0, 0);
  });
}
