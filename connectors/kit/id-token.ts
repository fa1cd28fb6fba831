import { createRemoteJWKSet, customFetch, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { callProvider } from './call-provider.ts';
import { ConnectorError } from './fail.ts';
import type { Fetch } from './interface.ts';

/** Asymmetric signatures only; a shared secret does not prove who signed. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const idTokenClaims = ['sub', 'iat', 'exp'];

type Expected = {
  jwksUri: string;
  issuer: string | string[];
  audience: string | string[];
  /** The nonce of the request, which the token must repeat. */
  nonce?: string | undefined;
  /** Claims that must be present; those of an ID token by default. */
  requiredClaims?: string[];
  options?: Omit<JWTVerifyOptions, 'issuer' | 'audience' | 'requiredClaims'>;
};

export type VerifyIdToken = (token: string | undefined, expected: Expected) => Promise<JWTPayload>;

/** Verifies signature, audience, time and nonce of an ID token (OpenID Connect Core §3.1.3.7). */
export function createVerifier(fetch: Fetch): VerifyIdToken {
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

  function keysAt(jwksUri: string) {
    const known = keySets.get(jwksUri);
    if (known) {
      return known;
    }
    const keys = createRemoteJWKSet(new URL(jwksUri), {
      [customFetch]: async (url) => {
        const { status, text } = await callProvider(fetch, String(url));
        return new Response(text, { status });
      },
    });
    keySets.set(jwksUri, keys);
    return keys;
  }

  return async (token, { jwksUri, issuer, audience, nonce, requiredClaims = idTokenClaims, options = {} }) => {
    if (!token) {
      throw new ConnectorError('social_invalid_id_token', { error: 'missing' });
    }
    const allowed = options.algorithms?.filter((algorithm) => algorithms.includes(algorithm)) ?? algorithms;
    const checks = { ...options, issuer, audience, algorithms: allowed, requiredClaims };
    const { payload } = await jwtVerify(token, keysAt(jwksUri), checks).catch((error: unknown) => {
      if (error instanceof errors.JOSEError) {
        const claim = error instanceof errors.JWTClaimValidationFailed ? error.claim : undefined;
        throw new ConnectorError('social_invalid_id_token', { error: error.code, ...(claim ? { claim } : {}) });
      }
      throw error;
    });
    // Identifiers are texts, and a token for another application does not sign in here (OpenID Connect Core §2, §3.1.3.7).
    if (payload.sub !== undefined && typeof payload.sub !== 'string') {
      throw new ConnectorError('social_invalid_id_token', { error: 'invalid_subject' });
    }
    if (payload.azp !== undefined && ![audience].flat().some((one) => one === payload.azp)) {
      throw new ConnectorError('social_invalid_id_token', { error: 'azp_mismatch' });
    }
    // A token with further audiences names the one that it was issued to (OpenID Connect Core §3.1.3.7).
    const isShared = [payload.aud ?? []].flat().some((one) => ![audience].flat().includes(one));
    if (isShared && payload.azp === undefined && requiredClaims === idTokenClaims) {
      throw new ConnectorError('social_invalid_id_token', { error: 'azp_missing' });
    }
    if (nonce !== undefined && payload.nonce !== nonce) {
      throw new ConnectorError('social_invalid_id_token', { error: 'nonce_mismatch' });
    }
    return payload;
  };
}
