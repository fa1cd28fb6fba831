import { RegistrationOptions, type WebAuthnAttestation } from '@postern/contracts/people/webauthn';
import { getAccountCenter } from '#features/experience/account-center';
import { findFactors, ownerOf, type Passkey } from '#features/people/users';
import { AppError } from '#platform/errors';
import type { AccountRequest } from './access.ts';
import { getPerson } from './change.ts';
import { findRecord, type PasskeyProof, updateRecord } from './records.store.ts';

/** Well-known authenticators by the id of their model (WebAuthn §6.5.2). */
const knownAuthenticators: Record<string, string> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  'b84e4048-15dc-4dd0-8640-f4f60813c8af': 'NordPass',
  '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': 'Keeper',
};

const maxLength = 64;

async function nameOf({ aaguid, agent }: Passkey): Promise<string> {
  const known = aaguid && knownAuthenticators[aaguid];
  if (known) {
    return known;
  }
  if (!agent) {
    return 'Passkey';
  }
  // Loaded on first use, as in the list of sessions.
  const { default: bowser } = await import('bowser');
  const { browser, os } = bowser.parse(agent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || 'Passkey';
}

/** A recognizable name such as `Chrome on Windows`; duplicates get a number. */
export async function namePasskey(passkey: Passkey, taken: readonly (string | undefined)[]): Promise<string> {
  const name = (await nameOf(passkey)).slice(0, maxLength - 5);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} (${number})`;
    if (!taken.includes(candidate)) {
      return candidate;
    }
  }
}

/** Loaded on first use: most processes never register a passkey. */
const library = () => import('@simplewebauthn/server');

const timeout = 60_000;
/** ES256 and RS256 (RFC 8152 §8.1, RFC 8812 §2), which all authenticators support. */
const algorithms = [-7, -257];

/**
 * The registration options for the browser. The passkey is bound to the host of the tenant, regardless of the caller.
 */
export async function beginPasskey(asked: AccountRequest) {
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

async function verify(asked: AccountRequest, proof: PasskeyProof, payload: WebAuthnAttestation): Promise<Passkey> {
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
export async function showPasskey(asked: AccountRequest, id: string, payload: WebAuthnAttestation): Promise<void> {
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
