import { readFile } from 'node:fs/promises';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const axeSource = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** No rule of axe is broken by what the page shows now, each in words and with the elements that break it. */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page);
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: (options: RunOptions) => Promise<AxeResults> };
    };
    const results = await axe.run({ resultTypes: ['violations'] });
    return results.violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}: ${node.html} ${node.failureSummary ?? ''}`),
    );
  });
  expect(violations, `accessibility of ${page.url()}`).toEqual([]);
}

/** The page as a whole never scrolls sideways; a wide table may within itself. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  await settled(page);
  const tooWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(tooWide, `pixels that ${page.url()} is too wide`).toBeLessThanOrEqual(0);
}

/** Colours in the middle of a transition are nobody's contrast, and boxes in one nobody's width. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const passing = () =>
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished);
    await document.fonts.ready;
    // What was just changed is heard of in the next frame, and drawn in the one after.
    await nextFrame();
    await nextFrame();
    while (passing().length > 0) await Promise.allSettled(passing());
  });
}
