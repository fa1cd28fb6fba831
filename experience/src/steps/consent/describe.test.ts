import { en } from '@postern/contracts/experience-phrases/en';
import type { ConsentInfo } from '@postern/contracts/sign-in/consent';
import { expect, test } from 'vitest';
import de from '../../../../translations/de/sign-in.sign-in.pages.json';
import { initialsOf, permissionWords, shorten, userLines } from './describe.ts';

const info: ConsentInfo = {
  application: { id: 'app', name: 'Ledgerly' },
  user: {
    id: 'u',
    name: 'Maya',
    avatar: null,
    username: 'maya',
    primaryEmail: 'maya@fjord.example',
    primaryPhone: null,
  },
  redirectUri: 'https://ledgerly.example/callback',
};
const lines = (scopes: string[], phrases = en) => userLines({ ...info, missingOIDCScope: scopes }, phrases);

test('describes known scopes in plain words, with the value if there is one', () => {
  expect(lines(['phone', 'email', 'profile'])).toEqual([
    { key: 'profile', icon: 'user', title: en.consent.scopes.profile[0], text: 'Maya' },
    { key: 'email', icon: 'mail', title: en.consent.scopes.email[0], text: 'maya@fjord.example' },
    { key: 'phone', icon: 'phone', title: en.consent.scopes.phone[0], text: en.consent.scopes.phone[1] },
  ]);
  const withPhone = { ...info, missingOIDCScope: ['phone'], user: { ...info.user, primaryPhone: '4915112345678' } };
  expect(userLines(withPhone, en)[0]?.text?.replaceAll(' ', '')).toBe('+4915112345678');
  // A text that a language lacks is English.
  const german = { ...en, consent: { ...en.consent, ...de.consent } };
  expect(lines(['urn:logto:scope:organizations'], german)[0]?.title).toBe(de.consent.scopes.organizations[0]);
});

test('shows unknown scopes by name, after the known ones', () => {
  expect(lines(['toString', 'email']).map(({ title }) => title)).toEqual([en.consent.scopes.email[0], 'toString']);
});

test('shows a permission without description by name', () => {
  expect(permissionWords({ name: 'read:invoices', description: ' ' })).toBe('read:invoices');
  expect(permissionWords({ name: 'read:invoices', description: 'Read invoices' })).toBe('Read invoices');
});

test('shortens names to initials and cuts long names', () => {
  expect(initialsOf('Maya van der Lindqvist')).toBe('ML');
  expect(initialsOf(' maya ')).toBe('M');
  expect(initialsOf('')).toBe('');
  expect(shorten('Ledgerly')).toBe('Ledgerly');
  expect([...shorten('x'.repeat(300))]).toHaveLength(65);
});
