import { closingLine, runTests } from './run-tests.ts';

const outcome = await runTests(process.argv.slice(2));
process.exitCode = outcome.code;
process.stdout.write(`${closingLine(outcome)}\n`);
