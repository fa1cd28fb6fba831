import type { Account } from '@postern/contracts/account/account';
import { expect, test } from 'vitest';
import type { AccountSettings } from '../settings.ts';
import { mayRemove } from './may-remove.ts';

type SignUp = Pick<AccountSettings['experience']['signUp'], 'identifiers' | 'secondaryIdentifiers'>;

const settings = (signUp: SignUp) =>
  // Only the settings of registrations are read.
  ({ experience: { signUp } }) as unknown as AccountSettings;
const all: Account = { id: 'a', username: 'ada', primaryEmail: 'ada@example.com', primaryPhone: '441' };

test('what nobody demands may go as long as something else stays', () => {
  const free = settings({ identifiers: [] });
  expect(mayRemove('email', all, free)).toBe(true);
  expect(mayRemove('email', { id: 'a', primaryEmail: 'ada@example.com' }, free)).toBe(false);
  const linked = { id: 'a', primaryEmail: 'ada@example.com', identities: { github: { userId: '1' } } };
  expect(mayRemove('email', linked, free)).toBe(true);
  expect(mayRemove('phone', { id: 'a', username: 'ada' }, free)).toBe(false);
});

test('what the sign-up settings demand stays', () => {
  expect(mayRemove('username', all, settings({ identifiers: ['username'] }))).toBe(false);
  const secondary = settings({ identifiers: ['username'], secondaryIdentifiers: [{ identifier: 'email' }] });
  expect(mayRemove('email', all, secondary)).toBe(false);
  expect(mayRemove('phone', all, secondary)).toBe(true);
});

test('of address and number one may go where one of them is demanded', () => {
  const either = settings({ identifiers: [], secondaryIdentifiers: [{ identifier: 'emailOrPhone' }] });
  expect(mayRemove('phone', all, either)).toBe(true);
  expect(mayRemove('phone', { ...all, primaryEmail: null }, either)).toBe(false);
});
