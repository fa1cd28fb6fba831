import { expect, test } from 'vitest';
import { GeneralForm, storedOf, valuesOf } from './form.ts';

const none = {
  sentinelPolicy: {},
  verificationCodePolicy: {},
  sessions: {
    maxMinutes: null,
    idleMinutes: null,
    maxSessions: null,
    alwaysConfirmSignOut: false,
    offersSessionChecks: false,
  },
};

test('a tenant without limits shows the defaults and sends none', () => {
  const values = valuesOf(none);
  expect(values).toMatchObject({ isCustom: false, maxAttempts: '100', lockoutDuration: '60', maxSessions: '' });
  const { data } = GeneralForm.safeParse(values);
  expect(data && storedOf(data)).toEqual(none);
});

test('custom limits survive the form', () => {
  const stored = {
    sentinelPolicy: { maxAttempts: 5, lockoutDuration: 1440 },
    verificationCodePolicy: { expirationDuration: 100, maxRetryAttempts: 3 },
    sessions: {
      maxMinutes: 600,
      idleMinutes: 30,
      maxSessions: 2,
      alwaysConfirmSignOut: false,
      offersSessionChecks: false,
    },
  };
  const { data } = GeneralForm.safeParse(valuesOf(stored));
  expect(data && storedOf(data)).toEqual(stored);
});

test.each([
  { maxAttempts: '0' },
  { maxAttempts: 'many' },
  { lockoutDuration: '' },
  { lockoutDuration: '525601' },
  { idleMinutes: '0' },
  { maxMinutes: '1.5' },
  { maxSessions: '1001' },
  { codeMinutes: '0.5' },
  { codeMinutes: '60.01' },
  { codeMinutes: 'ten' },
  { codeAttempts: '101' },
])('rejects %j', (parts) => {
  expect(GeneralForm.safeParse({ ...valuesOf(none), isCustom: true, ...parts }).success).toBe(false);
});
