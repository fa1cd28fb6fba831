import { expect, test } from 'vitest';
import { repeatAfterDeadlock } from './repeat-after-deadlock.ts';

const deadlock = Object.assign(new Error('deadlock detected'), {
  code: '40P01',
  severity: 'ERROR',
  routine: 'DeadLockReport',
});
const failing = (times: number, error: Error) => {
  let tries = 0;
  return {
    tries: () => tries,
    transaction: async () => {
      tries += 1;
      if (tries <= times) {
        throw error;
      }
      return 'done';
    },
  };
};

test('repeats a transaction that a deadlock aborted, at most three times', async () => {
  const twice = failing(2, deadlock);
  expect(await repeatAfterDeadlock(twice.transaction)).toBe('done');
  expect(twice.tries()).toBe(3);
  const always = failing(Number.POSITIVE_INFINITY, deadlock);
  await expect(repeatAfterDeadlock(always.transaction)).rejects.toBe(deadlock);
  expect(always.tries()).toBe(3);
});

test('passes any other error on at once', async () => {
  const other = failing(1, new Error('no'));
  await expect(repeatAfterDeadlock(other.transaction)).rejects.toThrow('no');
  expect(other.tries()).toBe(1);
});
