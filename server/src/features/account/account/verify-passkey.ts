import { RegistrationOptions, type WebAuthnAttestation } from '@postern/contracts/account/account-mfa';
import { getAccountCenter } from '#features/experience/account-center';
import { findFactors, ownerOf, type Passkey } from '#features/people/users';
import { AppError } from '#platform/errors';
import type { Asked } from './asked.ts';
import { getPerson } from './change.ts';
import { findRecord, type PasskeyProof, updateRecord } from './records.store.ts';

/** Loaded on first use: most processes never register a passkey. */
const library = () => import('@simplewebauthn/server');

const timeout = 60_000;
/** ES256 and RS256 (RFC 8152 §8.1, RFC 8812 §2), which all authenticators support. */
const algorithms = [-7, -257];

/**
 * The registration options for the browser. The passkey is bound to the host of the tenant, regardless of the caller.
 */
export async function beginPasskey(asked: Asked) {
  const { app, tenantId, caller } = asked;
  const [person, factors = []] = await app.tenancy.read(tenantId, async (db) => [
    await getPerson(db, asked),
    await findFactors(db, caller.subject),
  ]);
  const { account, issuer: rpId } = ownerOf(app, tenantId, person);
  // Without a password, the passkey is the only proof of identity: possession of the device is not enough.
  const needsUserVerification = person.hasPassword !== true;
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: rpId,
    rpID: rpId,
    userID: new TextEncoder().encode(person.id),
    userName: account,
    userDisplayName: person.name ?? account,
    timeout,
    attestationType: 'none',
    excludeCredentials: factors.flatMap((factor) =>
      factor.type === 'WebAuthn' ? [{ id: factor.credentialId, transports: factor.transports as Transports }] : [],
    ),
    authenticatorSelection: {
      residentKey: 'discouraged',
      userVerification: needsUserVerification ? 'required' : 'preferred',
    },
    supportedAlgorithmIDs: algorithms,
  });
  const proof: PasskeyProof = { type: 'WebAuthn', challenge: options.challenge, rpId, needsUserVerification };
  return { proof, registrationOptions: RegistrationOptions.parse(options) };
}

/** Validated by the contract before they were stored. */
type Transports = NonNullable<WebAuthnAttestation['response']['transports']>;

async function verify(asked: Asked, proof: PasskeyProof, payload: WebAuthnAttestation): Promise<Passkey> {
  const { app, tenantId, request } = asked;
  const { webauthnRelatedOrigins } = await getAccountCenter(app, tenantId);
  const { verifyRegistrationResponse } = await library();
  const failed = new AppError('session.mfa.webauthn_verification_failed');
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...payload, type: 'public-key', clientExtensionResults: {} },
    expectedChallenge: proof.challenge,
    expectedOrigin: [app.endpointOf(tenantId), ...webauthnRelatedOrigins],
    expectedRPID: proof.rpId,
    requireUserVerification: proof.needsUserVerification === true,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: unknown) => {
    app.log.info({ err: error, tenantId }, 'passkey refused');
    throw failed;
  });
  if (!registrationInfo) {
    throw failed;
  }
  const { credential, aaguid } = registrationInfo;
  return {
    aaguid,
    rpId: proof.rpId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    transports: payload.response.transports ?? [],
    counter: credential.counter,
    agent: request.headers['user-agent']?.slice(0, 512) ?? '',
  };
}

/** Stores the passkey with its record until it is added to the account. */
export async function showPasskey(asked: Asked, id: string, payload: WebAuthnAttestation): Promise<void> {
  const { app, tenantId, caller } = asked;
  const proof = await app.tenancy.read(tenantId, (db) => findRecord(db, caller.subject, id));
  if (proof?.type !== 'WebAuthn') {
    throw new AppError('verification_record.not_found');
  }
  if (proof.passkey) {
    throw new AppError('session.mfa.pending_info_not_found');
  }
  const passkey = await verify(asked, proof, payload);
  await app.tenancy.write(tenantId, (db) => updateRecord(db, caller.subject, id, { ...proof, passkey }));
}
