import { randomBytes } from 'node:crypto';
import { callProvider, readJson } from '@postern/connectors/kit/call-provider';
import { ConnectorError } from '@postern/connectors/kit/fail';
import { createVerifier, type VerifyIdToken } from '@postern/connectors/kit/id-token';
import type { ConnectorSession, Fetch, TokenResponse } from '@postern/connectors/kit/interface';
import {
  addressWith,
  fetchProfile,
  readCallback,
  redeemCode,
  refreshTokens,
  type TokenClient,
  textOf,
} from '@postern/connectors/kit/oauth';
import { createPkce } from '@postern/connectors/kit/pkce';
import { decodeJwt } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { App } from '#platform/app';
import { mapError } from './map-error.ts';

const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url({ protocol: /^https?$/ }),
  token_endpoint: z.url({ protocol: /^https?$/ }),
  userinfo_endpoint: z.url({ protocol: /^https?$/ }).optional(),
  jwks_uri: z.url({ protocol: /^https?$/ }),
  // Signing in must not depend on it.
  end_session_endpoint: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});

/** What an identity provider publishes about itself (OpenID Connect Discovery §3). */
type OidcMetadata = z.infer<typeof Metadata>;

/** A client of an identity provider of a company. */
export type EnterpriseClient = {
  providerName: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  /** Further parameters of the authorization request. */
  parameters?: Record<string, string>;
};

type Claims = Record<string, unknown>;
type Departure = {
  state: string;
  redirectUri: string;
  loginHint?: string | undefined;
  /** In seconds: an older sign-in at the provider does not count. */
  maxAge?: number | undefined;
};

/** Opens clients of identity providers. Keeps their published metadata and keys for a while. */
export type EnterpriseOidc = {
  /** `isFresh` reads the metadata again, for administrators. Throws `connector.invalid_config` if it is unusable. */
  discover(issuer: string, options?: { isFresh?: boolean }): Promise<OidcMetadata>;
  leave(client: EnterpriseClient, departure: Departure): Promise<{ uri: string; session: ConnectorSession }>;
  /** Redeems the code and returns the verified claims of the user. */
  arrive(
    client: EnterpriseClient,
    callbackData: unknown,
    session: ConnectorSession,
    /** Called with the tokens before they are verified. */
    onTokens?: (tokens: TokenResponse) => void,
  ): Promise<{ issuer: string; claims: Claims; tokens: TokenResponse }>;
  refresh(client: EnterpriseClient, refreshToken: string): Promise<TokenResponse>;
  /** Where the browser signs out at the provider; undefined if it publishes no address. */
  logoutUri(client: EnterpriseClient, departure: LogoutDeparture): Promise<string | undefined>;
  /** Verifies a logout token of the provider. */
  readLogoutToken(client: EnterpriseClient, token: string): Promise<LogoutToken>;
};

type LogoutDeparture = { state: string; returnUri: string; idToken: string | undefined };
/** Who is signed out: a session, or all sessions of a subject. `usedUntil` is the time after which it has expired. */
type LogoutToken = { jti: string; subject: string | undefined; sid: string | undefined; usedUntil: number };

const keptMs = 3_600_000;
const patienceMs = 5000;

const withoutSlash = (address: string) => address.replace(/\/+$/, '');

const unusable = (message: 'fail_to_fetch_config' | 'invalid_config_response') =>
  new ConnectorError('invalid_config', { ssoErrorCode: message, message });

async function readMetadata(fetch: Fetch, issuer: string): Promise<OidcMetadata> {
  const address = `${withoutSlash(issuer)}/.well-known/openid-configuration`;
  const answer = await callProvider(
    (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(patienceMs) }),
    address,
  );
  if (!answer.ok) {
    throw unusable('fail_to_fetch_config');
  }
  const { data } = Metadata.safeParse(readJson(answer.text));
  // A document that names another issuer could direct users and codes elsewhere (OpenID Connect Discovery §4.3).
  if (!data || withoutSlash(data.issuer) !== withoutSlash(issuer)) {
    throw unusable('invalid_config_response');
  }
  return data;
}

const tokenClient = ({ clientId, clientSecret }: EnterpriseClient, metadata: OidcMetadata): TokenClient => {
  const methods = metadata.token_endpoint_auth_methods_supported;
  const usesPost = methods?.includes('client_secret_post') && !methods.includes('client_secret_basic');
  return {
    tokenEndpoint: metadata.token_endpoint,
    clientId,
    clientSecret,
    authMethod: usesPost ? 'client_secret_post' : 'client_secret_basic',
  };
};

/** Claims of the ID token; if it has no address or name, also those of the userinfo endpoint for the same user. */
async function claimsOf(
  fetch: Fetch,
  verify: VerifyIdToken,
  { clientId }: EnterpriseClient,
  metadata: OidcMetadata,
  tokens: TokenResponse,
  nonce: string,
): Promise<Claims> {
  const { jwks_uri: jwksUri, issuer, userinfo_endpoint: userinfo } = metadata;
  const claims: Claims = await verify(tokens.id_token, { jwksUri, issuer, audience: clientId, nonce });
  if (!userinfo || !tokens.access_token || (claims.email !== undefined && claims.name !== undefined)) {
    return claims;
  }
  const more = await fetchProfile(fetch, userinfo, tokens.access_token);
  if (more.sub !== claims.sub) {
    // Otherwise tokens of another user could be substituted (OpenID Connect Core §5.3.2).
    throw new ConnectorError('social_invalid_id_token', { error: 'subject_mismatch' });
  }
  const merged = { ...more, ...claims };
  // Only a statement about the address itself counts: the userinfo endpoint may name another one.
  const { email_verified } = claims.email === undefined ? more : claims.email === more.email ? merged : claims;
  return { ...merged, email_verified };
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const maxLogoutAge = 600;
const clockTolerance = 60;

const LogoutClaims = z.object({
  jti: z.string().min(1).max(512),
  iat: z.number(),
  sub: z.string().min(1).optional(),
  sid: z.string().min(1).optional(),
  events: z.looseObject({ [logoutEvent]: z.looseObject({}) }),
});

/** What a verified token says. A token with a nonce is an ID token (OpenID Connect Back-Channel Logout 1.0 §2.4, §2.6). */
function readLogoutClaims(claims: Claims): LogoutToken {
  const { data } = LogoutClaims.safeParse(claims);
  if (!data || Object.hasOwn(claims, 'nonce') || (data.sub === undefined && data.sid === undefined)) {
    throw new ConnectorError('social_invalid_id_token', { error: 'not_a_logout_token' });
  }
  const { jti, iat, sub: subject, sid } = data;
  return { jti, subject, sid, usedUntil: (iat + maxLogoutAge + 2 * clockTolerance) * 1000 };
}

export function createEnterpriseOidc(app: App): EnterpriseOidc {
  const fetch: Fetch = (url, init) => app.egress.fetch(url, init);
  const known = new LRUCache<string, OidcMetadata>({ max: 1000, ttl: keptMs });
  const verifiers = new LRUCache<string, VerifyIdToken>({ max: 1000, ttl: keptMs * 24 });

  function verifierFor(issuer: string): VerifyIdToken {
    const verifier = verifiers.get(issuer) ?? createVerifier(fetch);
    verifiers.set(issuer, verifier);
    return verifier;
  }

  async function metadataOf(issuer: string, isFresh = false): Promise<OidcMetadata> {
    const kept = isFresh ? undefined : known.get(issuer);
    if (kept) {
      return kept;
    }
    const metadata = await readMetadata(fetch, issuer);
    known.set(issuer, metadata);
    return metadata;
  }

  /** Maps errors to API errors without the secret of the client. */
  async function use<T>(
    { providerName, clientSecret = '' }: Partial<EnterpriseClient>,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw mapError(app, { metadata: { id: providerName ?? 'OIDC', formItems: [] } }, { clientSecret }, error);
    }
  }

  return {
    discover: (issuer, { isFresh } = {}) => use({}, () => metadataOf(issuer, isFresh)),
    leave: (client, { state, redirectUri, loginHint, maxAge }) =>
      use(client, async () => {
        const metadata = await metadataOf(client.issuer);
        const nonce = randomBytes(24).toString('base64url');
        const pkce = createPkce();
        const uri = addressWith(metadata.authorization_endpoint, {
          ...client.parameters,
          response_type: 'code',
          client_id: client.clientId,
          redirect_uri: redirectUri,
          scope: client.scope,
          state,
          nonce,
          login_hint: loginHint,
          max_age: maxAge === undefined ? undefined : String(maxAge),
          ...pkce.parameters,
        });
        return { uri, session: { redirectUri, state, nonce, ...pkce.session } };
      }),
    arrive: (client, callbackData, session, onTokens) =>
      use(client, async () => {
        const metadata = await metadataOf(client.issuer);
        const { issuer, authorization_endpoint: authorizationEndpoint } = metadata;
        const callback = await readCallback(callbackData, async () => session, { issuer, authorizationEndpoint });
        if (metadata.authorization_response_iss_parameter_supported && callback.data.iss === undefined) {
          throw new ConnectorError('authorization_failed', { error: 'issuer_missing' });
        }
        const nonce = textOf(session.nonce);
        if (!nonce || session.state === undefined) {
          throw new ConnectorError('authorization_failed', { error: 'session_missing' });
        }
        const tokens = await redeemCode(fetch, tokenClient(client, metadata), callback);
        onTokens?.(tokens);
        const claims = await claimsOf(fetch, verifierFor(issuer), client, metadata, tokens, nonce);
        return { issuer, claims, tokens };
      }),
    logoutUri: (client, { state, returnUri, idToken }) =>
      use(client, async () => {
        const { end_session_endpoint: endpoint, issuer } = await metadataOf(client.issuer);
        return (
          endpoint &&
          addressWith(endpoint, {
            // The connector may have another provider by now. It must not see tokens of the previous one.
            id_token_hint: idToken && decodeJwt(idToken).iss === issuer ? idToken : undefined,
            client_id: client.clientId,
            post_logout_redirect_uri: returnUri,
            state,
          })
        );
      }),
    readLogoutToken: (client, token) =>
      use(client, async () => {
        const { issuer, jwks_uri: jwksUri } = await metadataOf(client.issuer);
        const claims = await verifierFor(issuer)(token, {
          jwksUri,
          issuer,
          audience: client.clientId,
          requiredClaims: ['iat', 'exp', 'jti', 'events'],
          options: { maxTokenAge: maxLogoutAge, clockTolerance },
        });
        return readLogoutClaims(claims);
      }),
    refresh: (client, refreshToken) =>
      use(client, async () => refreshTokens(fetch, tokenClient(client, await metadataOf(client.issuer)), refreshToken)),
  };
}
