import { beforeAll, expect, test } from 'vitest';
import {
  isOnePage,
  mayRegisterWith,
  narrow,
  printIdentifier,
  readIdentifier,
  startsWithPassword,
} from './identifiers.ts';
import { loadPhones } from './phones.ts';
import type { Settings } from './settings.ts';

const all = ['username', 'email', 'phone'] as const;

beforeAll(loadPhones);

test.each([
  [' maya ', { type: 'username', value: 'maya' }],
  ['maya@fjord.example', { type: 'email', value: 'maya@fjord.example' }],
  ['+49 (151) 234-567', { type: 'phone', value: '49151234567' }],
  ['4915123456', { type: 'phone', value: '4915123456' }],
])('%s is recognized', (typed, expected) => {
  expect(readIdentifier(typed, all)).toEqual(expected);
});

test.each(['', '   ', '12', 'maya@', 'two words', '9lives'])('"%s" is not an identifier', (typed) => {
  expect(readIdentifier(typed, all)).toBeUndefined();
});

test('recognizes only enabled types', () => {
  expect(readIdentifier('maya@fjord.example', ['username'])).toBeUndefined();
  expect(readIdentifier('4915123456', ['username', 'email'])).toBeUndefined();
  expect(readIdentifier('maya', ['email', 'phone'])).toBeUndefined();
});

test.each([
  ['0151 23456789', 'DE', '4915123456789'],
  ['+49 (0)151 23456789', 'US', '4915123456789'],
  ['+44 1632 960123', 'DE', '441632960123'],
  ['0044 1632 960123', 'DE', '441632960123'],
  ['12345', 'DE', '4912345'],
  ['٠١٥١ ٢٣٤٥٦٧٨٩', 'DE', '4915123456789'],
  ['+12 34 5', 'DE', '12345'],
])('%s typed with the country %s becomes +%s', (typed, region, value) => {
  expect(readIdentifier(typed, all, region)).toEqual({ type: 'phone', value });
});

test('a printed identifier can be read back', () => {
  for (const identifier of [
    { type: 'phone', value: '49151234567' },
    { type: 'email', value: 'maya@fjord.example' },
    { type: 'username', value: 'maya' },
  ] as const) {
    expect(readIdentifier(printIdentifier(identifier), all, 'US')).toEqual(identifier);
  }
});

test('a focused page asks for its identifier types, or for all if none of them is enabled', () => {
  expect(narrow(all, '?identifier=email%20phone&app_id=x')).toEqual(['email', 'phone']);
  expect(narrow(['username'], '?identifier=email')).toEqual(['username']);
  expect(narrow(['username', 'email'], '')).toEqual(['username', 'email']);
});

const settings = (changes: object) => ({ signInMode: 'SignInAndRegister', ...changes }) as Settings['experience'];

test.each([
  [{ password: true, verificationCode: true, isPasswordPrimary: true }, true],
  [{ password: true, verificationCode: true, isPasswordPrimary: false }, false],
  [{ password: true, verificationCode: false, isPasswordPrimary: false }, true],
  [{ password: false, verificationCode: true, isPasswordPrimary: true }, false],
])('%j starts with the password: %s', (method, expected) => {
  const experience = settings({ signIn: { methods: [{ identifier: 'email', ...method }] } });
  expect(startsWithPassword(experience, 'email')).toBe(expected);
});

test('an address can register where the settings require it as first or additional identifier', () => {
  const signUp = { identifiers: ['username'], secondaryIdentifiers: [{ identifier: 'emailOrPhone' }] };
  expect(mayRegisterWith(settings({ signUp }), 'phone')).toBe(true);
  expect(mayRegisterWith(settings({ signUp: { identifiers: ['email'] } }), 'phone')).toBe(false);
  expect(mayRegisterWith(settings({ signUp, signInMode: 'SignIn' }), 'phone')).toBe(false);
});

test('a method with codes splits the form into two pages', () => {
  const experience = (verificationCode: boolean) =>
    ({
      signIn: { methods: [{ identifier: 'email', password: true, verificationCode }] },
    }) as unknown as Settings['experience'];
  expect(isOnePage(experience(false))).toBe(true);
  expect(isOnePage(experience(true))).toBe(false);
});
