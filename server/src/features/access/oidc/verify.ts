import { adminTenantId } from '@postern/contracts/wire';
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { App } from '#platform/app';
import type { TokenVerifier, VerifiedToken } from '#platform/caller';
import { AppError } from '#platform/errors';
import { memberScopes } from './access.ts';
import { isThirdParty } from './clients.ts';
import { keysOf } from './keys.ts';
import { liveScopes } from './live-scopes.ts';
import { secretClaim } from './mark-secret.ts';
import { requireProof } from './prove.ts';
import { issuerOf } from './provider.ts';
import { verifyOpaque } from './verify-opaque.ts';

const maxRemembered = 5000;

/**
 * Verifies our own access tokens with our own keys: the header's `kid` only selects among them, and each key allows
 * only its own algorithm. `jku`, `x5u` and embedded keys are never used.
 */
export function createTokenVerifier(app: App): TokenVerifier {
  /** A valid signature stays valid until the token expires or the tenant's settings change. */
  const remembered = new LRUCache<string, { issuer: string; token: VerifiedToken; expiresAt: number }>({
    max: maxRemembered,
  });
  app.cache.onDrop(() => remembered.clear());

  async function check(token: string, issuerTenantIds: readonly string[]): Promise<VerifiedToken> {
    const header = decodeProtectedHeader(token);
    const { iss } = decodeJwt(token);
    const tenantId = issuerTenantIds.find((id) => issuerOf(app, id) === iss);
    const known = tenantId === undefined ? undefined : (await keysOf(app, tenantId))?.verifying.get(header.kid ?? '');
    if (!tenantId || !known || header.crit) {
      throw new AppError('auth.unauthorized');
    }
    // typ at+jwt: ID tokens and other JWTs of ours are not access tokens (RFC 9068 §4).
    const { payload } = await jwtVerify(token, known.key, {
      algorithms: [known.algorithm],
      typ: 'at+jwt',
      issuer: iss,
      requiredClaims: ['exp', 'iat', 'aud', 'client_id'],
    });
    if (!payload.sub) {
      throw new AppError('auth.jwt_sub_missing');
    }
    const { aud, client_id: clientId, scope, exp = 0, cnf, organization_id: organizationId } = payload;
    const secretId = payload[secretClaim];
    if (typeof aud !== 'string' || typeof clientId !== 'string') {
      throw new AppError('auth.unauthorized');
    }
    const verified: VerifiedToken = {
      issuerTenantId: tenantId,
      subject: payload.sub,
      clientId,
      audience: aud,
      scopes: new Set(typeof scope === 'string' && scope !== '' ? scope.split(' ') : []),
      ...(typeof organizationId === 'string' ? { organizationId } : {}),
      ...(typeof secretId === 'string' ? { secretId } : {}),
      // We never issue another kind of confirmation; an empty thumbprint matches no key.
      ...(cnf === undefined ? {} : { boundTo: String((cnf as { jkt?: unknown }).jkt ?? '') }),
    };
    remembered.set(token, { issuer: iss ?? '', token: verified, expiresAt: exp * 1000 });
    return verified;
  }

  return {
    async verify(token, issuerTenantIds) {
      const known = remembered.get(token);
      if (known && known.expiresAt > Date.now() && issuerTenantIds.some((id) => issuerOf(app, id) === known.issuer)) {
        return known.token;
      }
      try {
        return await check(token, issuerTenantIds);
      } catch (error) {
        throw error instanceof AppError ? error : new AppError('auth.unauthorized');
      }
    },
    verifyOpaque: (token, tenantId) => verifyOpaque(app, token, tenantId),
    requireProof: (presented, token) => requireProof(app, presented, token),
    liveScopes: (token) => liveScopes(app, token),
    isThirdParty: (tenantId, clientId) => isThirdParty(app, tenantId, clientId),
    organizationScopes: (organizationId, userId) => memberScopes(app, adminTenantId, organizationId, userId),
  };
}
