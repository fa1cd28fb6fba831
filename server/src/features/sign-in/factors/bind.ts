import type { MfaFactor } from '@postern/contracts/experience/sign-in-experience';
import {
  findFactors,
  insertFactor,
  namePasskey,
  replaceFactors,
  requireRoomForPasskeys,
  type StoredFactor,
  updateMfaChoices,
} from '#features/people/users';
import { interactionOf, type PendingFactors, type SignInState, type Started } from '#features/sign-in/interaction';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { newId } from '#platform/secrets/ids';
import { heldFactors, type Situation } from './judge.ts';
import { getChangeable, getSituation, requireEnabled, requireSkippable } from './require-factor.ts';
import { getOwnRecord } from './totp.ts';

/** Codes are sent to addresses of the profile, so these are added with it. */
type OwnFactor = Exclude<MfaFactor, 'EmailVerificationCode' | 'PhoneVerificationCode'>;

const withFactors = (state: SignInState, added: PendingFactors): SignInState => ({
  ...state,
  mfa: { ...state.mfa, ...added },
});

/** What a verified record adds. Only records that registered a new factor do. */
function pendingOf(signIn: Started, situation: Situation, type: OwnFactor, verificationId: string): PendingFactors {
  if (type === 'Totp') {
    const { verified, secret, usedStep } = getOwnRecord(signIn, verificationId, 'Totp');
    if (!verified || !secret) {
      throw new AppError('session.mfa.pending_info_not_found');
    }
    if (situation.holder.factors.some((factor) => factor.type === 'Totp')) {
      throw new AppError('user.totp_already_in_use');
    }
    return { totp: { secret, usedStep } };
  }
  if (type === 'WebAuthn') {
    const { verified, passkey } = getOwnRecord(signIn, verificationId, 'WebAuthn');
    if (!verified || !passkey) {
      throw new AppError('session.mfa.pending_info_not_found');
    }
    const others = signIn.state.mfa?.webAuthn?.filter(({ credentialId }) => credentialId !== passkey.credentialId);
    requireRoomForPasskeys(situation.holder.factors, 1 + (others?.length ?? 0));
    return { webAuthn: [...(others ?? []), passkey] };
  }
  const { codes } = getOwnRecord(signIn, verificationId, 'BackupCode');
  if (!codes) {
    throw new AppError('session.mfa.pending_info_not_found');
  }
  const others = [...heldFactors(situation), ...situation.progress.pending].filter((factor) => factor !== 'BackupCode');
  if (others.length === 0) {
    throw new AppError('session.mfa.backup_code_can_not_be_alone');
  }
  return { backupCodes: codes };
}

/** What the sign-in may change, if this kind of factor can be added. */
export async function requireBindable(signIn: Started, type: MfaFactor): Promise<Situation> {
  const situation = await getChangeable(signIn);
  requireEnabled(situation, type);
  return situation;
}

/** Adds a factor to the sign-in. The last step stores it. */
export async function addFactor(signIn: Started, type: OwnFactor, verificationId: string): Promise<void> {
  const situation = await requireBindable(signIn, type);
  const added = pendingOf(signIn, situation, type, verificationId);
  // A passkey that is only for signing in is no second factor.
  const enabled = situation.settings.mfa.factors.includes(type) ? { enabled: true } : {};
  await signIn.save((fresh) => withFactors(fresh, { ...added, ...enabled }));
}

/** Adds a passkey to sign in with. The user has not decided about second factors with it. */
export async function addSignInPasskey(signIn: Started, verificationId: string): Promise<void> {
  const added = pendingOf(signIn, await requireBindable(signIn, 'WebAuthn'), 'WebAuthn', verificationId);
  await signIn.save((fresh) => withFactors(fresh, added));
}

/** The user turns second factors on: the last step asks for one if there is none. */
export async function enableFactors(signIn: Started): Promise<void> {
  await getChangeable(signIn);
  await signIn.save((fresh) => withFactors(fresh, { enabled: true }));
}

export async function skipFactors(signIn: Started): Promise<void> {
  requireSkippable(await getChangeable(signIn));
  await signIn.save((fresh) => withFactors(fresh, { skipped: true }));
}

/** Needs no factor: it changes nothing about the account but that this question is not asked again. */
export async function skipSuggestion(signIn: Started): Promise<void> {
  if (signIn.state.event === 'ForgotPassword') {
    throw new AppError('session.not_supported_for_forgot_password');
  }
  await getSituation(signIn);
  await signIn.save((fresh) => withFactors(fresh, { suggestionSkipped: true }));
}

/** A new user is asked again at the next sign-in. */
export async function skipPasskey(signIn: Started, never: boolean | undefined): Promise<void> {
  const { progress } = await getChangeable(signIn);
  const isFinal = never ?? !progress.isNew;
  await signIn.save((fresh) => withFactors(fresh, { passkeySkipped: isFinal ? 'always' : 'once' }));
}

const isCodeSet = (factor: StoredFactor) => factor.type === 'BackupCode';

/** Stores the new factors and choices of this sign-in with the account. Returns whether anything changed. */
export async function storeFactors(db: Db, signIn: Started, userId: string): Promise<boolean> {
  const { mfa } = signIn.state;
  if (!mfa) {
    return false;
  }
  const { totp, webAuthn = [], backupCodes } = mfa;
  const present = (await findFactors(db, userId, true)) ?? [];
  requireRoomForPasskeys(present, webAuthn.length);
  if (totp && present.some(({ type }) => type === 'Totp')) {
    throw new AppError('user.totp_already_in_use');
  }
  const common = () => ({ id: newId(), createdAt: new Date().toISOString() });
  const added: StoredFactor[] = totp
    ? [{ ...common(), type: 'Totp', key: totp.secret, ...(totp.usedStep ? { usedStep: totp.usedStep } : {}) }]
    : [];
  const names = present.map((factor) => (factor.type === 'WebAuthn' ? factor.name : undefined));
  for (const passkey of webAuthn) {
    const name = await namePasskey(passkey, names);
    names.push(name);
    added.push({ ...common(), type: 'WebAuthn', ...passkey, name });
  }
  if (backupCodes) {
    await replaceFactors(
      db,
      userId,
      present.filter((factor) => !isCodeSet(factor)),
    );
    added.push({ ...common(), type: 'BackupCode', codes: backupCodes.map((code) => ({ code })) });
  }
  for (const factor of added) {
    await insertFactor(db, userId, factor);
  }
  const choices = {
    ...(mfa.enabled ? { enabled: true } : {}),
    ...(mfa.skipped ? { skipped: true } : {}),
    ...(mfa.suggestionSkipped && !signIn.state.isLegacy ? { additionalBindingSuggestionSkipped: true } : {}),
    ...(mfa.passkeySkipped === 'always' ? { neverOfferPasskey: true } : {}),
  };
  if (Object.keys(choices).length > 0) {
    await updateMfaChoices(db, userId, choices);
  }
  const changes = {
    ...(added.length > 0 ? { added: added.map(({ type }) => type) } : {}),
    ...(mfa.skipped ? { skipped: true } : {}),
    ...(mfa.passkeySkipped === 'always' ? { neverOfferPasskey: true } : {}),
  };
  if (Object.keys(changes).length > 0) {
    const data = { ...interactionOf(signIn), ...changes };
    await emit(db, { name: 'User.MfaVerifications.Updated', subjectId: userId, data });
  }
  return added.length > 0;
}
