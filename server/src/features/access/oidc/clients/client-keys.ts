import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { settingsOf } from './clients.ts';

/** Algorithms of the keys that `PublicKeys` allows. Never those with the client secret. */
export const clientAlgorithms = ['RS256', 'PS256', 'ES256', 'Ed25519', 'EdDSA'] as const;

/** Whether the application has the FAPI 2.0 Security Profile. */
export const isFapi = (client: Client): boolean => settingsOf(client)?.securityProfile === 'fapi2';

/**
 * The application may require signed responses (JARM). The engine has no setting for it, but checks extra parameters of
 * every authorization request after it read pushed and signed ones.
 */
export async function requireSignedResponse({ oidc }: KoaContextWithOIDC, _value: unknown, client: Client) {
  const isAuthorization = oidc.params?.response_type !== undefined;
  if (isAuthorization && settingsOf(client).isSignedResponseRequired && !/(^|\.)jwt$/.test(oidc.responseMode ?? '')) {
    throw new errors.InvalidRequest(
      'response_mode must be jwt, query.jwt, fragment.jwt or form_post.jwt for this client',
    );
  }
}

type Claims = Record<string, unknown>;

const maxAssertionSeconds = 3600;

/** An assertion is remembered until its end, so that it counts once. */
const longestAssertionSeconds = 365 * 86_400;

/** FAPI 2.0 §5.3.2.1: assertions name the issuer as their only audience, as a string. §5.4.1: no RS256. */
export async function checkAssertion(ctx: KoaContextWithOIDC, claims: Claims, header: Claims, client: Client) {
  if (Number(claims.exp) > Date.now() / 1000 + longestAssertionSeconds) {
    throw new errors.InvalidClientAuth('expiration (exp) must be at most a year ahead');
  }
  if (!isFapi(client)) {
    return;
  }
  if (claims.aud !== ctx.oidc.issuer) {
    throw new errors.InvalidClientAuth('audience (aud) must equal the issuer identifier url');
  }
  if (header.alg === 'RS256') {
    throw new errors.InvalidClientAuth('RS256 is not allowed for this client');
  }
}

/** What a signed sign-in request must contain (CIBA §7.1.1). */
const signInRequestClaims = ['aud', 'iss', 'exp', 'iat', 'nbf', 'jti'];

/** RFC 9101 with FAPI 2.0 Message Signing §5.3.1: `nbf` and `exp` are required and at most an hour apart. */
export async function checkRequestObject(
  { oidc }: KoaContextWithOIDC,
  claims: Claims,
  header: Claims,
  client: Client,
): Promise<void> {
  const missing = signInRequestClaims.find((name) => claims[name] === undefined);
  if (oidc.route === 'backchannel_authentication' && missing !== undefined) {
    throw new errors.InvalidRequestObject(`Request Object needs the claim '${missing}'`);
  }
  if (!isFapi(client)) {
    return;
  }
  if (header.alg === 'RS256') {
    throw new errors.InvalidRequestObject('RS256 is not allowed for this client');
  }
  const { nbf, exp } = claims;
  if (typeof nbf !== 'number' || typeof exp !== 'number' || claims.aud === undefined) {
    throw new errors.InvalidRequestObject("Request Object needs the claims 'aud', 'nbf' and 'exp'");
  }
  const now = Date.now() / 1000;
  if (exp <= nbf || exp - nbf > maxAssertionSeconds || nbf < now - maxAssertionSeconds) {
    throw new errors.InvalidRequestObject("Request Object 'exp' claim too far from 'nbf' claim");
  }
}
