import { expect, test } from 'vitest';
import { createLockout } from '../src/identity/lockout.ts';

function lockoutAt(start: number) {
  const clock = { time: start };
  return { clock, lockout: createLockout({ limit: 5, period: 60_000, now: () => clock.time }) };
}

function fail(lockout: ReturnType<typeof createLockout>, name: string, times: number) {
  for (let time = 1; time <= times; time += 1) lockout.recordFailure(name);
}

test('a name is locked by its fifth failure, and no sooner', () => {
  const { lockout } = lockoutAt(0);

  fail(lockout, 'ik1', 4);
  const afterFour = lockout.isLocked('ik1');
  fail(lockout, 'ik1', 1);

  expect([afterFour, lockout.isLocked('ik1'), lockout.isLocked('ik2')]).toEqual([false, true, false]);
});

test('a lock ends a minute after the failure that closed it, whatever is tried meanwhile', () => {
  const { clock, lockout } = lockoutAt(0);
  fail(lockout, 'ik1', 5);

  clock.time = 59_999;
  fail(lockout, 'ik1', 1);
  const before = lockout.isLocked('ik1');
  clock.time = 60_000;

  expect([before, lockout.isLocked('ik1')]).toEqual([true, false]);
});

test('signing in forgets the failures before it', () => {
  const { lockout } = lockoutAt(0);
  fail(lockout, 'ik1', 4);

  lockout.forget('ik1');
  fail(lockout, 'ik1', 4);

  expect(lockout.isLocked('ik1')).toBe(false);
});
