import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isBeingDeleted, noteDelete } from './own-writes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a deleted path and what is below it are known from the start of the request until shortly after its end', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = noteDelete('/api/users/u1', () => promise);
  vi.advanceTimersByTime(60_000);
  expect(isBeingDeleted('/api/users/u1')).toBe(true);
  expect(isBeingDeleted('/api/users/u1/roles')).toBe(true);
  expect(isBeingDeleted('/api/users/u12')).toBe(false);
  resolve();
  await done;
  expect(isBeingDeleted('/api/users/u1')).toBe(true);
  vi.advanceTimersByTime(5000);
  expect(isBeingDeleted('/api/users/u1')).toBe(false);
});

test('a delete that failed is forgotten at once', async () => {
  await expect(noteDelete('/api/users/u1', () => Promise.reject(new Error('No')))).rejects.toThrow('No');
  expect(isBeingDeleted('/api/users/u1')).toBe(false);
});
