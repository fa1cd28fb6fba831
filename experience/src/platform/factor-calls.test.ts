import { factorsApi } from '@postern/contracts/sign-in/factors';
import { expect, test } from 'vitest';
import { factorRoutes } from './factor-calls.ts';

test('the calls match the contract', () => {
  const expected = Object.entries(factorsApi).map(([name, { method, path }]) => [name, `${method} ${path}`]);
  expect(factorRoutes).toEqual(Object.fromEntries(expected));
});
