import type { CheckoutSession } from '@postern/contracts/cloud/billing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awaitCheckout, ownAddress } from './await-checkout.ts';

const createdAt = new Date(0).toISOString();
const open: CheckoutSession = { sessionId: 's1', status: 'open', tenantId: null, skuId: 'pro-202509', createdAt };
const complete: CheckoutSession = { ...open, status: 'complete', tenantId: 'x1y2' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The result of the wait, or `waiting`. */
function watch(source: Parameters<typeof awaitCheckout>[0], signal = new AbortController().signal) {
  let outcome: unknown = 'waiting';
  void awaitCheckout(source, signal).then((result) => {
    outcome = result;
  });
  return () => outcome;
}

test('polls at once and then every 1000 ms, until the session is complete and the tenant has the plan', async () => {
  const session = vi.fn().mockResolvedValueOnce(open).mockResolvedValue(complete);
  const subscription = vi.fn().mockResolvedValueOnce({ planId: 'free' }).mockResolvedValue({ planId: 'pro-202509' });
  const outcome = watch({ session, subscription });
  await vi.advanceTimersByTimeAsync(0);
  expect(session).toHaveBeenCalledTimes(1);
  expect(subscription).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(999);
  expect(session).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(session).toHaveBeenCalledTimes(2);
  expect(subscription).toHaveBeenCalledWith('x1y2');
  expect(outcome()).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1000);
  expect(outcome()).toEqual(complete);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(session).toHaveBeenCalledTimes(3);
});

test('gives up after exactly 10,000 ms, whatever failed until then', async () => {
  const session = vi.fn().mockRejectedValue(new Error('offline'));
  const outcome = watch({ session, subscription: vi.fn() });
  await vi.advanceTimersByTimeAsync(9999);
  expect(outcome()).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome()).toBeUndefined();
  const asked = session.mock.calls.length;
  await vi.advanceTimersByTimeAsync(5000);
  expect(session).toHaveBeenCalledTimes(asked);
});

test('waits for a slow response, never polls in parallel, and keeps the limit', async () => {
  const session = vi.fn(() => new Promise<CheckoutSession>(() => undefined));
  const outcome = watch({ session, subscription: vi.fn() });
  await vi.advanceTimersByTimeAsync(9999);
  expect(session).toHaveBeenCalledTimes(1);
  expect(outcome()).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome()).toBeUndefined();
});

test('stops polling when aborted', async () => {
  const session = vi.fn().mockResolvedValue(open);
  const stop = new AbortController();
  const outcome = watch({ session, subscription: vi.fn() }, stop.signal);
  await vi.advanceTimersByTimeAsync(2000);
  stop.abort();
  await vi.advanceTimersByTimeAsync(3000);
  expect(outcome()).toBeUndefined();
  expect(session).toHaveBeenCalledTimes(3);
});

const origin = 'https://console.example';

test('keeps a console page with its query', () => {
  const address = ownAddress('/x1y2/tenant-settings/subscription?page=2', origin);
  expect(address?.pathname).toBe('/x1y2/tenant-settings/subscription');
  expect(address?.search).toBe('?page=2');
});

test.each([
  undefined,
  '',
  'x1y2',
  '//evil.example/x',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
])('%s leads nowhere', (page) => {
  expect(ownAddress(page, origin)).toBeUndefined();
});
