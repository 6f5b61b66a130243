import { findKeycloak, keycloakVersion, NoKeycloakError } from '@rede/local/keycloak/distribution';
import { closingLine, runTests } from './run-tests.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Whatever has to do with signing in. */
const signingIn = ['e2e/test/login', 'e2e/test/session'];

// The tests of signing in again, against a real Keycloak in the place of the embedded provider. Only where none can be had are they skipped.
if (await hasKeycloak()) {
  const began = Date.now();
  const selection = process.argv.length > 2 ? process.argv.slice(2) : signingIn;
  const outcome = await runTests(['--project', 'e2e', '--maxWorkers=1', ...selection], { REDE_TEST_LOGIN: 'keycloak' });
  process.exitCode = outcome.code;
  const seconds = Math.round((Date.now() - began) / 1000);
  say(`Keycloak ${keycloakVersion}: ${outcome.passed + outcome.failed} tests in ${seconds} s`);
  say(closingLine(outcome));
}

async function hasKeycloak(): Promise<boolean> {
  try {
    await findKeycloak(say);
    return true;
  } catch (error) {
    if (!(error instanceof NoKeycloakError)) throw error;
    const line = '!'.repeat(80);
    say(`${line}\nNOT TESTED: no test has run against a real Keycloak.\n${error.message}\n${line}`);
    return false;
  }
}
