import type { MfaFactor } from '@postern/contracts/experience/sign-in-experience';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { signInProtectionOf } from '#features/experience/sign-in-protection';
import { messageChannels } from '#features/messages/connectors';
import type { SignIn, SignInState, Started, VerificationRecord } from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';
import { type FactorHolder, findFactorHolder } from './factors.store.ts';
import {
  type CodeFactor,
  isMandatory,
  isUnverifiable,
  lacksBackupCodes,
  missingFactors,
  offersPasskey,
  requiredVerification,
  type Situation,
  suggestedFactors,
  suggestsMfa,
} from './judge.ts';
import { trustedDigests } from './trusted-cookie.ts';

/** Proofs of enterprise providers, which are responsible for further factors of their users. */
const exemptTypes: readonly string[] = ['EnterpriseSso'];

function pendingFactors({ mfa, profile }: SignInState): MfaFactor[] {
  return [
    ...(mfa?.totp ? ['Totp' as const] : []),
    ...(mfa?.webAuthn?.length ? ['WebAuthn' as const] : []),
    ...(mfa?.backupCodes ? ['BackupCode' as const] : []),
    ...(profile.primaryEmail && !profile.isEmailUnverified ? ['EmailVerificationCode' as const] : []),
    ...(profile.primaryPhone && !profile.isPhoneUnverified ? ['PhoneVerificationCode' as const] : []),
  ];
}

/** Proofs of a second factor by the setting that enables them. The code of an administrator needs none. */
const enabledBy: Partial<Record<VerificationRecord['type'], MfaFactor>> = {
  Totp: 'Totp',
  WebAuthn: 'WebAuthn',
  BackupCode: 'BackupCode',
  MfaEmailVerificationCode: 'EmailVerificationCode',
  MfaPhoneVerificationCode: 'PhoneVerificationCode',
};

/**
 * Whether the identified user has verified a factor that is still enabled, or signed in with a passkey, which is two
 * factors at once. The risk policy also asks for codes that are no factors.
 */
function isFactorVerified(state: SignInState, factors: readonly MfaFactor[]): boolean {
  const { userId, verifiedFactor, identifiedBy } = state;
  const hasPasskey = identifiedBy?.type === 'SignInPasskey' && identifiedBy.userId === userId;
  const setting = verifiedFactor && enabledBy[verifiedFactor.type];
  const isEnabled = setting === undefined || factors.includes(setting) || isAskedByRisk(state);
  return userId !== undefined && (hasPasskey || (verifiedFactor?.userId === userId && isEnabled));
}

/** The address that the user has proven to sign in. */
function provenAddresses({ identifiedBy }: SignInState): CodeFactor[] {
  switch (identifiedBy?.type) {
    case 'EmailVerificationCode':
    case 'PhoneVerificationCode':
      return [identifiedBy.type];
    case 'OneTimeToken':
      return ['EmailVerificationCode'];
    default:
      return [];
  }
}

/** Whether the risk policy has asked for a factor. It stays so for the whole sign-in. */
const isAskedByRisk = ({ riskyUserId, userId }: SignInState) => userId !== undefined && riskyUserId === userId;

async function situationOf(signIn: SignIn, state: SignInState, holder: FactorHolder): Promise<Situation> {
  const { app, tenantId } = signIn;
  const isRisky = isAskedByRisk(state);
  const settings = await getSignInExperience(app, tenantId);
  return {
    settings,
    trustedDevices: (await signInProtectionOf(app, tenantId)).trustedDevices,
    channels: isRisky ? await messageChannels(app, tenantId) : { email: false, phone: false },
    holder,
    progress: {
      isRisky,
      isUnusual: state.userId !== undefined && state.unusualUserId === state.userId,
      proven: provenAddresses(state),
      isRecentDemanded: signIn.demandsRecent,
      isNew: state.isNew === true,
      isExempt: exemptTypes.includes(state.identifiedBy?.type ?? ''),
      isVerified: isFactorVerified(state, settings.mfa.factors),
      isDemanded: signIn.demandsFactor,
      pending: pendingFactors(state),
      enabled: state.mfa?.enabled === true,
      skipped: state.mfa?.skipped === true,
      suggestionSkipped: state.mfa?.suggestionSkipped === true,
      passkeySkipped: state.mfa?.passkeySkipped !== undefined,
      isLegacy: state.isLegacy === true,
    },
  };
}

/** A registration whose account does not exist yet: it holds no factors. */
const newcomerOf = ({ deferred }: SignInState): FactorHolder => ({
  factors: [],
  primaryEmail: deferred?.profile.email ?? null,
  primaryPhone: deferred?.profile.phone ?? null,
  username: deferred?.profile.username ?? null,
  name: null,
  isSuspended: false,
  skipped: false,
  skipMfaOnSignIn: false,
  neverOfferPasskey: false,
  mfaEnabled: null,
  suggestionSkipped: false,
  hasSsoIdentity: false,
  isOrganizationRequired: false,
  hasTemporaryCode: false,
  isEmailVerified: false,
  isPhoneVerified: false,
  trustedDeviceId: null,
});

/** Everything about the factors of the identified user. Throws if no user is identified. */
export async function getSituation(signIn: Started): Promise<Situation & { userId: string }> {
  const { app, tenantId, state } = signIn;
  const { userId } = state;
  const newUserId = userId === undefined && state.event === 'Register' ? state.newUserId : undefined;
  if (newUserId !== undefined) {
    return { ...(await situationOf(signIn, state, newcomerOf(state))), userId: newUserId };
  }
  const { trustedDevices } = await signInProtectionOf(app, tenantId);
  const holder =
    userId &&
    (await app.tenancy.read(tenantId, (db) =>
      findFactorHolder(db, userId, {
        digests: trustedDevices.enabled ? trustedDigests(signIn, userId) : [],
        days: trustedDevices.days,
      }),
    ));
  if (!userId || !holder) {
    throw new AppError('session.identifier_not_found');
  }
  if (holder.isSuspended) {
    throw new AppError('user.suspended');
  }
  return { ...(await situationOf(signIn, state, holder)), userId };
}

function requireVerified(situation: Situation, accepted: { acceptsTrust: boolean }): void {
  if (isUnverifiable(situation)) {
    throw new AppError('session.risk_refused');
  }
  const data = requiredVerification(situation, accepted);
  if (data) {
    throw new AppError('session.mfa.require_mfa_verification', { data });
  }
}

/** Whether factors can play any part in this sign-in. If not, the user's factors need not be read. */
async function mayMatter({ app, tenantId, state, demandsFactor }: Started): Promise<boolean> {
  const { mfa, passkeySignIn } = await getSignInExperience(app, tenantId);
  return (
    mfa.factors.length > 0 ||
    passkeySignIn.enabled === true ||
    demandsFactor ||
    state.mfa !== undefined ||
    isAskedByRisk(state)
  );
}

/**
 * Step 3 of the last step: the user must have verified a factor. Returns undefined if factors do not matter. Before the
 * account is changed, a trusted device is not enough.
 */
export async function requireFactor(
  signIn: Started,
  accepted: { acceptsTrust: boolean },
): Promise<Situation | undefined> {
  if (!(await mayMatter(signIn))) {
    return undefined;
  }
  const situation = await getSituation(signIn);
  requireVerified(situation, accepted);
  return situation;
}

/** Whether a factor of this type can be added. Passkeys are also added to sign in with them. */
export function requireEnabled({ settings: { mfa, passkeySignIn } }: Situation, factor: MfaFactor): void {
  const isForSignIn = factor === 'WebAuthn' && passkeySignIn.enabled === true;
  if (!mfa.factors.includes(factor) && !isForSignIn) {
    throw new AppError('session.mfa.mfa_factor_not_enabled');
  }
}

/** For steps that change the factors: not while a password is reset, and only after the present factor was verified. */
export async function getChangeable(signIn: Started): Promise<Situation & { userId: string }> {
  if (signIn.state.event === 'ForgotPassword') {
    throw new AppError('session.not_supported_for_forgot_password');
  }
  const situation = await getSituation(signIn);
  // Otherwise a stolen cookie and a password would be enough to add a factor.
  requireVerified(situation, { acceptsTrust: false });
  return situation;
}

/** The last step: the offer of a passkey, whether new factors are still enabled, and whether one is missing. */
export function requireBound(situation: Situation, { mfa }: SignInState): void {
  const isExempt = situation.progress.isExempt && !situation.progress.isDemanded;
  if (!isExempt && offersPasskey(situation)) {
    throw new AppError('user.passkey_preferred', { data: { skippable: true, suggestion: true } });
  }
  const added: MfaFactor[] = [
    ...(mfa?.totp ? ['Totp' as const] : []),
    ...(mfa?.webAuthn?.length ? ['WebAuthn' as const] : []),
    ...(mfa?.backupCodes ? ['BackupCode' as const] : []),
  ];
  for (const factor of added) {
    requireEnabled(situation, factor);
  }
  if (situation.progress.isDemanded && situation.settings.mfa.factors.length === 0 && !situation.progress.isVerified) {
    throw new AppError('session.mfa.mfa_factor_not_enabled');
  }
  if (isExempt) {
    return;
  }
  if (suggestsMfa(situation)) {
    throw new AppError('user.suggest_mfa');
  }
  const missing = missingFactors(situation);
  if (missing) {
    throw new AppError('user.missing_mfa', { data: missing });
  }
  const suggested = suggestedFactors(situation);
  if (suggested) {
    throw new AppError('session.mfa.suggest_additional_mfa', { data: suggested });
  }
  if (lacksBackupCodes(situation)) {
    throw new AppError('session.mfa.backup_code_required');
  }
}

export function requireSkippable(situation: Situation): void {
  if (isMandatory(situation)) {
    throw new AppError('session.mfa.mfa_policy_not_user_controlled');
  }
}
