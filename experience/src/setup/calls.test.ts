import { ssoSetupApi } from '@postern/contracts/people/sso-setup';
import { expect, test } from 'vitest';
import { setupRoutes } from './calls.ts';

test('the call table of the set-up portal matches its contract', () => {
  const expected = Object.entries(ssoSetupApi).map(([name, { method, path }]) => [name, `${method} ${path}`]);
  expect(setupRoutes).toEqual(Object.fromEntries(expected));
});
