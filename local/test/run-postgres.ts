import { runUntilEnded } from '../src/ending.ts';
import { startPostgres } from '../src/postgres/start-postgres.ts';
import { startThrowAwayPostgres } from '../src/postgres/throw-away.ts';

// A program that owns a PostgreSQL until it is ended or killed: in the folder that its argument names, else a throw-away one.
const [folder] = process.argv.slice(2);

await runUntilEnded(async (onEnd, fail) => {
  if (folder === undefined) {
    const { url, stop } = await startThrowAwayPostgres();
    onEnd(stop);
    // A throw-away one keeps nobody waiting.
    setInterval(() => undefined, 60_000);
    process.stdout.write(`${url}\n`);
  } else {
    const { url, announce, stop } = await startPostgres({ folder, onLost: fail });
    onEnd(stop);
    await announce('http://localhost:3140');
    process.stdout.write(`${url}\n`);
  }
});
