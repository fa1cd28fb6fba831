import type { Account } from '@postern/contracts/account/account';
import { expect, test } from 'vitest';
import type { AccountSettings } from '../settings.ts';
import { mayRemove } from './may-remove.ts';

type SignUp = Pick<AccountSettings['experience']['signUp'], 'identifiers' | 'secondaryIdentifiers'>;

const settings = (signUp: SignUp) =>
  // Only these settings are read.
  ({
    experience: {
      signUp,
      signIn: {
        methods: [
          { identifier: 'username', password: true, verificationCode: false },
          { identifier: 'email', password: false, verificationCode: true },
        ],
      },
      socialConnectors: [{ target: 'github' }],
      passkeySignIn: {},
      singleSignOnEnabled: false,
    },
  }) as unknown as AccountSettings;
const none: Account = { id: 'a', username: null, primaryEmail: null, primaryPhone: null, hasPassword: true };
const all: Account = { ...none, username: 'ada', primaryEmail: 'ada@example.com', primaryPhone: '441' };

test('an identifier that is not required may be removed while another way to sign in remains', () => {
  const free = settings({ identifiers: [] });
  expect(mayRemove('email', all, free)).toBe(true);
  expect(mayRemove('email', { ...none, primaryEmail: 'ada@example.com' }, free)).toBe(false);
  // A username without a password, and a number that no method accepts, are no ways.
  expect(mayRemove('email', { ...all, hasPassword: false }, free)).toBe(false);
  const linked = { ...none, primaryEmail: 'ada@example.com', identities: { github: { userId: '1' } } };
  expect(mayRemove('email', linked, free)).toBe(true);
  expect(mayRemove('phone', { ...none, username: 'ada' }, free)).toBe(false);
});

test('an identifier that the sign-up settings require may not be removed', () => {
  expect(mayRemove('username', all, settings({ identifiers: ['username'] }))).toBe(false);
  const secondary = settings({ identifiers: ['username'], secondaryIdentifiers: [{ identifier: 'email' }] });
  expect(mayRemove('email', all, secondary)).toBe(false);
  expect(mayRemove('phone', all, secondary)).toBe(true);
});

test('either email or phone may be removed where one of them is required', () => {
  const either = settings({ identifiers: [], secondaryIdentifiers: [{ identifier: 'emailOrPhone' }] });
  expect(mayRemove('phone', all, either)).toBe(true);
  expect(mayRemove('phone', { ...all, primaryEmail: null }, either)).toBe(false);
});
