/**
 * Runs `npm start` as a person does, twice on the same data, until it is healthy, and ends it. Ends with 1 where it does not start, or where something still answers
 * afterwards.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

const { PORT = '3000' } = process.env;
const isWindows = process.platform === 'win32';

for (const patience of [900, 120]) {
  // On Windows npm is a script of the shell's. Elsewhere a session of its own lets all of it hear one Ctrl-C.
  const npm = spawn('npm start', { shell: true, stdio: ['ignore', 'inherit', 'inherit'], detached: !isWindows });
  const ended = once(npm, 'exit');
  const isUp = await until(isHealthy, patience, () => npm.exitCode !== null || npm.signalCode !== null);
  // Windows has no Ctrl-C for others' programs: what was started is killed there, and its database is taken over by the next start.
  if (isWindows) spawnSync('taskkill', ['/pid', String(npm.pid), '/t', '/f'], { stdio: 'ignore' });
  else if (npm.exitCode === null) process.kill(-npm.pid, 'SIGINT');
  await ended;
  if (!isUp) throw new Error('npm start was not healthy in time.');
  if (!(await until(async () => !(await isHealthy()), 60))) throw new Error('Something still answers after the end.');
}

/** Whether it came true within so many seconds, and before it was given up. */
async function until(isTrue, seconds, isGivenUp = () => false) {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline && !isGivenUp(); await delay(500)) {
    if (await isTrue()) return true;
  }
  return false;
}

async function isHealthy() {
  return fetch(`http://localhost:${PORT}/health`).then(
    (answer) => answer.ok,
    () => false,
  );
}
