import { expect, test } from 'vitest';
import type { AccountSettings } from '../settings.ts';
import { isLastWay } from './last-way.ts';

type Method = { identifier: string; password: boolean; verificationCode: boolean };

/** As much of the settings as the rule reads. */
const settings = (methods: Method[], targets = ['acme', 'other']) =>
  ({
    experience: { signIn: { methods }, socialConnectors: targets.map((target) => ({ target })) },
  }) as unknown as AccountSettings;

const username = { identifier: 'username', password: true, verificationCode: false };
const emailCode = { identifier: 'email', password: false, verificationCode: true };
const none = { password: false, email: null, phone: null };

test('without anything else it is the last way', () => {
  expect(isLastWay('acme', { ways: none, targets: ['acme'] }, settings([username, emailCode]))).toBe(true);
});

test('a password is another one, where passwords sign people in', () => {
  const held = { ways: { ...none, password: true }, targets: ['acme'] };
  expect(isLastWay('acme', held, settings([username]))).toBe(false);
  expect(isLastWay('acme', held, settings([emailCode]))).toBe(true);
});

test('an address is another one, where codes to it sign people in', () => {
  const held = { ways: { ...none, email: 'a@example.com' }, targets: ['acme'] };
  expect(isLastWay('acme', held, settings([emailCode]))).toBe(false);
  expect(isLastWay('acme', held, settings([username]))).toBe(true);
});

test('another linked account is one only while its provider is offered', () => {
  const held = { ways: none, targets: ['acme', 'other'] };
  expect(isLastWay('acme', held, settings([]))).toBe(false);
  expect(isLastWay('acme', held, settings([], ['acme']))).toBe(true);
});
