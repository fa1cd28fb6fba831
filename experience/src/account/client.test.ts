import { accountApi } from '@postern/contracts/account/account';
import { accountAvatarApi } from '@postern/contracts/account/account-avatar';
import { accountDataApi } from '@postern/contracts/account/account-data';
import { accountMfaApi } from '@postern/contracts/account/account-mfa';
import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { invitationLinksApi } from '@postern/contracts/people/invitation-links';
import { mySessionsApi } from '@postern/contracts/people/user-sessions';
import { signInRequestsApi } from '@postern/contracts/sign-in/sign-in-requests';
import { expect, test, vi } from 'vitest';

vi.hoisted(() =>
  vi.stubGlobal('window', {
    location: { origin: 'http://core.test', href: 'http://core.test/account', protocol: 'http:' },
  }),
);

const { accountRoutes } = await import('./client.ts');
const { dataRoutes } = await import('./data/calls.ts');
const { grantRoutes, sessionRoutes } = await import('./devices/calls.ts');
const { invitationRoutes } = await import('./invitation/calls.ts');
const { linkRoutes, providerRoutes } = await import('./links/calls.ts');
const { avatarRoutes } = await import('./profile/upload-picture.ts');
const { factorRoutes, passkeyRoutes } = await import('./security/calls.ts');
const { requestRoutes } = await import('./requests/calls.ts');
const { verificationRoutes } = await import('./verify-identity/calls.ts');

/** One line per table of calls. */
const tables: [string, Record<string, string>, Record<string, AnyEndpoint>][] = [
  ['account', accountRoutes, accountApi],
  ['avatar', avatarRoutes, accountAvatarApi],
  ['verifications', verificationRoutes, accountVerificationsApi],
  ['second factors', factorRoutes, accountMfaApi],
  ['passkeys', passkeyRoutes, accountVerificationsApi],
  ['linked accounts', linkRoutes, accountApi],
  ['providers', providerRoutes, accountVerificationsApi],
  ['sessions', sessionRoutes, mySessionsApi],
  ['grants', grantRoutes, accountDataApi],
  ['sign-in requests', requestRoutes, signInRequestsApi],
  ['data', dataRoutes, accountDataApi],
  ['invitation links', invitationRoutes, invitationLinksApi],
];

test.each(tables)('the call table of %s matches its contract', (_, routes, api) => {
  const expected = Object.keys(routes).map((name) => [name, `${api[name]?.method} ${api[name]?.path}`]);
  expect(routes).toEqual(Object.fromEntries(expected));
});
