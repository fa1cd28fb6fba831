import { expect, test } from 'vitest';
import { asksForPhones, isNational, likelyRegion, listRegions, loadPhones, printPhone, readPhone } from './phones.ts';
import type { Settings } from './settings.ts';

const experience = (changes: object) =>
  ({
    signIn: { methods: [] },
    signUp: { identifiers: [] },
    forgotPassword: {},
    ...changes,
  }) as unknown as Settings['experience'];

test('without numbering plans a number needs its country code and is shown ungrouped', async () => {
  expect(isNational('0151 23456789')).toBe(false);
  expect(readPhone('+49 151 23456789', undefined)).toBe('4915123456789');
  expect(printPhone('4915123456789')).toBe('+4915123456789');
  expect(listRegions('en')).toEqual([]);
  await loadPhones();
  expect(isNational('0151 23456789')).toBe(true);
  expect(readPhone('0151 23456789', 'DE')).toBe('4915123456789');
  expect(printPhone('4915123456789')).toBe('+49 1512 3456789');
});

test('a number of another country than the chosen one is refused instead of beginning with +0', async () => {
  await loadPhones();
  expect(readPhone('015112345678', 'US')).toBeUndefined();
  expect(readPhone('015112345678', 'DE')).toBe('4915112345678');
  expect(readPhone('+015112345678', 'US')).toBeUndefined();
});

test.each([
  [['de-AT', 'en'], 'AT'],
  [['de'], 'DE'],
  [['not a tag', 'fr'], 'FR'],
  [[], 'US'],
])('%j suggests the region %s', async (languages, region) => {
  await loadPhones();
  expect(likelyRegion(languages)).toBe(region);
});

test.each([
  [{ signIn: { methods: [{ identifier: 'phone' }] } }, true],
  [{ signUp: { identifiers: ['phone'] } }, true],
  [{ signUp: { identifiers: ['username'], secondaryIdentifiers: [{ identifier: 'emailOrPhone' }] } }, true],
  [{ forgotPassword: { phone: true } }, true],
  [{ signIn: { methods: [{ identifier: 'email' }] }, forgotPassword: { email: true, phone: false } }, false],
])('%j asks for phone numbers: %s', (changes, expected) => {
  expect(asksForPhones(experience(changes))).toBe(expected);
});
