import type { CallError } from '../../platform/client.ts';
import { type AskedFactors, type FactorWay, saveFactors } from '../../platform/draft.ts';
import { isInsideApp, nativeBridge } from '../../platform/native-bridge.ts';

type Failure = Pick<CallError, 'data' | 'code'>;

export const offerPath = '/create-passkey';

export const onboardingPath = '/mfa-onboarding';

export const factors: readonly FactorWay[] = [
  'Totp',
  'WebAuthn',
  'BackupCode',
  'EmailVerificationCode',
  'PhoneVerificationCode',
];

const isFactor = (name: unknown): name is FactorWay => factors.some((factor) => factor === name);

/** Passkeys do not work in the web view of a native application: offered there only if there is nothing else. */
function usable(available: FactorWay[]): FactorWay[] {
  const others = available.filter((factor) => factor !== 'WebAuthn');
  return (nativeBridge() || isInsideApp()) && others.length > 0 ? others : available;
}

function read({ data }: Failure) {
  const {
    availableFactors,
    maskedIdentifiers,
    isWebAuthnUsedAsSignInPasskey,
    skippable,
    suggestion,
    hasTemporaryCode,
    trustedDeviceDays,
  } = (data ?? {}) as Record<string, unknown>;
  return {
    available: usable(Array.isArray(availableFactors) ? availableFactors.filter(isFactor) : []),
    // The server validates its data against the contract.
    masked: (maskedIdentifiers ?? {}) as AskedFactors['masked'],
    isSkippable: skippable === true,
    isSuggestion: suggestion === true,
    hasTemporaryCode: hasTemporaryCode === true,
    hasPasskey: isWebAuthnUsedAsSignInPasskey === true,
    trustDays: typeof trustedDeviceDays === 'number' ? trustedDeviceDays : undefined,
  };
}

/** Keeps the factors to choose from, without those that the user has. A single one needs no list. */
export function askToBind(failure: Failure): string | undefined {
  const { available: all, masked, isSkippable, isSuggestion, hasPasskey } = read(failure);
  const available = all.filter((factor) => !(factor in masked) && !(factor === 'WebAuthn' && hasPasskey));
  const [first] = available;
  if (!first) {
    return undefined;
  }
  saveFactors({
    flow: 'bind',
    available,
    masked,
    isSkippable,
    isSuggestion: isSuggestion || failure.code === 'session.mfa.suggest_additional_mfa',
  });
  return available.length > 1 ? '/mfa-binding' : `/mfa-binding/${first}`;
}

/** The page of the first factor, which the server prefers; its page offers the others. */
export function askToVerify(failure: Failure): string | undefined {
  const { available, masked, hasTemporaryCode, trustDays } = read(failure);
  const all = hasTemporaryCode ? [...available, 'TemporaryCode' as const] : available;
  const [first] = all;
  if (!first) {
    return undefined;
  }
  saveFactors({ flow: 'verify', available: all, masked, isSkippable: false, isSuggestion: false, trustDays });
  return `/mfa-verification/${first}`;
}

const only = (factor: FactorWay): AskedFactors => ({
  flow: 'bind',
  available: [factor],
  masked: {},
  isSkippable: false,
  isSuggestion: false,
});

export function askForBackupCodes(): string {
  saveFactors(only('BackupCode'));
  return '/mfa-binding/BackupCode';
}

export function suggestPasskey(): string {
  saveFactors(only('WebAuthn'));
  return offerPath;
}

/** Whether to turn second factors on; the next answer of the server has the list. */
export function suggestMfa(): string {
  saveFactors({ flow: 'bind', available: [], masked: {}, isSkippable: true, isSuggestion: false });
  return onboardingPath;
}
