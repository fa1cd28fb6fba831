import type { IncomingHttpHeaders } from 'node:http';
import { maxPasskeys } from '@postern/contracts/people/user-mfa';
import {
  AuthenticationOptions,
  RegistrationOptions,
  type WebAuthnAssertion,
  type WebAuthnAttestation,
} from '@postern/contracts/people/webauthn';
import { relatedOriginsHeader } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import { endpointOf } from '#platform/config/config';
import { AppError } from '#platform/http/errors';
import type { Passkey, StoredFactor } from './mfa.store.ts';

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

/** Their owner reads all of them with each use (attack 54). */
export function requireRoomForPasskeys(factors: readonly StoredFactor[], added = 1): void {
  if (added > 0 && factors.filter(({ type }) => type === 'WebAuthn').length + added > maxPasskeys) {
    throw new AppError('user.too_many_passkeys', { values: { max: maxPasskeys } });
  }
}

/** Loaded on first use: most processes never see a passkey. */
const library = () => import('@simplewebauthn/server');

const timeout = 60_000;
/** ES256 and RS256 (RFC 8152 §8.1, RFC 8812 §2), which all authenticators support. */
const algorithms = [-7, -257];

/** Validated by the contract before they were stored. */
type Transports = NonNullable<WebAuthnAttestation['response']['transports']>;

/**
 * The hosts whose passkeys a request can use; new passkeys get the first one. It is the default host of the tenant, so
 * that a passkey works on all domains of the tenant. Browsers without related origins only know the host of the page.
 */
export function passkeyHosts(app: App, tenantId: string, headers: IncomingHttpHeaders): [string, ...string[]] {
  const [own, here] = [endpointOf(app.config, tenantId), app.endpointOf(tenantId)].map(
    (origin) => new URL(origin).hostname,
  ) as [string, string];
  if (own === here) {
    return [own];
  }
  return headers[relatedOriginsHeader] === 'unsupported' ? [here] : [own, here];
}

const credentialsOf = (factors: readonly StoredFactor[], rpId: string) =>
  factors.flatMap((factor) =>
    factor.type === 'WebAuthn' && factor.rpId === rpId
      ? [{ id: factor.credentialId, transports: factor.transports as Transports }]
      : [],
  );

type Holder = { rpId: string; userId: string; account: string; name: string | null; factors: readonly StoredFactor[] };

/** The registration options for the browser. */
export async function offerPasskey(holder: Holder) {
  const { rpId, userId, account, name, factors } = holder;
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: rpId,
    rpID: rpId,
    userID: new TextEncoder().encode(userId),
    userName: account,
    userDisplayName: name ?? account,
    timeout,
    attestationType: 'none',
    excludeCredentials: credentialsOf(factors, rpId),
    authenticatorSelection: {
      // A passkey that is not stored by its authenticator could never sign in, and each use verifies the user.
      residentKey: 'required',
      userVerification: 'required',
    },
    supportedAlgorithmIDs: algorithms,
  });
  return RegistrationOptions.parse(options);
}

type Expected = { challenge: string; rpId: string; origins: string[] };

/** A page inside of another site's page must not create or use passkeys (Web Authentication §7.1, §7.2, `crossOrigin`). */
function requireTopPage({ clientDataJSON }: { clientDataJSON: string }): void {
  const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
  if (typeof data === 'object' && data !== null && Reflect.get(data, 'crossOrigin') === true) {
    throw new Error('The passkey was used inside of a page of another site.');
  }
}

/** Verifies a created passkey. Throws if it does not answer the challenge of this host. */
export async function readNewPasskey(
  payload: WebAuthnAttestation,
  { challenge, rpId, origins }: Expected,
  agent: string | undefined,
): Promise<Passkey> {
  requireTopPage(payload.response);
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...payload, type: 'public-key', clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  });
  if (!registrationInfo) {
    throw new Error('The registration of the passkey was not verified.');
  }
  const { credential, aaguid, credentialDeviceType } = registrationInfo;
  return {
    aaguid,
    rpId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    transports: payload.response.transports ?? [],
    counter: credential.counter,
    agent: agent?.slice(0, 512) ?? '',
    isShareable: credentialDeviceType === 'multiDevice',
  };
}

/** The options to ask for one of these passkeys, or without factors for any passkey of the host. */
export async function requestPasskey(rpId: string, factors?: readonly StoredFactor[]) {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    timeout,
    userVerification: 'required',
    ...(factors ? { allowCredentials: credentialsOf(factors, rpId) } : {}),
  });
  return AuthenticationOptions.parse(options);
}

/** Verifies the response of a passkey and returns its new counter. Throws if it is not valid. */
export async function verifyPasskeyUse(
  payload: WebAuthnAssertion,
  passkey: Passkey,
  { challenge, rpId, origins }: Expected,
): Promise<number> {
  requireTopPage(payload.response);
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...payload, type: 'public-key', clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
      transports: passkey.transports as Transports,
    },
  });
  if (!verified) {
    throw new Error('The signature of the passkey was not verified.');
  }
  // Web Authentication Level 3 §7.2, step 18: the backup eligibility of a passkey does not change.
  const isShareable = authenticationInfo.credentialDeviceType === 'multiDevice';
  if (passkey.isShareable !== undefined && passkey.isShareable !== isShareable) {
    throw new Error('The passkey is of another kind than the one that was registered.');
  }
  return authenticationInfo.newCounter;
}
