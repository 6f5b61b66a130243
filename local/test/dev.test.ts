import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { dataForTest, environment, freePort, run } from './processes.ts';

const program = fileURLToPath(new URL('../src/dev.ts', import.meta.url));

test('npm run dev on a port that is taken ends with a sentence, before anything is started', async () => {
  const port = await freePort();
  const taken = createServer().listen(port, 'localhost');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const data = await dataForTest();

  const product = run(process.execPath, [program], {
    env: environment({ REDE_DATA: data, PORT: String(port) }),
  });
  const code = await product.ended;

  expect(code).toBe(1);
  expect(product.said()).toContain(`A porta ${port} já está ocupada`);
  expect(await readdir(data)).toEqual([]);
});
