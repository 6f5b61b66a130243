import { connect } from '@rede/api/db/client';
import { repairOption, verify } from '@rede/api/verify';
import { configuredDatabase } from './configured-database.ts';
import { runUntilEnded } from './ending.ts';
import { explainDatabase } from './product.ts';

// Whether what the embedded database, or the configured one, keeps of everything derived is right; ends with 1 where any of it is wrong, and stays so.
await runUntilEnded(async (onEnd, fail) => {
  const { url, stop } = await configuredDatabase(fail);
  if (stop) onEnd(stop);
  const database = connect(url);
  onEnd(() => database.destroy());

  try {
    const found = await verify(database, (text) => process.stdout.write(`${text}\n`), {
      repairs: process.argv.includes(repairOption),
    });
    if (found > 0) process.exitCode = 1;
  } catch (error) {
    throw explainDatabase(error);
  }
  return 'done';
});
