import type { WebAuthnAssertion, WebAuthnAttestation } from '@postern/contracts/people/webauthn';
import type { Identifier } from '@postern/contracts/sign-in/sign-in';
import { getAccountCenter } from '#features/experience/account-center';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { lookedUp } from '#features/operations/throttle';
import {
  findCredentials,
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
  const { userId, holder } = await getChangeable(signIn);
  const { account } = ownerOf(app, tenantId, { ...holder, id: userId });
  const [rpId] = hostsOf(signIn);
  const registrationOptions = await offerPasskey({ rpId, userId, account, name: holder.name, factors: holder.factors });
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
  await getChangeable(signIn);
  const { registrationChallenge, registrationRpId, ...record } = getOwnRecord(signIn, verificationId, 'WebAuthn');
  if (!registrationChallenge) {
    throw new AppError('session.mfa.pending_info_not_found');
  }
  // A node of the previous release stores no host. It uses the one of the page.
  const rpId = registrationRpId ?? hostsOf(signIn).at(-1) ?? '';
  const expected = { challenge: registrationChallenge, rpId, origins: await originsOf(signIn) };
  const passkey = await readNewPasskey(payload, expected, signIn.request.headers['user-agent']).catch(refuse(signIn));
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

const newRequest = async (signIn: SignIn, rpId: string, challenge: string) => ({
  id: newId(),
  type: 'SignInPasskey' as const,
  verified: false,
  provenAt: await epochOfNow(signIn),
  challenge,
  rpId,
});

/** Asks for any passkey of this host. The options are the same for all, so they reveal no user. */
export async function askForSignInPasskey(signIn: SignIn) {
  await requirePasskeySignIn(signIn);
  const [rpId] = hostsOf(signIn);
  const authenticationOptions = await requestPasskey(rpId);
  return { record: await newRequest(signIn, rpId, authenticationOptions.challenge), authenticationOptions };
}

/** The same before the sign-in begins. */
export async function preflightSignInPasskey(signIn: SignIn) {
  const { record, authenticationOptions } = await askForSignInPasskey(signIn);
  const { challenge, rpId, provenAt } = record;
  await signIn.prepare({ challenge, rpId, provenAt });
  return { authenticationOptions };
}

/** Asks for a passkey of the user with this identifier. Unlike the others, the answer says whether there is one. */
export async function askForPasskeyOf(signIn: SignIn, identifier: Identifier) {
  await requirePasskeySignIn(signIn);
  const { app, tenantId, request, languages } = signIn;
  const found = await lookedUp(app, tenantId, { address: request.ip, languages }, () =>
    app.tenancy.read(tenantId, async (db) => {
      const person = await findCredentials(db, identifier);
      const factors = (person && (await findFactors(db, person.id))) ?? [];
      const hosts: readonly string[] = hostsOf(signIn);
      const hasPasskey = factors.some((factor) => factor.type === 'WebAuthn' && hosts.includes(factor.rpId));
      return person && hasPasskey ? { userId: person.id, factors } : undefined;
    }),
  );
  if (!found) {
    throw new AppError('session.mfa.webauthn_verification_not_found');
  }
  const authenticationOptions = await requestOwnPasskey(signIn, found.factors);
  const { rpId = '', challenge } = authenticationOptions;
  return {
    record: { ...(await newRequest(signIn, rpId, challenge)), askedUserId: found.userId },
    authenticationOptions,
  };
}

/** The request that a response answers: that of a step, or the one from before the sign-in began. */
function requestOf({ state }: Started, verificationId: string | undefined): SignInPasskeyRecord {
  if (verificationId === undefined) {
    if (!state.preflight) {
      throw new AppError('session.verification_session_not_found');
    }
    return { id: newId(), type: 'SignInPasskey', verified: false, ...state.preflight };
  }
  const record = getRecord(state, verificationId);
  if (record.type !== 'SignInPasskey') {
    throw new AppError('session.verification_session_not_found');
  }
  return record;
}

/** The user handle is the id that was given at registration. Passkeys of older releases need not store it. */
function userOf({ askedUserId }: SignInPasskeyRecord, { response }: WebAuthnAssertion): string | undefined {
  if (response.userHandle === undefined) {
    return askedUserId;
  }
  const userId = Buffer.from(response.userHandle, 'base64url').toString();
  if (askedUserId !== undefined && askedUserId !== userId) {
    throw new AppError('session.identity_conflict');
  }
  return /^\w{1,12}$/.test(userId) ? userId : undefined;
}

/** The passkey itself names its user. */
export async function verifySignInPasskey(
  signIn: Started,
  verificationId: string | undefined,
  payload: WebAuthnAssertion,
): Promise<SignInPasskeyRecord> {
  await requirePasskeySignIn(signIn);
  const { challenge, rpId, askedUserId, ...rest } = requestOf(signIn, verificationId);
  if (!challenge) {
    throw new AppError('session.passkey_sign_in.pending_info_not_found');
  }
  const hosts: readonly string[] = hostsOf(signIn);
  if (rpId !== undefined && !hosts.includes(rpId)) {
    throw new AppError('session.passkey_sign_in.conflict_rp_id');
  }
  const userId = userOf({ ...rest, askedUserId }, payload);
  const factors = userId && (await signIn.app.tenancy.read(signIn.tenantId, (db) => findFactors(db, userId)));
  if (!userId || !findPasskey(factors || [], payload.id, hosts)) {
    // The browser can remove the passkey from its list (Signal API).
    throw new AppError('session.identifier_not_found', { status: 400 });
  }
  const epoch = await takePasskeyUse(signIn, userId, challenge, payload);
  // Requests of the previous release have no time.
  return { ...rest, verified: true, userId, ...(rest.provenAt === undefined ? { epoch } : {}) };
}
