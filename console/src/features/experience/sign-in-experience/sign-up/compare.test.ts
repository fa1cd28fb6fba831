import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { describe, lostIdentifiers } from './compare.ts';
import type { MethodsValues } from './methods-form.ts';

// Keys and values as they are, which is all that is compared here.
const t = ((key: string, values?: object) =>
  `${key.split('.').at(-1)}${values ? JSON.stringify(values) : ''}`) as unknown as TFunction;

const values: MethodsValues = {
  signUpIdentifiers: ['username'],
  signUpPassword: true,
  methods: [{ identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true }],
  forgotPassword: [],
  socialTargets: [],
  automaticAccountLinking: false,
  socialPasswordRequired: false,
  singleSignOnEnabled: false,
  isRegistrationEnabled: true,
  unknownSessionRedirectUrl: '',
};

const keys = (given: MethodsValues) => describe(given, t).signUp.map(({ key }) => key);

test('an identifier that becomes the main one is not listed as new', () => {
  const more = { ...values, signUpIdentifiers: ['username' as const, 'email' as const] };
  expect(keys(values)).toEqual(['username', 'withPassword']);
  expect(keys(more)).toEqual(['username', 'email', 'withPassword']);
  expect(describe(more, t).signUp[0]?.text).toBe('mainIs{"identifier":"username"}');
});

test('without identifiers nothing is asked for, not even a password', () => {
  expect(keys({ ...values, signUpIdentifiers: [] })).toEqual([]);
});

test('sign-in methods are listed with the one that comes first', () => {
  const email = { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: false } as const;
  const texts = describe({ ...values, methods: [email, { ...email, password: false }, ...values.methods] }, t).signIn;
  expect(texts.map(({ text }) => JSON.parse(text.slice('method'.length)).ways)).toEqual([
    'codeThenPassword',
    'codeOnly',
    'passwordOnly',
  ]);
});

test('lists removed identifiers', () => {
  expect(lostIdentifiers(values, { ...values, methods: [] })).toEqual(['username']);
  expect(lostIdentifiers(values, values)).toEqual([]);
});
