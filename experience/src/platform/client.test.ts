import { consentApi } from '@postern/contracts/consent';
import { signInApi } from '@postern/contracts/sign-in';
import { expect, test } from 'vitest';
import { calls } from './client.ts';

test('the client calls exactly what the contracts say', () => {
  const contracts = { ...signInApi, allowConsent: consentApi.allow, denyConsent: consentApi.deny };
  const expected = Object.entries(contracts).map(([name, { method, path }]) => [name, `${method} ${path}`]);
  expect(calls).toEqual(Object.fromEntries(expected));
});
