import type { Account } from '@postern/contracts/account/account';
import { AccountWays } from '@postern/contracts/account/account-verifications';
import { sample } from '@postern/ui/testing/sample.ts';
import { expect, test } from 'vitest';
import { keepsWayIn } from './keeps-way-in.ts';
import type { AccountSettings } from './settings.ts';

type Method = { identifier: string; password: boolean; verificationCode: boolean };

/** Only the settings that the rule reads. */
const settings = (methods: Method[], { targets = ['acme', 'other'], passkey = false, company = false } = {}) =>
  ({
    experience: {
      signIn: { methods },
      socialConnectors: targets.map((target) => ({ target })),
      passkeySignIn: { enabled: passkey },
      singleSignOnEnabled: company,
    },
  }) as unknown as AccountSettings;

const username = { identifier: 'username', password: true, verificationCode: false };
const emailCode = { identifier: 'email', password: false, verificationCode: true };
const identity = { userId: '1' };
const bare: Account = {
  id: 'a',
  username: null,
  primaryEmail: null,
  primaryPhone: null,
  identities: { acme: identity },
};
const ways = (given: Partial<AccountWays> = {}) => sample(AccountWays, { password: false, passkey: false, ...given });
const withoutAcme = { targets: [] };

test('a linked account is the last way to sign in when there is no other', () => {
  expect(keepsWayIn({ account: bare, ways: ways() }, settings([username, emailCode]), withoutAcme)).toBe(false);
});

test('a password counts with an identifier of the account that is accepted with it', () => {
  const known = { account: { ...bare, username: 'ada' }, ways: ways({ password: true }) };
  expect(keepsWayIn(known, settings([username]), withoutAcme)).toBe(true);
  expect(keepsWayIn(known, settings([emailCode]), withoutAcme)).toBe(false);
  expect(keepsWayIn({ ...known, account: bare }, settings([username]), withoutAcme)).toBe(false);
});

test('an address counts where sign-in with codes is enabled', () => {
  const known = { account: { ...bare, primaryEmail: 'a@example.com' }, ways: ways() };
  expect(keepsWayIn(known, settings([emailCode]), withoutAcme)).toBe(true);
  expect(keepsWayIn(known, settings([username]), withoutAcme)).toBe(false);
});

test('another linked account, one of a company and a passkey count while they are offered', () => {
  const known = { account: bare, ways: ways() };
  expect(keepsWayIn(known, settings([]), { targets: ['other'] })).toBe(true);
  expect(keepsWayIn(known, settings([], { targets: ['acme'] }), { targets: ['other'] })).toBe(false);
  const passkey = { account: bare, ways: ways({ passkey: true }) };
  expect(keepsWayIn(passkey, settings([], { passkey: true }), withoutAcme)).toBe(true);
  expect(keepsWayIn(passkey, settings([]), withoutAcme)).toBe(false);
});
