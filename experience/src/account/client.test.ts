import { accountApi } from '@postern/contracts/account';
import { accountAvatarApi } from '@postern/contracts/account-avatar';
import { accountVerificationsApi } from '@postern/contracts/account-verifications';
import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { expect, test, vi } from 'vitest';

vi.hoisted(() =>
  vi.stubGlobal('window', {
    location: { origin: 'http://core.test', href: 'http://core.test/account', protocol: 'http:' },
  }),
);

const { accountRoutes } = await import('./client.ts');
const { avatarRoutes } = await import('./profile/upload-picture.ts');
const { verificationRoutes } = await import('./verify-identity/calls.ts');

/** One line per table of calls. */
const tables: [string, Record<string, string>, Record<string, AnyEndpoint>][] = [
  ['account', accountRoutes, accountApi],
  ['avatar', avatarRoutes, accountAvatarApi],
  ['verifications', verificationRoutes, accountVerificationsApi],
];

test.each(tables)('the calls of %s are those of the contract', (_, routes, api) => {
  const expected = Object.keys(routes).map((name) => [name, `${api[name]?.method} ${api[name]?.path}`]);
  expect(routes).toEqual(Object.fromEntries(expected));
});
