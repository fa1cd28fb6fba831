import type { WebAuthnAssertion, WebAuthnAttestation } from '@postern/contracts/people/webauthn';
import { getAccountCenter } from '#features/experience/account-center';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import {
  findFactors,
  offerPasskey,
  ownerOf,
  type Passkey,
  passkeyHosts,
  readNewPasskey,
  replaceFactors,
  requestPasskey,
  type StoredFactor,
  verifyPasskeyUse,
} from '#features/people/users';
import {
  epochOfNow,
  getRecord,
  type SignIn,
  type SignInPasskeyRecord,
  type Started,
  type WebAuthnRecord,
} from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';
import { newId } from '#platform/secrets/ids';
import { originOf } from '#platform/tenancy/addresses';
import { getChangeable, getSituation } from './require-factor.ts';
import { getOwnRecord } from './totp.ts';

type PasskeyRequest = Pick<SignIn, 'app' | 'tenantId' | 'request'>;

const hostsOf = ({ app, tenantId, request }: PasskeyRequest) => passkeyHosts(app, tenantId, request.headers);

async function originsOf({ app, tenantId }: PasskeyRequest): Promise<string[]> {
  const { webauthnRelatedOrigins } = await getAccountCenter(app, tenantId);
  return [...(await app.domains.endpointsOf(tenantId)).map(originOf), ...webauthnRelatedOrigins];
}

function refuse({ app, tenantId }: PasskeyRequest): (error: unknown) => never {
  return (error) => {
    app.log.info({ err: error, tenantId }, 'passkey refused');
    throw new AppError('session.mfa.webauthn_verification_failed');
  };
}

export async function createPasskey(signIn: Started) {
  const { app, tenantId } = signIn;
  const { userId, holder, settings } = await getChangeable(signIn);
  const { account } = ownerOf(app, tenantId, { ...holder, id: userId });
  const [rpId] = hostsOf(signIn);
  const isDiscoverable = settings.passkeySignIn.enabled === true;
  const registrationOptions = await offerPasskey(
    { rpId, userId, account, name: holder.name, factors: holder.factors },
    { isDiscoverable, needsUserVerification: isDiscoverable },
  );
  const record: WebAuthnRecord = {
    id: newId(),
    type: 'WebAuthn',
    userId,
    verified: false,
    registrationChallenge: registrationOptions.challenge,
    registrationRpId: rpId,
  };
  return { record, registrationOptions };
}

export async function verifyNewPasskey(
  signIn: Started,
  verificationId: string,
  payload: WebAuthnAttestation,
): Promise<WebAuthnRecord> {
  const { settings } = await getChangeable(signIn);
  const { registrationChallenge, registrationRpId, ...record } = getOwnRecord(signIn, verificationId, 'WebAuthn');
  if (!registrationChallenge) {
    throw new AppError('session.mfa.pending_info_not_found');
  }
  // A node of the previous release stores no host. It uses the one of the page.
  const rpId = registrationRpId ?? hostsOf(signIn).at(-1) ?? '';
  const expected = { challenge: registrationChallenge, rpId, origins: await originsOf(signIn) };
  const passkey = await readNewPasskey(payload, expected, {
    needsUserVerification: settings.passkeySignIn.enabled === true,
    agent: signIn.request.headers['user-agent'],
  }).catch(refuse(signIn));
  return { ...record, verified: true, passkey };
}

/** The options for the passkeys of one user. A request is for the passkeys of one host only. */
export async function requestOwnPasskey(asked: PasskeyRequest, factors: readonly StoredFactor[]) {
  const rpId = hostsOf(asked).find((host) =>
    factors.some((factor) => factor.type === 'WebAuthn' && factor.rpId === host),
  );
  if (rpId === undefined) {
    throw new AppError('session.mfa.webauthn_verification_not_found');
  }
  return requestPasskey(rpId, factors);
}

/** Asks for a passkey of the identified user. */
export async function askForPasskey(signIn: Started) {
  const { userId, holder, settings } = await getSituation(signIn);
  if (!settings.mfa.factors.includes('WebAuthn')) {
    throw new AppError('session.mfa.webauthn_verification_not_found');
  }
  const authenticationOptions = await requestOwnPasskey(signIn, holder.factors);
  const record: WebAuthnRecord = {
    id: newId(),
    type: 'WebAuthn',
    userId,
    verified: false,
    authenticationChallenge: authenticationOptions.challenge,
  };
  return { record, authenticationOptions };
}

type StoredPasskey = Extract<StoredFactor, { type: 'WebAuthn' }>;

const findPasskey = (factors: readonly StoredFactor[], credentialId: string, hosts: readonly string[]) =>
  factors.find(
    (factor): factor is StoredPasskey =>
      factor.type === 'WebAuthn' && factor.credentialId === credentialId && hosts.includes(factor.rpId),
  );

/**
 * Verifies the signature and stores the counter. The factors stay locked, so that no counter is accepted twice. Returns
 * the security epoch of the user.
 */
export async function takePasskeyUse(
  signIn: PasskeyRequest,
  userId: string,
  challenge: string,
  payload: WebAuthnAssertion,
): Promise<number | undefined> {
  const { app, tenantId } = signIn;
  const origins = await originsOf(signIn);
  return app.tenancy.write(tenantId, async (db) => {
    const factors = (await findFactors(db, userId, true)) ?? [];
    const stored = findPasskey(factors, payload.id, hostsOf(signIn));
    if (!stored) {
      throw new AppError('session.mfa.webauthn_verification_failed');
    }
    const passkey: Passkey = stored;
    const expected = { challenge, origins, rpId: stored.rpId };
    const counter = await verifyPasskeyUse(payload, passkey, expected).catch(refuse(signIn));
    const used = { ...stored, counter, lastUsedAt: new Date().toISOString() };
    return replaceFactors(
      db,
      userId,
      factors.map((factor) => (factor.id === stored.id ? used : factor)),
    );
  });
}

export async function verifyPasskey(
  signIn: Started,
  verificationId: string,
  payload: WebAuthnAssertion,
): Promise<WebAuthnRecord> {
  const { userId } = await getSituation(signIn);
  const { authenticationChallenge, ...record } = getOwnRecord(signIn, verificationId, 'WebAuthn');
  if (!authenticationChallenge) {
    throw new AppError('session.mfa.pending_info_not_found');
  }
  await takePasskeyUse(signIn, userId, authenticationChallenge, payload);
  return { ...record, verified: true };
}

async function requirePasskeySignIn({ app, tenantId }: SignIn): Promise<void> {
  const { passkeySignIn } = await getSignInExperience(app, tenantId);
  if (passkeySignIn.enabled !== true) {
    throw new AppError('user.sign_in_method_not_enabled');
  }
}

/** Asks for any passkey of this host. The options are the same for all, so they reveal no user. */
export async function askForSignInPasskey(signIn: Started) {
  await requirePasskeySignIn(signIn);
  const authenticationOptions = await requestPasskey(hostsOf(signIn)[0]);
  const record: SignInPasskeyRecord = {
    id: newId(),
    type: 'SignInPasskey',
    verified: false,
    provenAt: epochOfNow(),
    challenge: authenticationOptions.challenge,
  };
  return { record, authenticationOptions };
}

/** The passkey itself names its user: the user handle is the id that was given at registration. */
export async function verifySignInPasskey(
  signIn: Started,
  verificationId: string,
  payload: WebAuthnAssertion,
): Promise<SignInPasskeyRecord> {
  await requirePasskeySignIn(signIn);
  const record = getRecord(signIn.state, verificationId);
  if (record.type !== 'SignInPasskey') {
    throw new AppError('session.verification_session_not_found');
  }
  const { challenge, ...rest } = record;
  if (!challenge) {
    throw new AppError('session.mfa.pending_info_not_found');
  }
  const userId = Buffer.from(payload.response.userHandle ?? '', 'base64url').toString();
  const factors = /^\w{1,12}$/.test(userId)
    ? await signIn.app.tenancy.read(signIn.tenantId, (db) => findFactors(db, userId))
    : undefined;
  if (!findPasskey(factors ?? [], payload.id, hostsOf(signIn))) {
    // The browser can remove the passkey from its list (Signal API).
    throw new AppError('session.mfa.webauthn_verification_not_found');
  }
  const epoch = await takePasskeyUse(signIn, userId, challenge, payload);
  // Requests of the previous release have no time.
  return { ...rest, verified: true, userId, ...(rest.provenAt === undefined ? { epoch } : {}) };
}
