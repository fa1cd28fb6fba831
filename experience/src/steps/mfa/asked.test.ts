import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
};

async function open(window: object = {}) {
  vi.resetModules();
  vi.stubGlobal('window', { sessionStorage: storage(), ...window });
  return { ...(await import('./asked.ts')), ...(await import('../../platform/draft.ts')) };
}

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

const missing = (availableFactors: string[], more = {}) => ({
  code: 'user.missing_mfa',
  data: { availableFactors, ...more },
});

test('several factors lead to the list, one factor to its page', async () => {
  const { askToBind, askedFactors } = await open();
  expect(askToBind(missing(['Totp', 'WebAuthn'], { skippable: true }))).toBe('/mfa-binding');
  expect(askedFactors('bind')).toMatchObject({
    available: ['Totp', 'WebAuthn'],
    isSkippable: true,
    isSuggestion: false,
  });
  expect(askedFactors('verify')).toBeUndefined();
  expect(askToBind(missing(['Totp']))).toBe('/mfa-binding/Totp');
  expect(askedFactors('bind')).toMatchObject({ isSkippable: false });
});

test('unknown factors and missing data are no page', async () => {
  const { askToBind, askToVerify } = await open();
  expect(askToBind(missing(['Retina']))).toBeUndefined();
  expect(askToBind({ code: 'user.missing_mfa', data: undefined })).toBeUndefined();
  expect(askToVerify({ code: '', data: { availableFactors: 'Totp' } })).toBeUndefined();
});

test('a verification starts with the factor that the server prefers, and a temporary code comes last', async () => {
  const { askToVerify, askedFactors } = await open();
  const data = {
    availableFactors: ['EmailVerificationCode', 'BackupCode'],
    maskedIdentifiers: { EmailVerificationCode: 'f****@example.com' },
    hasTemporaryCode: true,
  };
  expect(askToVerify({ code: '', data })).toBe('/mfa-verification/EmailVerificationCode');
  expect(askedFactors('verify')).toMatchObject({
    available: ['EmailVerificationCode', 'BackupCode', 'TemporaryCode'],
    masked: { EmailVerificationCode: 'f****@example.com' },
  });
});

test('the web view of a native application offers no passkey beside other factors', async () => {
  const { askToVerify, askedFactors } = await open({ logtoNativeSdk: {} });
  expect(askToVerify({ code: '', data: { availableFactors: ['WebAuthn', 'Totp'] } })).toBe('/mfa-verification/Totp');
  expect(askedFactors('verify')?.available).toEqual(['Totp']);
  expect(askToVerify({ code: '', data: { availableFactors: ['WebAuthn'] } })).toBe('/mfa-verification/WebAuthn');
});

test('backup codes and a passkey offer need no list', async () => {
  const { askForBackupCodes, suggestPasskey, offerPath, askedFactors } = await open();
  expect(askForBackupCodes()).toBe('/mfa-binding/BackupCode');
  expect(askedFactors('bind')).toMatchObject({ available: ['BackupCode'], isSkippable: false });
  expect(suggestPasskey()).toBe(offerPath);
});
