import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { TestContext } from 'vitest';

/** What a failed test leaves behind for who looks into it. */
export const evidenceFolder = fileURLToPath(new URL('../artifacts/e2e/', import.meta.url));

/** Keeps what the page showed and said: a picture, its HTML and its console, in a folder named after the test. */
export async function keepEvidence(task: TestContext['task'], page: Page, events: readonly string[]): Promise<void> {
  const folder = join(evidenceFolder, basename(task.file.name, '.test.ts'), fileName(task.name));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'events.txt'), [page.url(), ...events, ''].join('\n'));
  if (page.isClosed()) return;
  await writeFile(join(folder, 'page.html'), await page.content());
  await page.screenshot({ path: join(folder, 'screen.png'), fullPage: true });
}

function fileName(title: string): string {
  return title
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 100);
}
