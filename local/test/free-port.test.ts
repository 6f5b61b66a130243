import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort, refuseTakenPort } from '../src/free-port.ts';

test.each(['127.0.0.1', '0.0.0.0'])('a port that a program has on %s is refused', async (address) => {
  const port = await findFreePort();
  const program = createServer().listen(port, address);
  await once(program, 'listening');
  onTestFinished(() => void program.close());

  const refused = refuseTakenPort('localhost', port);

  await expect(refused).rejects.toThrow(
    `A porta ${port} já está ocupada por outro programa. Escolha outra: PORT=3001 npm start`,
  );
});

test('a port that is free is left free', async () => {
  const port = await findFreePort();

  await refuseTakenPort('localhost', port);

  await expect(refuseTakenPort('localhost', port)).resolves.toBeUndefined();
});
