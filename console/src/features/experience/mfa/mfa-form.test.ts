import { expect, test } from 'vitest';
import { bodyOf, findProblem, isFirstFactor, valuesOf } from './mfa-form.ts';

const codeSignIn = [
  { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true },
  { identifier: 'phone', password: true, verificationCode: false, isPasswordPrimary: true },
] as const;
const methods = codeSignIn.map((method) => ({ ...method }));

test('codes of a channel that people sign in with are no second factor', () => {
  expect(isFirstFactor('EmailVerificationCode', methods)).toBe(true);
  expect(isFirstFactor('PhoneVerificationCode', methods)).toBe(false);
  expect(isFirstFactor('Totp', methods)).toBe(false);
  expect(findProblem(['Totp', 'EmailVerificationCode'], methods)).toEqual({
    factor: 'EmailVerificationCode',
    reason: 'email',
  });
  expect(findProblem(['Totp', 'PhoneVerificationCode'], methods)).toBeUndefined();
});

test('backup codes need another factor', () => {
  expect(findProblem(['BackupCode'], methods)).toEqual({ factor: 'BackupCode', reason: 'alone' });
  expect(findProblem(['Totp', 'BackupCode'], methods)).toBeUndefined();
  expect(findProblem([], methods)).toBeUndefined();
});

const passkeySignIn = {};
const off = { enabled: false, showButton: false, allowAutofill: false };

test('the older policy shows as a prompt at sign-in and sign-up', () => {
  const mfa = { factors: ['BackupCode' as const, 'Totp' as const], policy: 'UserControlled' as const };
  const values = valuesOf({ mfa, passkeySignIn });
  expect(values).toEqual({
    factors: ['Totp', 'BackupCode'],
    isRequired: false,
    prompt: 'PromptAtSignInAndSignUp',
    organizationPolicy: 'NoPrompt',
    passkeySignIn: off,
  });
  expect(bodyOf({ ...values, isRequired: true }, values)).toEqual({
    mfa: { factors: ['Totp', 'BackupCode'], policy: 'Mandatory', organizationRequiredMfaPolicy: 'NoPrompt' },
  });
});

test('without factors nobody is asked for one', () => {
  const mfa = { factors: [], policy: 'Mandatory' as const, organizationRequiredMfaPolicy: 'Mandatory' as const };
  expect(valuesOf({ mfa, passkeySignIn })).toMatchObject({ isRequired: false, prompt: 'NoPrompt' });
  const on = valuesOf({ mfa: { ...mfa, factors: ['Totp'] }, passkeySignIn });
  expect(bodyOf({ ...on, factors: [] }, on)).toEqual({
    mfa: { factors: [], policy: 'NoPrompt', organizationRequiredMfaPolicy: 'NoPrompt' },
  });
});

test('unchanged parts are not sent', () => {
  const values = valuesOf({ mfa: { factors: ['Totp'], policy: 'NoPrompt' }, passkeySignIn });
  expect(bodyOf(values, values)).toEqual({});
  const changed = { enabled: true, showButton: true, allowAutofill: false };
  expect(bodyOf({ ...values, passkeySignIn: changed }, values)).toEqual({ passkeySignIn: changed });
});
