import type { MfaFactor, SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { describe, expect, test } from 'vitest';
import type { StoredFactor } from '#features/people/users';
import type { FactorHolder } from './factors.store.ts';
import {
  heldFactors,
  isMandatory,
  isUnverifiable,
  requiredVerification as judge,
  lacksBackupCodes,
  missingFactors,
  offersPasskey,
  type Progress,
  type Situation,
  suggestedFactors,
  suggestsMfa,
  turnsOn,
  usedDevice,
} from './judge.ts';

const requiredVerification = (given: Situation) => judge(given, { acceptsTrust: true });

type Policy = SignInExperience['mfa']['policy'];
const policies: Policy[] = ['Mandatory', 'UserControlled', 'PromptAtSignInAndSignUp', 'PromptOnlyAtSignIn', 'NoPrompt'];

const nobody: FactorHolder = {
  factors: [],
  primaryEmail: null,
  primaryPhone: null,
  username: 'anna',
  name: null,
  isSuspended: false,
  skipped: false,
  skipMfaOnSignIn: false,
  neverOfferPasskey: false,
  isOrganizationRequired: false,
  hasTemporaryCode: false,
  isEmailVerified: true,
  isPhoneVerified: true,
  trustedDeviceId: null,
  mfaEnabled: null,
  suggestionSkipped: false,
  hasSsoIdentity: false,
};
const common = { createdAt: '2026-01-01T00:00:00.000Z' };
const totp: StoredFactor = { ...common, id: 't', type: 'Totp', key: 'sealed' };
const passkey: StoredFactor = {
  ...common,
  id: 'w',
  type: 'WebAuthn',
  rpId: 'core.test',
  credentialId: 'c',
  publicKey: 'p',
  transports: [],
  counter: 0,
  agent: '',
};
const codes = (usedAt?: string) => ({
  ...common,
  id: 'b',
  type: 'BackupCode' as const,
  codes: [{ code: 'x', usedAt }],
});

const atSignIn: Progress = {
  isNew: false,
  isExempt: false,
  isVerified: false,
  isDemanded: false,
  isRecentDemanded: false,
  isRisky: false,
  isUnusual: false,
  proven: [],
  pending: [],
  enabled: false,
  isLegacy: false,
  skipped: false,
  suggestionSkipped: false,
  passkeySkipped: false,
};

function situation({
  policy = 'UserControlled',
  factors = ['Totp', 'WebAuthn'],
  organizations,
  passkeySignIn = {},
  adaptiveMfa = {},
  holder = {},
  progress = {},
  trusts = false,
}: {
  policy?: Policy;
  factors?: MfaFactor[];
  organizations?: 'Mandatory' | 'NoPrompt';
  passkeySignIn?: SignInExperience['passkeySignIn'];
  adaptiveMfa?: SignInExperience['adaptiveMfa'];
  holder?: Partial<FactorHolder>;
  progress?: Partial<Progress>;
  trusts?: boolean;
}): Situation {
  return {
    settings: { mfa: { factors, policy, organizationRequiredMfaPolicy: organizations }, passkeySignIn, adaptiveMfa },
    holder: { ...nobody, ...holder },
    progress: { ...atSignIn, ...progress },
    trustedDevices: { enabled: trusts, days: 30 },
    channels: { email: true, phone: true },
  };
}

const all: MfaFactor[] = ['BackupCode', 'EmailVerificationCode', 'PhoneVerificationCode', 'Totp', 'WebAuthn'];

describe('the factors of a user', () => {
  const holder = { primaryEmail: 'anna@example.com', primaryPhone: '491701234567', factors: [codes(), totp, passkey] };

  test('start with passkeys, then by last use, then phone, email and backup codes', () => {
    expect(heldFactors(situation({ factors: all, holder }))).toEqual([
      'WebAuthn',
      'Totp',
      'PhoneVerificationCode',
      'EmailVerificationCode',
      'BackupCode',
    ]);
    const used = { ...codes(), lastUsedAt: '2026-05-01T00:00:00.000Z' };
    const after = heldFactors(situation({ factors: all, holder: { ...holder, factors: [used, totp, passkey] } }));
    expect(after.at(-1)).toBe('BackupCode');
  });

  test('are only those that are enabled and usable', () => {
    expect(heldFactors(situation({ factors: ['WebAuthn'], holder }))).toEqual(['WebAuthn']);
    const spent = { ...holder, factors: [codes('2026-05-01T00:00:00.000Z')] };
    expect(heldFactors(situation({ factors: ['Totp', 'BackupCode'], holder: spent }))).toEqual([]);
  });

  test('are named with masked addresses', () => {
    expect(requiredVerification(situation({ factors: all, holder }))?.maskedIdentifiers).toEqual({
      EmailVerificationCode: 'a****@example.com',
      PhoneVerificationCode: '****4567',
    });
  });
});

describe('verification', () => {
  const holder = { factors: [totp] };

  test.each(policies)('is required with a factor under the policy %s', (policy) => {
    expect(requiredVerification(situation({ policy, holder }))?.availableFactors).toEqual(['Totp']);
    expect(requiredVerification(situation({ policy }))).toBeUndefined();
    expect(requiredVerification(situation({ policy, holder, progress: { isVerified: true } }))).toBeUndefined();
  });

  test('can be switched off by the user unless a factor is mandatory', () => {
    const relaxed = { ...holder, skipMfaOnSignIn: true, isOrganizationRequired: true };
    const isRequired = (more: object) => requiredVerification(situation({ holder: relaxed, ...more })) !== undefined;
    expect(policies.filter((policy) => isRequired({ policy }))).toEqual(['Mandatory']);
    expect(isRequired({ organizations: 'Mandatory' })).toBe(true);
    expect(isRequired({ organizations: 'NoPrompt' })).toBe(false);
    expect(isRequired({ progress: { isDemanded: true } })).toBe(true);
  });

  test('is left to enterprise providers unless the application demands it', () => {
    expect(requiredVerification(situation({ holder, progress: { isExempt: true } }))).toBeUndefined();
    expect(requiredVerification(situation({ holder, progress: { isExempt: true, isDemanded: true } }))).toBeDefined();
  });
});

describe('a missing factor', () => {
  const asked = (more: Parameters<typeof situation>[0]) => missingFactors(situation(more));

  test.each<[Policy, unknown, unknown]>([
    ['Mandatory', undefined, undefined],
    ['UserControlled', true, true],
    ['PromptAtSignInAndSignUp', true, true],
    ['PromptOnlyAtSignIn', true, 'not asked'],
    ['NoPrompt', 'not asked', 'not asked'],
  ])('under the policy %s is skippable at sign-in: %s, at sign-up: %s', (policy, signIn, signUp) => {
    const skippable = (isNew: boolean) => {
      const data = asked({ policy, progress: { isNew } });
      return data ? data.skippable : 'not asked';
    };
    expect([skippable(false), skippable(true)]).toEqual([signIn, signUp]);
  });

  test('names the factors that can be set up first', () => {
    expect(asked({ policy: 'Mandatory', factors: ['BackupCode', 'Totp'] })).toEqual({ availableFactors: ['Totp'] });
    expect(asked({ policy: 'Mandatory', factors: [] })).toBeUndefined();
  });

  test('is not asked for again after skipping, until it becomes mandatory', () => {
    const holder = { skipped: true, isOrganizationRequired: true };
    expect(policies.filter((policy) => asked({ policy, holder }))).toEqual(['Mandatory']);
    expect(policies.filter((policy) => asked({ policy, progress: { skipped: true } }))).toEqual(['Mandatory']);
    expect(asked({ policy: 'NoPrompt', organizations: 'Mandatory', holder })).toEqual({
      availableFactors: ['WebAuthn', 'Totp'],
    });
    expect(asked({ policy: 'NoPrompt', progress: { isDemanded: true } })).toBeDefined();
  });

  test('is not missing with a stored, new or implicit one; backup codes alone do not count', () => {
    const policy = 'Mandatory';
    expect(asked({ policy, holder: { factors: [passkey] } })).toBeUndefined();
    expect(asked({ policy, progress: { pending: ['Totp'] } })).toBeUndefined();
    expect(
      asked({ policy, factors: ['EmailVerificationCode'], holder: { primaryEmail: 'a@example.com' } }),
    ).toBeUndefined();
    expect(asked({ policy, factors: ['Totp', 'BackupCode'], holder: { factors: [codes()] } })).toBeDefined();
  });
});

describe('whether to turn second factors on', () => {
  const asks = (more: Parameters<typeof situation>[0]) => suggestsMfa(situation(more));

  test('is asked where users may decide, and until they have', () => {
    expect(policies.filter((policy) => asks({ policy }))).toEqual([
      'UserControlled',
      'PromptAtSignInAndSignUp',
      'PromptOnlyAtSignIn',
    ]);
    expect(asks({ policy: 'PromptOnlyAtSignIn', progress: { isNew: true } })).toBe(false);
    expect(asks({ factors: [] })).toBe(false);
    expect(asks({ holder: { skipped: true } })).toBe(false);
    expect(asks({ progress: { skipped: true } })).toBe(false);
    expect(asks({ progress: { enabled: true } })).toBe(false);
    expect(asks({ progress: { isLegacy: true } })).toBe(false);
    expect(asks({ organizations: 'Mandatory', holder: { isOrganizationRequired: true } })).toBe(false);
  });

  test('is remembered instead of asked for people of before who have a factor', () => {
    const holder = { factors: [totp] };
    expect([asks({ holder }), turnsOn(situation({ holder }))]).toEqual([false, true]);
    expect(asks({ holder: { ...holder, mfaEnabled: false } })).toBe(true);
    for (const known of [true, false]) {
      expect(turnsOn(situation({ holder: { ...holder, mfaEnabled: known } }))).toBe(false);
    }
    expect(asks({ holder: { mfaEnabled: true } })).toBe(false);
  });
});

describe('a further factor', () => {
  const email = { primaryEmail: 'anna@example.com' };
  const suggested = (more: Parameters<typeof situation>[0]) =>
    suggestedFactors(situation({ factors: ['EmailVerificationCode', 'Totp'], holder: email, ...more }));

  test('is suggested to users whose only factors sign in too', () => {
    // What the user has is listed too (observed 2, row 25).
    expect(suggested({ progress: { isNew: true } })).toEqual({
      availableFactors: ['Totp', 'EmailVerificationCode'],
      maskedIdentifiers: { EmailVerificationCode: 'a****@example.com' },
      skippable: true,
      suggestion: true,
      isWebAuthnUsedAsSignInPasskey: false,
    });
    const all: MfaFactor[] = ['BackupCode', 'EmailVerificationCode', 'PhoneVerificationCode', 'Totp', 'WebAuthn'];
    expect(suggested({ progress: { isNew: true }, factors: all })?.availableFactors).toEqual([
      'WebAuthn',
      'Totp',
      'PhoneVerificationCode',
      'EmailVerificationCode',
    ]);
    expect(suggested({ progress: { isNew: true }, factors: ['BackupCode', 'EmailVerificationCode'] })).toBeUndefined();
    expect(suggested({ progress: { isNew: false } })).toBeDefined();
    expect(suggested({ holder: { ...email, suggestionSkipped: true } })).toBeUndefined();
    expect(suggested({ holder: { ...email, factors: [totp] } })).toBeUndefined();
    const signsIn = { factors: ['WebAuthn', 'Totp'] as MfaFactor[], holder: { factors: [passkey] } };
    expect(suggested(signsIn)).toBeUndefined();
    expect(suggested({ ...signsIn, passkeySignIn: { enabled: true } })).toMatchObject({
      availableFactors: ['WebAuthn', 'Totp'],
      isWebAuthnUsedAsSignInPasskey: true,
    });
    expect(suggested({ progress: { isNew: true, pending: ['Totp'] } })).toBeUndefined();
    expect(suggested({ progress: { isNew: true, suggestionSkipped: true } })).toBeUndefined();
    expect(suggested({ progress: { isNew: true }, policy: 'NoPrompt' })).toBeUndefined();
  });
});

describe('backup codes', () => {
  const lacks = (more: Parameters<typeof situation>[0]) =>
    lacksBackupCodes(situation({ factors: ['Totp', 'BackupCode', 'EmailVerificationCode'], ...more }));

  test('are required next to an authenticator app or a passkey, and again when all are used', () => {
    expect(lacks({ holder: { factors: [totp] } })).toBe(true);
    expect(lacks({ progress: { pending: ['Totp'] } })).toBe(true);
    expect(lacks({ holder: { factors: [totp, codes()] } })).toBe(false);
    expect(lacks({ holder: { factors: [totp, codes('2026-05-01T00:00:00.000Z')] } })).toBe(true);
    expect(lacks({ holder: { factors: [totp] }, progress: { pending: ['BackupCode'] } })).toBe(false);
  });

  test('are not required without another factor, next to codes by email, or if the user skips factors', () => {
    expect(lacks({})).toBe(false);
    expect(lacks({ holder: { primaryEmail: 'a@example.com' } })).toBe(false);
    expect(lacks({ holder: { factors: [totp], skipMfaOnSignIn: true } })).toBe(false);
    expect(lacks({ holder: { factors: [totp] }, factors: ['Totp'] })).toBe(false);
  });
});

test('a passkey is offered until the user has one or declines', () => {
  const offers = (more: Parameters<typeof situation>[0]) =>
    offersPasskey(situation({ factors: [], passkeySignIn: { enabled: true }, ...more }));
  expect(offers({})).toBe(true);
  expect(offers({ passkeySignIn: {} })).toBe(false);
  expect(offers({ holder: { factors: [passkey] } })).toBe(false);
  expect(offers({ holder: { neverOfferPasskey: true } })).toBe(false);
  expect(offers({ holder: { hasSsoIdentity: true } })).toBe(false);
  expect(offers({ progress: { passkeySkipped: true } })).toBe(false);
  expect(offers({ progress: { pending: ['WebAuthn'] } })).toBe(false);
});

describe('a trusted device', () => {
  const holder = { factors: [totp], trustedDeviceId: 'laptop' };
  const asks = (more: Parameters<typeof situation>[0], acceptsTrust = true) =>
    judge(situation({ trusts: true, holder, ...more }), { acceptsTrust }) !== undefined;

  test('replaces the factor under every policy, and is offered after one', () => {
    expect(policies.filter((policy) => asks({ policy }))).toEqual([]);
    expect(usedDevice(situation({ trusts: true, holder }))).toBe('laptop');
    const untrusted = { factors: [totp] };
    expect(judge(situation({ trusts: true, holder: untrusted }), { acceptsTrust: true })?.trustedDeviceDays).toBe(30);
    expect(judge(situation({ holder: untrusted }), { acceptsTrust: true })).not.toHaveProperty('trustedDeviceDays');
  });

  test.each([
    ['the setting is off', { trusts: false }],
    ['the application demands a factor', { progress: { isDemanded: true } }],
    ['the application demands a recent sign-in', { progress: { isRecentDemanded: true } }],
    ['the sign-in is risky', { progress: { isRisky: true } }],
    [
      'an organization demands one',
      { organizations: 'Mandatory', holder: { ...holder, isOrganizationRequired: true } },
    ],
    ['a factor is being added', { progress: { pending: ['WebAuthn'] } }],
    ['backup codes are missing', { factors: ['Totp', 'BackupCode'] }],
  ] as const)('does not when %s', (_, more) => {
    // The table is readonly; the function only reads it.
    expect(asks(more as Parameters<typeof situation>[0])).toBe(true);
  });

  test('does not allow changes of the factors, and gets no offer that would require it', () => {
    expect(asks({}, false)).toBe(true);
    expect(offersPasskey(situation({ trusts: true, holder, passkeySignIn: { enabled: true } }))).toBe(false);
    expect(
      offersPasskey(
        situation({ trusts: true, holder, passkeySignIn: { enabled: true }, progress: { isVerified: true } }),
      ),
    ).toBe(true);
  });
});

describe('adaptive second factors', () => {
  const on = {
    policy: 'PromptAtSignInAndSignUpMandatory',
    adaptiveMfa: { enabled: true },
    holder: { factors: [totp] },
  } as const;
  const asks = (more: Parameters<typeof situation>[0] = {}, acceptsTrust = true) =>
    judge(situation({ ...on, ...more } as Parameters<typeof situation>[0]), { acceptsTrust }) !== undefined;

  test('ask only where a rule says so, and before factors change', () => {
    expect(asks()).toBe(false);
    expect(asks({ progress: { isUnusual: true } })).toBe(true);
    expect(asks({}, false)).toBe(true);
    expect(asks({ adaptiveMfa: {} })).toBe(true);
  });

  test.each([
    ['the application demands one', { progress: { isDemanded: true } }],
    ['the risk policy demands one', { progress: { isRisky: true } }],
    [
      'an organization demands one',
      { organizations: 'Mandatory', holder: { factors: [totp], isOrganizationRequired: true } },
    ],
    ['a factor is being added', { progress: { pending: ['WebAuthn'] } }],
    ['backup codes are missing', { factors: ['Totp', 'BackupCode'] }],
    [
      'the user has turned it off',
      { progress: { isUnusual: true }, holder: { factors: [totp], skipMfaOnSignIn: true } },
    ],
    [
      'the device is trusted',
      { trusts: true, progress: { isUnusual: true }, holder: { factors: [totp], trustedDeviceId: 'l' } },
    ],
  ] as const)('ask too if %s', (_, more) => {
    // The table is readonly; the function only reads it.
    expect(asks(more as Parameters<typeof situation>[0])).toBe(true);
  });

  test('have everybody set one up, new users at once or at the next sign-in', () => {
    const missing = (policy: Policy, isNew: boolean, more = {}) =>
      missingFactors(situation({ policy, adaptiveMfa: { enabled: true }, progress: { isNew, ...more } }));
    const needed = { availableFactors: ['WebAuthn', 'Totp'] };
    expect(missing('PromptAtSignInAndSignUpMandatory', true)).toEqual(needed);
    expect(missing('PromptOnlyAtSignInMandatory', false)).toEqual(needed);
    expect(missing('PromptOnlyAtSignInMandatory', true)).toBeUndefined();
    expect(missing('PromptOnlyAtSignInMandatory', true, { isDemanded: true })).toEqual(needed);
    for (const policy of ['PromptAtSignInAndSignUpMandatory', 'PromptOnlyAtSignInMandatory'] as const) {
      expect(isMandatory(situation({ policy }))).toBe(true);
      expect(suggestsMfa(situation({ policy }))).toBe(false);
    }
  });

  test('offer nothing that would require the factor', () => {
    const passkeys = { ...on, factors: ['Totp'] as MfaFactor[], passkeySignIn: { enabled: true } };
    expect(offersPasskey(situation({ ...passkeys, holder: { factors: [totp] } }))).toBe(false);
    expect(offersPasskey(situation({ ...passkeys, holder: {} }))).toBe(true);
  });
});

describe('a risky sign-in', () => {
  const addresses = { primaryEmail: 'anna@example.com', primaryPhone: '491701234567' };
  const factorsOf = (more: Parameters<typeof situation>[0]) =>
    requiredVerification(situation({ ...more, progress: { isRisky: true, ...more.progress } }))?.availableFactors;

  test('asks for a factor even if the user switched it off', () => {
    expect(factorsOf({ holder: { factors: [totp], skipMfaOnSignIn: true } })).toEqual(['Totp']);
  });

  test('asks users without a factor for a code to a verified address, but not to the one that signed in', () => {
    expect(factorsOf({ factors: [], holder: addresses })).toEqual(['EmailVerificationCode', 'PhoneVerificationCode']);
    expect(factorsOf({ factors: [], holder: { ...addresses, isEmailVerified: false } })).toEqual([
      'PhoneVerificationCode',
    ]);
    expect(factorsOf({ factors: [], holder: addresses, progress: { proven: ['EmailVerificationCode'] } })).toEqual([
      'PhoneVerificationCode',
    ]);
  });

  test('is refused if there is nothing to verify, unless an address has been proven already', () => {
    const cannot = (progress: Partial<Progress>, holder: Partial<FactorHolder> = {}) =>
      isUnverifiable(situation({ factors: [], holder, progress: { isRisky: true, ...progress } }));
    expect(cannot({})).toBe(true);
    expect(cannot({ isRisky: false })).toBe(false);
    expect(cannot({ isVerified: true })).toBe(false);
    expect(cannot({ proven: ['EmailVerificationCode'] })).toBe(false);
    expect(cannot({}, addresses)).toBe(false);
  });
});
