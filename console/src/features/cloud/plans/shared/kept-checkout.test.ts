import { afterEach, expect, test, vi } from 'vitest';
import { storageKeys } from '#platform/storage.ts';
import { forgetCheckout, newState, readCheckout, saveCheckout } from './kept-checkout.ts';

function store(text?: string): void {
  const entries = new Map<string, string>(text === undefined ? [] : [[storageKeys.checkout, text]]);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['nothing', undefined],
  ['text that is not JSON', '{"state":"abcdef"'],
  ['no session', '{"state":"abcdef"}'],
  ['an empty state', '{"state":"","sessionId":"s1"}'],
  ['a value of another type', '{"state":7,"sessionId":"s1"}'],
  ['null', 'null'],
])('treats %s as no payment in progress', (_what, text) => {
  store(text);
  expect(readCheckout()).toBeUndefined();
});

test('keeps a payment until it is forgotten', () => {
  store();
  const checkout = { state: newState(), sessionId: 's1', callbackPage: '/x1y2/tenant-settings/subscription' };
  saveCheckout(checkout);
  expect(readCheckout()).toEqual(checkout);
  forgetCheckout();
  expect(readCheckout()).toBeUndefined();
});
