import { afterEach, expect, test, vi } from 'vitest';
import { send } from './request.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const refusal = (code: string, retryAfter: string) =>
  Response.json({ code, message: 'm' }, { status: 503, headers: { 'retry-after': retryAfter } });

test.each([
  ['server.cannot_write', '5', 2],
  ['server.cannot_write', '3600', 1],
  ['server.busy', '2', 1],
])('after 503 %s with Retry-After %s, a request is sent %i times', async (code, retryAfter, times) => {
  vi.useFakeTimers();
  const fetch = vi.fn<typeof globalThis.fetch>().mockImplementation(async () => refusal(code, retryAfter));
  vi.stubGlobal('fetch', fetch);
  const answer = send('/api/users', { method: 'POST' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await answer).status).toBe(503);
  expect(fetch).toHaveBeenCalledTimes(times);
});
