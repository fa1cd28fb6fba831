import { expect, test } from 'vitest';
import type { AccountSettings } from '../settings.ts';
import { isLastWay } from './last-way.ts';

type Method = { identifier: string; password: boolean; verificationCode: boolean };

/** Only the settings that the rule reads. */
const settings = (methods: Method[], targets = ['acme', 'other']) =>
  ({
    experience: { signIn: { methods }, socialConnectors: targets.map((target) => ({ target })) },
  }) as unknown as AccountSettings;

const username = { identifier: 'username', password: true, verificationCode: false };
const emailCode = { identifier: 'email', password: false, verificationCode: true };
const none = { password: false, email: null, phone: null };

test('a linked account is the last way to sign in when there is no other', () => {
  expect(isLastWay('acme', { ways: none, targets: ['acme'] }, settings([username, emailCode]))).toBe(true);
});

test('a password counts as another way where password sign-in is enabled', () => {
  const held = { ways: { ...none, password: true }, targets: ['acme'] };
  expect(isLastWay('acme', held, settings([username]))).toBe(false);
  expect(isLastWay('acme', held, settings([emailCode]))).toBe(true);
});

test('an address counts as another way where sign-in with codes is enabled', () => {
  const held = { ways: { ...none, email: 'a@example.com' }, targets: ['acme'] };
  expect(isLastWay('acme', held, settings([emailCode]))).toBe(false);
  expect(isLastWay('acme', held, settings([username]))).toBe(true);
});

test('another linked account counts only while its provider is offered', () => {
  const held = { ways: none, targets: ['acme', 'other'] };
  expect(isLastWay('acme', held, settings([]))).toBe(false);
  expect(isLastWay('acme', held, settings([], ['acme']))).toBe(true);
});
