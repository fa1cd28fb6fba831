import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { describe, lostIdentifiers, type MethodsValues, signUpOf, updateOf, valuesOf } from './methods-form.ts';
import { deriveValues, findProblems, identifiersToAdd, newMethod } from './rules.ts';

const both = { email: true, phone: true };
const none = { email: false, phone: false };

const base: MethodsValues = {
  signUpIdentifiers: ['username'],
  signUpPassword: true,
  methods: [{ identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true }],
  forgotPassword: [],
  socialTargets: [],
  automaticAccountLinking: false,
  socialPasswordRequired: false,
  socialSkipsRequired: false,
  singleSignOnEnabled: true,
  isRegistrationEnabled: true,
  unknownSessionRedirectUrl: '',
};

// Only the values that the form reads.
const stored = {
  signUp: { identifiers: ['username'], password: true, verify: false },
  signIn: { methods: base.methods },
  forgotPasswordMethods: null,
  socialSignIn: {},
  socialSignInConnectorTargets: [],
  singleSignOnEnabled: true,
  signInMode: 'SignInAndRegister',
  unknownSessionRedirectUrl: null,
} as unknown as SignInExperience;

test('stored values become one list of identifiers, and are unchanged after a round trip', () => {
  const signUp: SignInExperience['signUp'] = {
    identifiers: ['email', 'phone'],
    password: false,
    verify: true,
    secondaryIdentifiers: [{ identifier: 'username', verify: false }],
  };
  const values = valuesOf({ ...stored, signUp }, both);
  expect(values.signUpIdentifiers).toEqual(['emailOrPhone', 'username']);
  expect(signUpOf(values)).toEqual(signUp);
  expect(signUpOf({ signUpIdentifiers: ['username', 'emailOrPhone'], signUpPassword: true })).toEqual({
    identifiers: ['username'],
    password: true,
    verify: false,
    secondaryIdentifiers: [{ identifier: 'emailOrPhone', verify: true }],
  });
  expect(signUpOf({ signUpIdentifiers: [], signUpPassword: false })).toMatchObject({ identifiers: [], verify: false });
});

test('recovery defaults to the available channels until it is configured', () => {
  expect(valuesOf(stored, both).forgotPassword).toEqual(['EmailVerificationCode', 'PhoneVerificationCode']);
  expect(valuesOf(stored, { email: false, phone: true }).forgotPassword).toEqual(['PhoneVerificationCode']);
  expect(valuesOf({ ...stored, forgotPasswordMethods: [] }, both).forgotPassword).toEqual([]);
});

test('sends only changed parts', () => {
  const before = valuesOf(stored, both);
  expect(updateOf(before, before, stored)).toEqual({});
  expect(updateOf({ ...before, isRegistrationEnabled: false }, before, stored)).toEqual({ signInMode: 'SignIn' });
  expect(updateOf({ ...before, automaticAccountLinking: true }, before, stored)).toEqual({
    socialSignIn: { automaticAccountLinking: true },
  });
  expect(updateOf({ ...before, socialSkipsRequired: true }, before, stored)).toEqual({
    socialSignIn: { skipRequiredIdentifiers: true },
  });
  expect(updateOf({ ...before, socialPasswordRequired: true }, before, stored)).toEqual({
    socialSignIn: { passwordRequired: true },
  });
  expect(Object.keys(updateOf({ ...before, signUpIdentifiers: ['email'] }, before, stored))).toEqual(['signUp']);
});

test('a register-only installation stays register-only', () => {
  const registerOnly: SignInExperience = { ...stored, signInMode: 'Register' };
  const before = valuesOf(registerOnly, both);
  const closed = { ...before, isRegistrationEnabled: false };
  expect(updateOf(before, closed, registerOnly)).toEqual({ signInMode: 'Register' });
});

test('sign-up does not offer identifiers that overlap with existing ones', () => {
  expect(identifiersToAdd({ signUpIdentifiers: [] })).toEqual(['email', 'phone', 'emailOrPhone', 'username']);
  expect(identifiersToAdd({ signUpIdentifiers: ['email'] })).toEqual(['phone', 'username']);
  expect(identifiersToAdd({ signUpIdentifiers: ['emailOrPhone'] })).toEqual(['username']);
});

test('a new method has a password, and a code unless it is for usernames or the code is a second factor', () => {
  expect(newMethod('email', [])).toMatchObject({ password: true, verificationCode: true });
  expect(newMethod('email', ['EmailVerificationCode'])).toMatchObject({ verificationCode: false });
  expect(newMethod('phone', ['EmailVerificationCode'])).toMatchObject({ verificationCode: true });
  expect(newMethod('username', [])).toMatchObject({ password: true, verificationCode: false });
});

test('each sign-up identifier becomes a sign-in method', () => {
  const { methods } = deriveValues({ ...base, signUpIdentifiers: ['username', 'emailOrPhone'] }, []);
  expect(methods.map(({ identifier }) => identifier)).toEqual(['username', 'email', 'phone']);
});

test('without a password at sign-up codes are required; with only a username the password is', () => {
  const codeOff = { identifier: 'email', password: true, verificationCode: false, isPasswordPrimary: true } as const;
  const passwordless = deriveValues(
    { ...base, signUpIdentifiers: ['email'], signUpPassword: false, methods: [codeOff, ...base.methods] },
    [],
  );
  expect(passwordless.methods[0]).toMatchObject({ identifier: 'email', verificationCode: true });
  expect(passwordless.methods[1]).toMatchObject({ identifier: 'username', verificationCode: false });
  expect(deriveValues({ ...base, signUpPassword: false }, []).signUpPassword).toBe(true);
  expect(deriveValues({ ...base, signUpIdentifiers: [], signUpPassword: false }, []).signUpPassword).toBe(false);
});

test('without password sign-in there is no password recovery', () => {
  const codeOnly = { identifier: 'email', password: false, verificationCode: true, isPasswordPrimary: false } as const;
  const values = deriveValues(
    { ...base, signUpIdentifiers: ['email'], methods: [codeOnly], forgotPassword: ['EmailVerificationCode'] },
    [],
  );
  expect(values.forgotPassword).toEqual([]);
});

const reasons = (values: Partial<MethodsValues>, channels = both, factors: SignInExperience['mfa']['factors'] = []) =>
  findProblems({ ...base, ...values }, base, { channels, factors }).map(({ path, reason }) => `${path} ${reason}`);

const email = { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true } as const;

test('every server rule is checked before submitting', () => {
  expect(reasons({ signUpIdentifiers: ['username', 'email'] }, none)).toEqual(['signUpIdentifiers.1 noEmail']);
  expect(reasons({ signUpIdentifiers: ['emailOrPhone'] }, { email: true, phone: false })).toEqual([
    'signUpIdentifiers.0 noPhone',
  ]);
  expect(reasons({ signUpIdentifiers: ['username', 'emailOrPhone'] }, { email: true, phone: false })).toEqual([]);
  expect(reasons({ signUpIdentifiers: ['username', 'emailOrPhone'] }, none)).toEqual(['signUpIdentifiers.1 noEmail']);
  expect(reasons({ signUpIdentifiers: ['emailOrPhone', 'email'] })).toEqual(['signUpIdentifiers.1 duplicate']);
  expect(reasons({ methods: [{ ...email, password: false, verificationCode: false }] })).toEqual([
    'methods.0 noFactor',
  ]);
  expect(reasons({ methods: [email] }, none)).toEqual(['methods.0 noEmail']);
  expect(reasons({ methods: [email] }, both, ['EmailVerificationCode'])).toEqual(['methods.0 emailIsFactor']);
  expect(
    reasons({ signUpIdentifiers: ['email'], signUpPassword: false, methods: [{ ...email, verificationCode: false }] }),
  ).toEqual(['methods.0 codeNeeded']);
  expect(reasons({ forgotPassword: ['PhoneVerificationCode'] }, none)).toEqual(['forgotPassword noPhone']);
  expect(reasons({ unknownSessionRedirectUrl: 'somewhere' })).toEqual(['unknownSessionRedirectUrl webUrl']);
});

test('existing problems do not block other changes', () => {
  const broken = { ...base, methods: [email] };
  const can = { channels: none, factors: [] };
  expect(findProblems({ ...broken, singleSignOnEnabled: false }, broken, can)).toEqual([]);
  expect(findProblems({ ...broken, signUpPassword: false }, broken, can)).toHaveLength(1);
});

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
  socialSkipsRequired: false,
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
