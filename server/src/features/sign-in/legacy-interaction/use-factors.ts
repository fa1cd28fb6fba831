import type { BodyOf } from '@postern/contracts/endpoint';
import { isMandatoryPolicy, type MfaFactor } from '@postern/contracts/experience/sign-in-experience';
import { factorsApi } from '@postern/contracts/sign-in/factors';
import type { legacyInteractionApi } from '@postern/contracts/sign-in/legacy-interaction';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { requireStarted, type SignIn, type Started } from '#features/sign-in/interaction';
import { reloadSignIn, takeStep } from '#features/sign-in/sign-in';
import { AppError } from '#platform/http/errors';
import { newShortId } from '#platform/secrets/ids';
import { namePerson } from './name-person.ts';

const isEnabled = async ({ app, tenantId }: SignIn, factor: MfaFactor) =>
  (await getSignInExperience(app, tenantId)).mfa.factors.includes(factor);

/** A new user gets their ID now, so that factors can be encrypted for it before the last step creates the account. */
async function nameNewcomer(started: Started): Promise<Started> {
  const { userId, newUserId } = started.state;
  if ((userId ?? newUserId) === undefined) {
    await started.save((fresh) => (fresh.newUserId ? fresh : { ...fresh, newUserId: newShortId() }));
  }
  return requireStarted(await reloadSignIn(started));
}

/** The user of this sign-in, or the future one of a registration. */
async function nameOwner(signIn: SignIn): Promise<Started> {
  const started = requireStarted(signIn);
  const { event } = started.state;
  const named = event === 'SignIn' ? await namePerson(signIn) : started;
  const owner = event === 'Register' ? await nameNewcomer(named) : named;
  if (!(owner.state.userId ?? owner.state.newUserId)) {
    throw new AppError('session.identifier_not_found');
  }
  return owner;
}

async function requireNewFactor(signIn: SignIn, factor: MfaFactor): Promise<void> {
  const { state } = requireStarted(signIn);
  if (state.event === 'ForgotPassword') {
    throw new AppError('session.not_supported_for_forgot_password');
  }
  if (state.event === 'SignIn') {
    await nameOwner(signIn);
  }
  if (!(await isEnabled(signIn, factor))) {
    throw new AppError('session.mfa.mfa_factor_not_enabled');
  }
  await nameOwner(signIn);
}

export async function createTotp(signIn: SignIn) {
  await requireNewFactor(signIn, 'Totp');
  const { body } = await takeStep(signIn, factorsApi.createTotp);
  return { body: { secret: body.secret, secretQrCode: body.secretQrCode } };
}

export async function createPasskey(signIn: SignIn) {
  await requireNewFactor(signIn, 'WebAuthn');
  const { body } = await takeStep(signIn, factorsApi.createPasskey);
  return { body: body.registrationOptions };
}

async function requireSignIn(signIn: SignIn): Promise<Started> {
  if (requireStarted(signIn).state.event !== 'SignIn') {
    throw new AppError('session.mfa.mfa_sign_in_only');
  }
  return nameOwner(signIn);
}

export async function askForPasskey(signIn: SignIn) {
  await requireSignIn(signIn);
  const { body } = await takeStep(signIn, factorsApi.askForPasskey);
  return { body: body.authenticationOptions };
}

/** The record of an earlier operation: this API has no ids of verifications. */
function pendingId({ state }: Started, type: 'Totp' | 'WebAuthn' | 'BackupCode'): string {
  const record = state.records.find((one) => one.type === type);
  if (!record) {
    throw new AppError('session.mfa.pending_info_not_found');
  }
  return record.id;
}

export async function verifyMfa(signIn: SignIn, payload: BodyOf<typeof legacyInteractionApi.verifyMfa>): Promise<void> {
  const named = await requireSignIn(signIn);
  if (payload.type === 'WebAuthn') {
    const verificationId = pendingId(named, 'WebAuthn');
    await takeStep(signIn, factorsApi.verifyPasskey, { body: { verificationId, payload } });
    return;
  }
  if (!(await isEnabled(signIn, payload.type))) {
    throw new AppError('session.mfa.mfa_factor_not_enabled');
  }
  const step = payload.type === 'Totp' ? factorsApi.verifyTotp : factorsApi.verifyBackupCode;
  await takeStep(signIn, step, { body: { code: payload.code } });
}

async function prepare(signIn: SignIn, named: Started, payload: BodyOf<typeof legacyInteractionApi.bindMfa>) {
  const verificationId = pendingId(named, payload.type);
  if (payload.type === 'Totp') {
    await takeStep(signIn, factorsApi.verifyTotp, { body: { code: payload.code, verificationId } });
  } else if (payload.type === 'WebAuthn') {
    await takeStep(signIn, factorsApi.verifyNewPasskey, { body: { verificationId, payload } });
  }
  return verificationId;
}

export async function bindMfa(signIn: SignIn, payload: BodyOf<typeof legacyInteractionApi.bindMfa>): Promise<void> {
  requireStarted(signIn);
  if (!(await isEnabled(signIn, payload.type))) {
    throw new AppError('user.sign_in_method_not_enabled');
  }
  const named = await nameOwner(signIn);
  const { mfa } = named.state;
  if ((payload.type === 'Totp' && mfa?.totp) || (payload.type === 'BackupCode' && mfa?.backupCodes)) {
    throw new AppError('session.mfa.bind_mfa_existed');
  }
  const verificationId = await prepare(signIn, named, payload);
  await takeStep(signIn, factorsApi.bind, { body: { type: payload.type, verificationId } });
}

export async function skipMfa(signIn: SignIn): Promise<void> {
  const started = requireStarted(signIn);
  const { mfa } = await getSignInExperience(signIn.app, signIn.tenantId);
  if (isMandatoryPolicy(mfa.policy)) {
    throw new AppError('session.mfa.mfa_policy_not_user_controlled');
  }
  await started.save((fresh) => ({ ...fresh, deferred: { profile: {}, ...fresh.deferred, skipsMfa: true } }));
}

/** Pages of this API know neither the offer of a passkey nor the suggestion of a further factor. */
export async function applyChoices(signIn: SignIn): Promise<void> {
  const { save, state } = requireStarted(await reloadSignIn(signIn));
  if (state.event === 'ForgotPassword') {
    return;
  }
  const skipped = state.deferred?.skipsMfa ? { skipped: true } : {};
  const { mfa, passkeySignIn } = await getSignInExperience(signIn.app, signIn.tenantId);
  if (state.deferred?.skipsMfa || mfa.factors.length > 0 || passkeySignIn.enabled) {
    await save((fresh) => ({
      ...fresh,
      mfa: { passkeySkipped: 'once', suggestionSkipped: true, ...fresh.mfa, ...skipped },
    }));
  }
}

/** The last step demands backup codes: this API returns new ones with the error, and `bind-mfa` stores them. */
export async function addBackupCodes(signIn: SignIn, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'session.mfa.backup_code_required') {
    return error;
  }
  const { body } = await takeStep(signIn, factorsApi.createBackupCodes);
  return new AppError(error.code, { status: 400, data: { codes: body.codes } });
}
