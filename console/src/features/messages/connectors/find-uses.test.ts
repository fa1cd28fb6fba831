import { expect, test } from 'vitest';
import { findUses } from './find-uses.ts';

const method = (identifier: 'email' | 'phone', verificationCode: boolean) => ({
  identifier,
  verificationCode,
  password: true,
  isPasswordPrimary: true,
});
const settings = {
  signIn: { methods: [method('email', true), method('phone', false)] },
  signUp: { identifiers: ['email' as const], password: true, verify: true },
  forgotPasswordMethods: ['EmailVerificationCode' as const],
  mfa: { factors: [], policy: 'NoPrompt' as const },
  socialSignInConnectorTargets: ['github'],
};
const sender = (type: 'Email' | 'Sms') => ({ id: type, type, target: type });
const social = (id: string, target: string) => ({ id, type: 'Social' as const, target });

test('a sender is in use if its codes are required', () => {
  expect(findUses(sender('Email'), settings, [])).toEqual(['signIn', 'signUp', 'forgotPassword']);
  expect(findUses(sender('Sms'), settings, [])).toEqual([]);
});

test('secondary identifiers, second factors and default methods count too', () => {
  const more = {
    ...settings,
    signUp: { ...settings.signUp, secondaryIdentifiers: [{ identifier: 'emailOrPhone' as const, verify: true }] },
    mfa: { factors: ['PhoneVerificationCode' as const], policy: 'NoPrompt' as const },
    forgotPasswordMethods: null,
  };
  expect(findUses(sender('Sms'), more, [])).toEqual(['signUp', 'forgotPassword', 'mfa']);
});

test('a social connector is in use if its target is offered and no other connector has it', () => {
  expect(findUses(social('a', 'github'), settings, [social('a', 'github')])).toEqual(['social']);
  expect(findUses(social('a', 'github'), settings, [social('a', 'github'), social('b', 'github')])).toEqual([]);
  expect(findUses(social('a', 'google'), settings, [])).toEqual([]);
});
