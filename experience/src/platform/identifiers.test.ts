import { expect, test } from 'vitest';
import { isOnePage, readIdentifier } from './identifiers.ts';
import type { Settings } from './settings.ts';

const all = ['username', 'email', 'phone'] as const;

test.each([
  [' maya ', { type: 'username', value: 'maya' }],
  ['maya@fjord.example', { type: 'email', value: 'maya@fjord.example' }],
  ['+49 (151) 234-567', { type: 'phone', value: '49151234567' }],
  ['4915123456', { type: 'phone', value: '4915123456' }],
])('%s is recognised', (typed, expected) => {
  expect(readIdentifier(typed, all)).toEqual(expected);
});

test.each(['', '   ', '12', 'maya@', 'two words', '9lives'])('"%s" is no identifier', (typed) => {
  expect(readIdentifier(typed, all)).toBeUndefined();
});

test('only enabled kinds are recognised', () => {
  expect(readIdentifier('maya@fjord.example', ['username'])).toBeUndefined();
  expect(readIdentifier('4915123456', ['username', 'email'])).toBeUndefined();
  expect(readIdentifier('maya', ['email', 'phone'])).toBeUndefined();
});

test('codes split the form into two pages', () => {
  const experience = (verificationCode: boolean) =>
    ({ signIn: { methods: [{ password: true, verificationCode }] } }) as unknown as Settings['experience'];
  expect(isOnePage(experience(false))).toBe(true);
  expect(isOnePage(experience(true))).toBe(false);
});
