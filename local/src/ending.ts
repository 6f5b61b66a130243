import { setTimeout as delay } from 'node:timers/promises';
import { ExplainedError } from './explained-error.ts';

type Step = () => Promise<void>;

/** One Ctrl-C can arrive twice, from the terminal and from npm; only one that comes later than this is another. */
const sameKeystrokeMs = 500;

/** How long a start that was interrupted may take to come to where it can be ended. */
const patienceMs = 15_000;

/**
 * Runs a program that starts several things and ends them in the reverse order: on a signal, when the program that started us
 * ends (its IPC channel closes), or when a step of the start fails. A second Ctrl-C ends at once. `ending` tells a start that takes
 * long that it need not go on. A program that answers 'done' has nothing to wait for: it is ended at once.
 */
export async function runUntilEnded(
  start: (onEnd: (step: Step) => void, fail: (reason: unknown) => void, ending: AbortSignal) => Promise<void | 'done'>,
): Promise<void> {
  const steps: Step[] = [];
  let began: number | undefined;
  const ending = new AbortController();

  /** What is just being started is waited for, so that it is ended too and not left behind. */
  async function endSteps(): Promise<void> {
    await Promise.race([starting, delay(patienceMs, undefined, { ref: false })]);
    for (let step = steps.pop(); step; step = steps.pop()) await step();
  }

  function end(): void {
    if (began !== undefined) return;
    began = Date.now();
    ending.abort();
    endSteps().then(
      () => process.exit(),
      (reason: unknown) => {
        say(reason);
        process.exit(1);
      },
    );
  }

  function fail(reason: unknown): void {
    // What breaks because we are ending is no news.
    if (began !== undefined) return;
    say(reason);
    process.exitCode = 1;
    end();
  }

  process
    .on('SIGTERM', end)
    .on('SIGHUP', end)
    .on('disconnect', end)
    .on('SIGINT', () => {
      if (began !== undefined && Date.now() - began > sameKeystrokeMs) process.exit(130);
      end();
    });
  const starting = start((step) => steps.push(step), fail, ending.signal).catch(fail);
  if ((await starting) === 'done') end();
}

function say(reason: unknown): void {
  const text =
    reason instanceof ExplainedError ? reason.message : reason instanceof Error ? reason.stack : String(reason);
  process.stderr.write(`${text}\n`);
}
