import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildWeb } from '../src/web-build.ts';

test('the web is built once, and again when one of its sources has changed', async () => {
  const project = await smallProject();

  const announced = [
    await countAnnouncements(project),
    await countAnnouncements(project),
    await changed(project, 'contract/src/days.ts', 'export const day = 2;'),
    await changed(project, 'web/public/robots.txt', ''),
    await countAnnouncements(project),
  ];

  expect(announced).toEqual([1, 0, 1, 1, 0]);
  expect((await readdir(join(project, 'web/dist'))).toSorted()).toEqual([
    '.sources',
    'assets',
    'index.html',
    'robots.txt',
  ]);
});

test('a build is for production whatever the environment says, and lies there compressed too', async () => {
  const project = await smallProject();
  await writeFile(join(project, 'web/src/main.js'), `console.log(import.meta.env.PROD, '${'long'.repeat(300)}');`);

  await countAnnouncements(project);

  const assets = join(project, 'web/dist/assets');
  const [script = '', compressed] = (await readdir(assets)).toSorted();
  expect(await readFile(join(assets, script), 'utf8')).toContain('console.log(!0,');
  expect(compressed).toBe(`${script}.br`);
});

test('a build that was broken off leaves the one before in its place, and is made up for the next time', async () => {
  const project = await smallProject();
  await countAnnouncements(project);
  const before = await readFile(join(project, 'web/dist/index.html'), 'utf8');
  await writeFile(join(project, 'web/index.html'), `${page}<p>novo</p>`);
  const interruption = new AbortController();

  const broken = buildWeb({ announce: () => undefined, signal: interruption.signal, project });
  broken.catch(() => undefined);
  await vi.waitUntil(async () => (await readdir(join(project, 'web'))).some((name) => name.startsWith('dist.')));
  interruption.abort();

  await expect(broken).rejects.toThrow('aborted');
  expect(await readdir(join(project, 'web'))).toEqual(['dist', 'index.html', 'src']);
  expect(await readFile(join(project, 'web/dist/index.html'), 'utf8')).toBe(before);
  expect(await countAnnouncements(project)).toBe(1);
  expect(await readFile(join(project, 'web/dist/index.html'), 'utf8')).toContain('novo');
});

test('what a killed build left is cleared away, and never taken for a build', async () => {
  const project = await smallProject();
  const { pid } = spawnSync(process.execPath, ['--version']);
  await mkdir(join(project, `web/dist.${pid}.half/assets`), { recursive: true });
  await mkdir(join(project, 'web/dist'));
  await writeFile(join(project, 'web/dist/index.html'), page);

  const announced = await countAnnouncements(project);

  expect(announced).toBe(1);
  expect(await readdir(join(project, 'web'))).toEqual(['dist', 'index.html', 'src']);
});

test('a build that fails says so and leaves nothing', async () => {
  const project = await smallProject();
  await writeFile(join(project, 'web/index.html'), '<script type="module" src="/src/missing.js"></script>');

  const failed = countAnnouncements(project);

  await expect(failed).rejects.toThrow(/Não foi possível construir a web\.\n.*missing\.js/s);
  expect(await readdir(join(project, 'web'))).toEqual(['index.html', 'src']);
});

test('of two builds at the same moment one stays, whole', async () => {
  const project = await smallProject();

  await Promise.all([countAnnouncements(project), countAnnouncements(project)]);

  expect(await readdir(join(project, 'web'))).toEqual(['dist', 'index.html', 'src']);
  expect(await countAnnouncements(project)).toBe(0);
});

const page = '<script type="module" src="/src/main.js"></script>';

/** A checkout whose web is so small that building it takes no time. */
async function smallProject(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'rede-web-build-'));
  onTestFinished(() => rm(project, { recursive: true }));
  await mkdir(join(project, 'web/src'), { recursive: true });
  await mkdir(join(project, 'contract/src'), { recursive: true });
  await writeFile(join(project, 'web/index.html'), page);
  await writeFile(join(project, 'web/src/main.js'), 'console.log(1);');
  return project;
}

async function countAnnouncements(project: string): Promise<number> {
  let announced = 0;
  await buildWeb({ announce: () => (announced += 1), project });
  return announced;
}

async function changed(project: string, file: string, content: string): Promise<number> {
  await mkdir(join(project, file, '..'), { recursive: true });
  await writeFile(join(project, file), content);
  return countAnnouncements(project);
}
