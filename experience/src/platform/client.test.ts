import { signInApi } from '@postern/contracts/sign-in';
import { expect, test } from 'vitest';
import { calls } from './client.ts';

test('the client calls exactly what the contract says', () => {
  const contract = Object.entries(signInApi).map(([name, { method, path }]) => [name, `${method} ${path}`]);
  expect(calls).toEqual(Object.fromEntries(contract));
});
