import type { Address } from '@postern/contracts/sign-in/sign-in';
import { googleCsrfCookie, googleFactoryId, googleOneTapCookie } from '@postern/contracts/wire';
import { interactionKey } from '#features/access/oidc';
import {
  type ConnectorSession,
  type OpenSocialConnector,
  type ProviderUserInfo,
  socialConnector,
  tidyUserInfo,
} from '#features/messages/connectors';
import { sealTokens } from '#features/people/secrets';
import { internationalPhone, normalizeEmail } from '#features/people/users';
import { epochOfNow, getRecord, type SignIn, type SocialRecord, type Started } from '#features/sign-in/interaction';
import { readCookie } from '#features/sign-in/risk';
import { AppError, invalidField } from '#platform/http/errors';
import { newId } from '#platform/secrets/ids';
import { isSameText } from '#platform/secrets/vault';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const isYes = (value: unknown) => [true, 'true', 1, '1'].some((yes) => yes === value);

const emailFlags = ['email_verified', 'verified_email', 'emailVerified', 'is_email_verified'];
/** A badge on some providers, so it is only used without other flags. */
const vagueFlag = 'verified';
const maxDepth = 4;
const maxObjects = 200;

/** All objects in the response of a provider, limited in depth and number to what real ones send. */
function* objectsIn(value: unknown, depth = 0, seen = { count: 0 }): Generator<Json> {
  if (!isObject(value) || depth > maxDepth || seen.count > maxObjects) {
    return;
  }
  seen.count += 1;
  yield value;
  for (const inner of Object.values(value)) {
    yield* objectsIn(inner, depth + 1, seen);
  }
}

const isSameEmail = (value: unknown, email: string) => typeof value === 'string' && normalizeEmail(value) === email;

/** A phone number in the format of the wire, or undefined if invalid. */
export function readPhone(phone: string | undefined): string | undefined {
  try {
    return phone === undefined ? undefined : internationalPhone(phone.replace(/\D/g, ''));
  } catch (error) {
    if (error instanceof AppError) {
      return undefined;
    }
    throw error;
  }
}

/** Whether the provider explicitly says that this address is not verified. */
function isDenied(rawData: unknown, email: string): boolean {
  return [...objectsIn(rawData)]
    .filter((one) => one === rawData || isSameEmail(one.email, email))
    .some((one) => {
      const named = emailFlags.filter((flag) => flag in one);
      const flags = named.length > 0 || one === rawData ? named : [vagueFlag].filter((flag) => flag in one);
      return flags.some((flag) => !isYes(one[flag]));
    });
}

/**
 * The addresses that a provider has verified, by the flag it documents, which its connector reads. The raw response
 * never adds an address, but an explicit denial removes one. They prove nothing unless the tenant trusts the connector
 * (attack 44).
 */
function verifiedAddresses(info: ProviderUserInfo): Address[] {
  const { email, phone, rawData, isEmailVerified, isPhoneVerified } = info;
  const address = email === undefined ? undefined : normalizeEmail(email);
  const number = readPhone(phone);
  return [
    // Without a documented flag, only the tenant can decide, by trusting the connector.
    ...(address !== undefined && isEmailVerified !== false && !isDenied(rawData, address)
      ? [{ type: 'email' as const, value: address }]
      : []),
    ...(number !== undefined && isPhoneVerified !== false ? [{ type: 'phone' as const, value: number }] : []),
  ];
}

const maxSessionLength = 8192;

/** Providers redirect to a single address, which only we handle. */
const callbackOf = ({ app, tenantId }: SignIn, connectorId: string) =>
  `${app.endpointOf(tenantId)}/callback/${encodeURIComponent(connectorId)}`;

/** The address of the provider. The session of the connector is stored with the sign-in. */
export async function authorizationUri(
  signIn: Started,
  connectorId: string,
  { state, redirectUri, scope }: { state: string; redirectUri: string; scope?: string },
): Promise<{ record: SocialRecord; uri: string }> {
  if (!state || !redirectUri) {
    throw new AppError('session.insufficient_info');
  }
  const connector = await socialConnector(signIn.app, signIn.tenantId, connectorId);
  if (redirectUri !== callbackOf(signIn, connectorId)) {
    throw invalidField(['redirectUri'], 'redirectUri must be {{uri}}.', { uri: callbackOf(signIn, connectorId) });
  }
  let session: ConnectorSession = {};
  const uri = await connector.getAuthorizationUri(
    {
      state,
      redirectUri,
      jti: interactionKey(signIn.secret),
      ...(scope ? { scope } : {}),
      headers: { userAgent: signIn.request.headers['user-agent']?.slice(0, 512) },
    },
    async (kept) => {
      session = kept;
    },
  );
  if (JSON.stringify(session).length > maxSessionLength) {
    throw new AppError('connector.general', { values: { errorDescription: 'The connector keeps too much.' } });
  }
  const record = { id: newId(), type: 'Social' as const, connectorId, target: connector.target, state, session };
  return { record: { ...record, provenAt: await epochOfNow(signIn), basis: connector.basis() }, uri };
}

type ConnectorData = Record<string, unknown>;
type Reliance = Pick<SocialRecord, 'connectorId' | 'basis'>;

function requireBasis(connector: OpenSocialConnector, { basis }: Reliance): void {
  if (!connector.hasBasis(basis)) {
    throw new AppError('session.verification_session_not_found');
  }
}

/** The connector of a proof. Throws if it was deleted since the callback, or its settings have changed. */
export async function connectorOfSocial({ app, tenantId }: SignIn, proof: Reliance): Promise<OpenSocialConnector> {
  const connector = await socialConnector(app, tenantId, proof.connectorId);
  requireBasis(connector, proof);
  return connector;
}

/**
 * One Tap has a token without a redirect, so the browser must prove that it received it here: by the cookie that Google
 * set with its form, or by ours that was set when an application passed the token.
 */
function requireOneTap({ request }: Started, data: ConnectorData): void {
  const { cookie } = request.headers;
  const posted = data[googleCsrfCookie];
  if (posted !== undefined) {
    if (!isSameText(posted, readCookie(cookie, googleCsrfCookie))) {
      throw new AppError('session.csrf_token_mismatch');
    }
    return;
  }
  if (!isSameText(data.credential, readCookie(cookie, googleOneTapCookie))) {
    throw new AppError('session.google_one_tap.cookie_mismatch');
  }
}

/**
 * When the provider answered, for a response that nobody has asked for: the token of One Tap says it, in whole seconds.
 * Requests of the previous release have no time either.
 */
async function issuedAt(signIn: SignIn, { rawData }: ProviderUserInfo): Promise<number> {
  const seconds = isObject(rawData) && typeof rawData.iat === 'number' ? rawData.iat + 1 : Number.POSITIVE_INFINITY;
  return Math.min(await epochOfNow(signIn), seconds * 1_000_000);
}

function findRecord(signIn: Started, connectorId: string, verificationId: string | undefined): SocialRecord {
  const record = getRecord(signIn.state, verificationId);
  if (record.type !== 'Social' || record.connectorId !== connectorId) {
    throw new AppError('session.verification_session_not_found');
  }
  return record;
}

/** Gets the identity from the connector after the callback. */
export async function verifyBySocial(
  signIn: Started,
  connectorId: string,
  { connectorData, verificationId }: { connectorData: ConnectorData; verificationId?: string },
): Promise<SocialRecord> {
  const { app, tenantId } = signIn;
  if (verificationId !== undefined) {
    // The connector of another record is refused before it is known what it is.
    findRecord(signIn, connectorId, verificationId);
  }
  const connector = await socialConnector(app, tenantId, connectorId);
  const isOneTap = connector.factoryId === googleFactoryId && typeof connectorData.credential === 'string';
  if (isOneTap) {
    requireOneTap(signIn, connectorData);
  }
  const record: SocialRecord =
    isOneTap && verificationId === undefined
      ? { id: newId(), type: 'Social', connectorId, target: connector.target, session: {} }
      : findRecord(signIn, connectorId, verificationId);
  // Responses to requests of other users must not be accepted (RFC 6749 §10.12). One Tap has its own cookie.
  if (!isOneTap && !isSameText(connectorData.state, record.state)) {
    throw new AppError('session.csrf_token_mismatch');
  }
  requireBasis(connector, record);
  const getSession = async () => (isOneTap ? {} : record.session);
  const { tokenResponse, userInfo: sent } = connector.enableTokenStorage
    ? await connector.getTokenResponseAndUserInfo(connectorData, getSession)
    : { userInfo: await connector.getUserInfo(connectorData, getSession) };
  const socialUserInfo = tidyUserInfo(sent);
  if (!socialUserInfo.id) {
    throw new AppError('connector.invalid_response');
  }
  const identity = { target: connector.target, identityId: socialUserInfo.id };
  const tokenSet = sealTokens(app, tenantId, identity, tokenResponse);
  // The data of the outgoing request works once: without it, a second response would be checked for nothing but its state.
  const { state: _state, provenAt = await issuedAt(signIn, sent), ...rest } = record;
  return {
    ...rest,
    session: {},
    provenAt,
    basis: connector.basis(),
    socialUserInfo,
    ...(tokenSet ? { tokenSet } : {}),
    verifiedAddresses: verifiedAddresses(sent),
  };
}
