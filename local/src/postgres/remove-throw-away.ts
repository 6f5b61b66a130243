import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { quitSignal } from '../../machine.mjs';

// A program that waits for the end of its input, which comes however its parent ends, and then removes the throw-away server in the folder that its argument names,
// and the folder. Again and again, for what the parent had just begun goes on without it: initdb writes, a server that is starting hears no signal yet. But
// not for ever: a dead process that nobody collects looks alive, and what somebody else holds may never go.
const [folder = ''] = process.argv.slice(2);
for await (const _ of process.stdin);

const began = Date.now();
while (existsSync(folder) && Date.now() - began < 60_000) {
  if (Date.now() - began > 10_000 || !(await quitServer())) {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
  if (existsSync(folder)) await delay(20);
}

/** Whether there still is a server to be ended. */
async function quitServer(): Promise<boolean> {
  const file = await readFile(join(folder, 'cluster/data/postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(file, 10);
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, quitSignal(process.platform));
  } catch {
    return false;
  }
}
