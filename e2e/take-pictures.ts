import { closingLine, runTests } from './run-tests.ts';

// Makes the pictures that e2e/test/pictures*.test.ts compare with, those of the guide among them: all, or those of screens that `-t <name>` selects.
const outcome = await runTests(
  ['--project', 'e2e', '--maxWorkers=1', '--testTimeout=300000', 'e2e/test/pictures', ...process.argv.slice(2)],
  {
    REDE_PICTURES: 'keep',
  },
);
process.exitCode = outcome.code;
process.stdout.write(`${closingLine(outcome)}\n`);
