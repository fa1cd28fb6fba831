import {
  isMandatoryPolicy,
  type MfaFactor,
  type SignInExperience,
} from '@postern/contracts/experience/sign-in-experience';
import type { SignInProtection } from '@postern/contracts/experience/sign-in-protection';
import type { MissingFactors, RequiredFactors } from '@postern/contracts/sign-in/factors';
import type { FactorHolder } from './factors.store.ts';

export type CodeFactor = 'EmailVerificationCode' | 'PhoneVerificationCode';
const isCodeFactor = (factor: MfaFactor): factor is CodeFactor =>
  factor === 'EmailVerificationCode' || factor === 'PhoneVerificationCode';

/** What the current sign-in has done about factors so far. */
export type Progress = {
  /** The account was created in this sign-in. */
  isNew: boolean;
  /** Signed in through an enterprise provider, which is responsible for further factors. */
  isExempt: boolean;
  isVerified: boolean;
  /** The application requires a second factor for this sign-in. */
  isDemanded: boolean;
  /** The application requires a recent sign-in (`max_age`). */
  isRecentDemanded: boolean;
  /** The risk policy requires a factor for this sign-in. */
  isRisky: boolean;
  /** A rule of adaptive second factors requires one for this sign-in. */
  isUnusual: boolean;
  /** The addresses that the sign-in has proven instead of a password. */
  proven: readonly CodeFactor[];
  pending: readonly MfaFactor[];
  /** The user has turned second factors on in this sign-in. */
  enabled: boolean;
  skipped: boolean;
  suggestionSkipped: boolean;
  passkeySkipped: boolean;
  /** Begun by the interaction API of older pages, which do not ask whether to turn second factors on. */
  isLegacy: boolean;
};

type Settings = Pick<SignInExperience, 'mfa' | 'passkeySignIn' | 'adaptiveMfa'>;

/** Everything that decides about factors in a sign-in, as plain values. */
export type Situation = {
  settings: Settings;
  holder: FactorHolder;
  progress: Progress;
  trustedDevices: SignInProtection['trustedDevices'];
  /** Which codes can be sent. */
  channels: { email: boolean; phone: boolean };
};

const addressOf = (holder: FactorHolder, factor: CodeFactor) =>
  factor === 'EmailVerificationCode' ? holder.primaryEmail : holder.primaryPhone;

const hasUnusedCodes = ({ factors }: FactorHolder) =>
  factors.some((factor) => factor.type === 'BackupCode' && factor.codes.some(({ usedAt }) => !usedAt));

function holds(holder: FactorHolder, factor: MfaFactor): boolean {
  if (isCodeFactor(factor)) {
    return addressOf(holder, factor) !== null;
  }
  return factor === 'BackupCode' ? hasUnusedCodes(holder) : holder.factors.some(({ type }) => type === factor);
}

/** Lower is first; factors with the same rank are sorted by their last use. */
const ranks: Record<MfaFactor, number> = {
  WebAuthn: 0,
  Totp: 1,
  PhoneVerificationCode: 2,
  EmailVerificationCode: 3,
  BackupCode: 4,
};

const lastUse = ({ factors }: FactorHolder, factor: MfaFactor) =>
  Math.max(
    0,
    ...factors.filter(({ type }) => type === factor).map(({ lastUsedAt }) => Date.parse(lastUsedAt ?? '') || 0),
  );

/** The enabled factors that the user can verify, in the order in which they are offered. */
export function heldFactors({ settings, holder }: Pick<Situation, 'settings' | 'holder'>): MfaFactor[] {
  const isFixed = (factor: MfaFactor) => factor === 'WebAuthn' || factor === 'BackupCode';
  return settings.mfa.factors
    .filter((factor) => holds(holder, factor))
    .sort((one, two) => {
      const byUse = isFixed(one) || isFixed(two) ? 0 : lastUse(holder, two) - lastUse(holder, one);
      return byUse || ranks[one] - ranks[two];
    });
}

/** Whether the user cannot do without a second factor. */
export function isMandatory({ settings: { mfa }, holder, progress }: Situation): boolean {
  return (
    isMandatoryPolicy(mfa.policy) ||
    (mfa.organizationRequiredMfaPolicy === 'Mandatory' && holder.isOrganizationRequired) ||
    progress.isDemanded
  );
}

const maskEmail = (email: string) => {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}****${email.slice(at)}`;
};
const maskPhone = (phone: string) => `****${phone.slice(-4)}`;

function maskedIdentifiers(holder: FactorHolder, factors: readonly MfaFactor[]) {
  return {
    ...(factors.includes('EmailVerificationCode') && holder.primaryEmail
      ? { EmailVerificationCode: maskEmail(holder.primaryEmail) }
      : {}),
    ...(factors.includes('PhoneVerificationCode') && holder.primaryPhone
      ? { PhoneVerificationCode: maskPhone(holder.primaryPhone) }
      : {}),
  };
}

/** Codes to verified addresses, for a risky sign-in of a user without a factor. Not to the address that signed in. */
function addressFactors({ holder, channels, progress }: Situation): CodeFactor[] {
  const usable: CodeFactor[] = [
    ...(holder.primaryEmail && holder.isEmailVerified && channels.email ? ['EmailVerificationCode' as const] : []),
    ...(holder.primaryPhone && holder.isPhoneVerified && channels.phone ? ['PhoneVerificationCode' as const] : []),
  ];
  return usable.filter((factor) => !progress.proven.includes(factor));
}

/** The factors that this sign-in can verify. A risky one of a user without a factor uses their addresses. */
export function verifiableFactors(situation: Situation): MfaFactor[] {
  const held = heldFactors(situation);
  return held.length === 0 && situation.progress.isRisky ? addressFactors(situation) : held;
}

/** Whether a risky sign-in cannot be verified at all. Who signed in with a code has proven an address already. */
export function isUnverifiable(situation: Situation): boolean {
  const { isRisky, isVerified, proven } = situation.progress;
  return isRisky && !isVerified && proven.length === 0 && verifiableFactors(situation).length === 0;
}

const isOrganizationDemand = ({ settings: { mfa }, holder }: Situation) =>
  mfa.organizationRequiredMfaPolicy === 'Mandatory' && holder.isOrganizationRequired;

/** Whether the user can choose not to be asked in this browser. */
export function mayTrust(situation: Situation): boolean {
  const { isNew, isDemanded, isRecentDemanded, isRisky, isUnusual } = situation.progress;
  return (
    situation.trustedDevices.enabled &&
    heldFactors(situation).length > 0 &&
    !isNew &&
    !isDemanded &&
    !isRecentDemanded &&
    !isRisky &&
    !isUnusual &&
    !isOrganizationDemand(situation)
  );
}

/**
 * Whether the trusted device replaces the factor. It never does where the application, an organization or the risk of
 * the sign-in demands one, nor before factors are added.
 */
function isTrusted(situation: Situation): boolean {
  return (
    situation.holder.trustedDeviceId !== null &&
    mayTrust(situation) &&
    situation.progress.pending.length === 0 &&
    !lacksBackupCodes(situation)
  );
}

/** The trusted device on which this sign-in relies instead of a verified factor. */
export const usedDevice = (situation: Situation): string | undefined =>
  !situation.progress.isVerified && isTrusted(situation) ? (situation.holder.trustedDeviceId ?? undefined) : undefined;

/**
 * Whether adaptive second factors need none in this sign-in. As with a trusted device, the application, an organization
 * and the risk policy may still demand one, and it comes before factors are added.
 */
function isUsual(situation: Situation): boolean {
  const { isUnusual, isDemanded, isRisky, pending } = situation.progress;
  return (
    situation.settings.adaptiveMfa.enabled === true &&
    !isUnusual &&
    !isDemanded &&
    !isRisky &&
    !isOrganizationDemand(situation) &&
    pending.length === 0 &&
    !lacksBackupCodes(situation)
  );
}

/** Whether the user has a factor and does not have to verify it in this sign-in. */
const isSpared = (situation: Situation) =>
  !situation.progress.isVerified && heldFactors(situation).length > 0 && (isTrusted(situation) || isUsual(situation));

/** The factors to verify before the sign-in may continue; undefined if none is needed. */
export function requiredVerification(
  situation: Situation,
  { acceptsTrust }: { acceptsTrust: boolean },
): RequiredFactors | undefined {
  const { holder, progress } = situation;
  const availableFactors = verifiableFactors(situation);
  const isSkipped = holder.skipMfaOnSignIn && !isMandatory(situation) && !progress.isRisky;
  const isExempt = progress.isExempt && !progress.isDemanded && !progress.isRisky;
  const isSparedNow = acceptsTrust && (isTrusted(situation) || isUsual(situation));
  const isDone = progress.isNew || progress.isVerified || isSparedNow;
  if (availableFactors.length === 0 || isDone || isExempt || isSkipped) {
    return undefined;
  }
  return {
    availableFactors,
    maskedIdentifiers: maskedIdentifiers(holder, availableFactors),
    ...(holder.hasTemporaryCode ? { hasTemporaryCode: true } : {}),
    ...(mayTrust(situation) ? { trustedDeviceDays: situation.trustedDevices.days } : {}),
  };
}

/** Factors that can be set up first: backup codes need another one. */
const bindable = ({ settings }: Pick<Situation, 'settings'>) =>
  settings.mfa.factors.filter((factor) => factor !== 'BackupCode').toSorted((one, two) => ranks[one] - ranks[two]);

/** Factors that the user will have after this sign-in, without backup codes. */
function ownFactors(situation: Situation): MfaFactor[] {
  const { progress } = situation;
  return bindable(situation).filter((factor) => holds(situation.holder, factor) || progress.pending.includes(factor));
}

function prompts({ settings: { mfa }, progress }: Situation): boolean {
  return mfa.policy !== 'NoPrompt' && !(mfa.policy.startsWith('PromptOnlyAtSignIn') && progress.isNew);
}

/** Whether the user may decide about a second factor, and has not done so yet. */
function mayDecide(situation: Situation): boolean {
  const { holder, progress } = situation;
  return prompts(situation) && !isMandatory(situation) && !holder.skipped && !progress.skipped;
}

/** Whether to ask the user to turn second factors on. Whoever has a factor since before this was asked, has them on. */
export function suggestsMfa(situation: Situation): boolean {
  const { holder, progress } = situation;
  if (progress.isLegacy || progress.enabled || bindable(situation).length === 0 || !mayDecide(situation)) {
    return false;
  }
  return holder.mfaEnabled === null ? ownFactors(situation).length === 0 : !holder.mfaEnabled;
}

/** Whether to remember that second factors are on: nobody asked this user yet, who has one. */
export const turnsOn = (situation: Situation) =>
  situation.holder.mfaEnabled === null &&
  !situation.progress.isLegacy &&
  mayDecide(situation) &&
  ownFactors(situation).length > 0;

/** Whether new users set up their factor at the next sign-in, and nothing but the policy demands it. */
const isLater = (situation: Situation) =>
  !prompts(situation) &&
  isMandatoryPolicy(situation.settings.mfa.policy) &&
  !situation.progress.isDemanded &&
  !isOrganizationDemand(situation);

/** The data of `user.missing_mfa`; undefined if the user has a factor, may skip and does, or is not asked. */
export function missingFactors(situation: Situation): MissingFactors | undefined {
  const availableFactors = bindable(situation);
  if (availableFactors.length === 0 || ownFactors(situation).length > 0) {
    return undefined;
  }
  if (isMandatory(situation) && !isLater(situation)) {
    return { availableFactors };
  }
  return mayDecide(situation) ? { availableFactors, skippable: true } : undefined;
}

/** Factors that also sign in, so that whoever has stolen this way of signing in may have them too. */
const signsIn = ({ settings }: Situation, factor: MfaFactor) =>
  isCodeFactor(factor) || (factor === 'WebAuthn' && settings.passkeySignIn.enabled === true);

/**
 * Who only has factors that also sign in could lose both at once. The list also has what they have;
 * `maskedIdentifiers` names their addresses.
 */
export function suggestedFactors(situation: Situation): MissingFactors | undefined {
  const { holder, progress, settings } = situation;
  const own = ownFactors(situation);
  const availableFactors = bindable(situation);
  const isSkipped = progress.suggestionSkipped || progress.skipped || holder.suggestionSkipped || holder.skipped;
  const isOnlyWayIn = own.length > 0 && own.every((factor) => signsIn(situation, factor));
  const isComplete = availableFactors.every((factor) => own.includes(factor));
  if (!isOnlyWayIn || isComplete || isSkipped || isSpared(situation) || !prompts(situation)) {
    return undefined;
  }
  return {
    availableFactors,
    maskedIdentifiers: maskedIdentifiers(holder, own),
    skippable: true,
    suggestion: true,
    isWebAuthnUsedAsSignInPasskey: settings.passkeySignIn.enabled === true && own.includes('WebAuthn'),
  };
}

/** Whether backup codes must be saved next to an authenticator app or a passkey. */
export function lacksBackupCodes(situation: Situation): boolean {
  const { settings, holder, progress } = situation;
  const isSkipped = holder.skipMfaOnSignIn && !isMandatory(situation);
  return (
    settings.mfa.factors.includes('BackupCode') &&
    !isSkipped &&
    !progress.pending.includes('BackupCode') &&
    !hasUnusedCodes(holder) &&
    ownFactors(situation).some((factor) => !isCodeFactor(factor))
  );
}

/**
 * Whether to offer a passkey for the next sign-in. Who was not asked for their factor is not: adding a passkey would
 * require it first.
 */
export function offersPasskey(situation: Situation): boolean {
  const { settings, holder, progress } = situation;
  return (
    !isSpared(situation) &&
    !holder.hasSsoIdentity &&
    settings.passkeySignIn.enabled === true &&
    !progress.passkeySkipped &&
    !holder.neverOfferPasskey &&
    !progress.pending.includes('WebAuthn') &&
    !holder.factors.some(({ type }) => type === 'WebAuthn')
  );
}
