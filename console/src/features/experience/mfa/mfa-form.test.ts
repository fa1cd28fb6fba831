import { expect, test } from 'vitest';
import { bodyOf, findProblem, isFirstFactor, schemaFor, trustOf, valuesOf } from './mfa-form.ts';

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
const trustedDevices = { enabled: false, days: 30 };
const off = { enabled: false, showPasskeyButton: false, allowAutofill: false };

test('the older policy shows as a prompt at sign-in and sign-up', () => {
  const mfa = { factors: ['BackupCode' as const, 'Totp' as const], policy: 'UserControlled' as const };
  const values = valuesOf({ mfa, passkeySignIn, adaptiveMfa: {}, trustedDevices });
  expect(values).toEqual({
    factors: ['Totp', 'BackupCode'],
    isRequired: false,
    adaptive: false,
    prompt: 'PromptAtSignInAndSignUp',
    organizationPolicy: 'NoPrompt',
    passkeySignIn: off,
    trustedDevices: { enabled: false, days: '30' },
  });
  expect(bodyOf({ ...values, isRequired: true }, values)).toEqual({
    mfa: { factors: ['Totp', 'BackupCode'], policy: 'Mandatory', organizationRequiredMfaPolicy: 'NoPrompt' },
  });
});

test('the policy has no effect if no factor is chosen', () => {
  const mfa = { factors: [], policy: 'Mandatory' as const, organizationRequiredMfaPolicy: 'Mandatory' as const };
  expect(valuesOf({ mfa, passkeySignIn, adaptiveMfa: {}, trustedDevices })).toMatchObject({
    isRequired: false,
    prompt: 'NoPrompt',
  });
  const on = valuesOf({ mfa: { ...mfa, factors: ['Totp'] }, passkeySignIn, adaptiveMfa: {}, trustedDevices });
  expect(bodyOf({ ...on, factors: [] }, on)).toEqual({
    mfa: { factors: [], policy: 'NoPrompt', organizationRequiredMfaPolicy: 'NoPrompt' },
  });
});

test('unchanged parts are not sent', () => {
  const values = valuesOf({
    mfa: { factors: ['Totp'], policy: 'NoPrompt' },
    passkeySignIn,
    adaptiveMfa: {},
    trustedDevices,
  });
  expect(bodyOf(values, values)).toEqual({});
  const changed = { enabled: true, showPasskeyButton: true, allowAutofill: false };
  expect(bodyOf({ ...values, passkeySignIn: changed }, values)).toEqual({ passkeySignIn: changed });
});

test('trusted devices are sent if they changed; days of a switched-off setting need not be valid', () => {
  const values = valuesOf({
    mfa: { factors: ['Totp'], policy: 'NoPrompt' },
    passkeySignIn,
    adaptiveMfa: {},
    trustedDevices,
  });
  const withTrust = (enabled: boolean, days: string) => ({ ...values, trustedDevices: { enabled, days } });
  expect(trustOf(values, values)).toBeUndefined();
  expect(trustOf(withTrust(true, '14'), values)).toEqual({ enabled: true, days: 14 });
  expect(trustOf(withTrust(false, 'x'), values)).toBeUndefined();
  const isGood = (enabled: boolean, days: string) => schemaFor([]).safeParse(withTrust(enabled, days)).success;
  expect(['1', '365', ' 30 '].filter((days) => isGood(true, days))).toHaveLength(3);
  expect(['', '0', '366', '1.5', '-1', 'x'].filter((days) => isGood(true, days))).toEqual([]);
  expect(isGood(false, '')).toBe(true);
});

test('adaptive factors allow only mandatory policies, and are off without factors', () => {
  const values = valuesOf({
    mfa: { factors: ['Totp'], policy: 'PromptOnlyAtSignIn' },
    passkeySignIn,
    adaptiveMfa: {},
    trustedDevices,
  });
  const common = { factors: ['Totp'], organizationRequiredMfaPolicy: 'NoPrompt' };
  const on = { ...values, adaptive: true };
  expect(bodyOf(on, values)).toEqual({
    mfa: { ...common, policy: 'PromptOnlyAtSignInMandatory' },
    adaptiveMfa: { enabled: true },
  });
  expect(bodyOf({ ...on, prompt: 'PromptAtSignInAndSignUp' }, on)).toEqual({
    mfa: { ...common, policy: 'PromptAtSignInAndSignUpMandatory' },
  });
  expect(bodyOf(values, on)).toEqual({
    mfa: { ...common, policy: 'PromptOnlyAtSignIn' },
    adaptiveMfa: { enabled: false },
  });
  expect(bodyOf({ ...on, factors: [] }, on)).toMatchObject({
    mfa: { factors: [], policy: 'NoPrompt' },
    adaptiveMfa: { enabled: false },
  });
  const stored = valuesOf({
    mfa: { factors: ['Totp'], policy: 'PromptOnlyAtSignInMandatory' },
    passkeySignIn,
    adaptiveMfa: { enabled: true },
    trustedDevices,
  });
  expect(stored).toMatchObject({ adaptive: true, isRequired: false, prompt: 'PromptOnlyAtSignIn' });
});
