import { createHash, timingSafeEqual } from 'node:crypto';
import { adminTenantId } from '@postern/contracts/wire';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';
import type { App } from '#platform/app';
import type { Presented, VerifiedToken } from '#platform/caller';
import { endpointPatterns } from '#platform/config';
import { AppError } from '#platform/errors';
import { rememberProof } from './store.ts';

/** Maximum age of a proof. */
const freshSeconds = 60;
const algorithms = ['ES256', 'ES384', 'ES512', 'EdDSA', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512'];

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

const isSame = (one: string, two: string) =>
  one.length === two.length && timingSafeEqual(Buffer.from(one), Buffer.from(two));

function fits(pattern: string, origin: string): boolean {
  const [before = '', after = ''] = pattern.split('*');
  return pattern.includes('*') ? origin.startsWith(before) && origin.endsWith(after) : origin === pattern;
}

/** Whether the URL in the proof is the requested path on one of our origins. */
function isThisRequest(app: App, htu: unknown, url: string): boolean {
  if (typeof htu !== 'string' || !URL.canParse(htu)) {
    return false;
  }
  const { origin, pathname } = new URL(htu);
  const isOurs = origin === app.config.adminEndpoint || endpointPatterns(app.config).some((one) => fits(one, origin));
  return isOurs && pathname === url.split('?')[0];
}

/** Checks a DPoP proof (RFC 9449 §4.3, §7): signed by the key of the token, for this request, fresh, used once. */
export async function requireProof(app: App, presented: Presented, token: VerifiedToken): Promise<void> {
  const { proof, scheme, method, url } = presented;
  if (scheme !== 'dpop' || !proof || token.boundTo === undefined) {
    throw new AppError('auth.unauthorized');
  }
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    typ: 'dpop+jwt',
    algorithms,
    maxTokenAge: freshSeconds,
    clockTolerance: 5,
  }).catch(() => {
    throw new AppError('auth.unauthorized');
  });
  const { htm, htu, ath, jti } = payload;
  const thumbprint = protectedHeader.jwk ? await calculateJwkThumbprint(protectedHeader.jwk) : '';
  const fits =
    htm === method &&
    isThisRequest(app, htu, url) &&
    typeof ath === 'string' &&
    isSame(ath, sha256(presented.token)) &&
    isSame(thumbprint, token.boundTo) &&
    typeof jti === 'string';
  if (!fits) {
    throw new AppError('auth.unauthorized');
  }
  const [first] = await app.tenancy.run(adminTenantId, rememberProof, [
    sha256(`${thumbprint} ${jti}`),
    freshSeconds * 2,
  ]);
  if (!first) {
    throw new AppError('auth.unauthorized');
  }
}
