import { createHash, timingSafeEqual } from 'node:crypto';
import { factorAcr } from '@postern/contracts/access/authentication-context';
import { adminTenantId } from '@postern/contracts/wire';
import { calculateJwkThumbprint, decodeJwt, decodeProtectedHeader, EmbeddedJWK, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { markOfToken } from '#features/access/personal-access-tokens';
import type { App } from '#platform/app';
import { endpointOf } from '#platform/config/config';
import { isDatabaseLost } from '#platform/db/pool';
import type { Actor, Presented, TokenVerifier, VerifiedToken } from '#platform/http/caller';
import { AppError } from '#platform/http/errors';
import { originOf, prefixOf } from '#platform/tenancy/addresses';
import { activeRolesStatement } from '../clients/access.store.ts';
import { AccessRefused, accessTo, machineAccess, memberScopes } from '../clients/access.ts';
import {
  type ClientSettings,
  clientLookup,
  grantClaim,
  isSecretValid,
  isThirdParty,
  personalTokenClaim,
  secretClaim,
  settingsKey,
  usableScopes,
} from '../clients/clients.ts';
import { requireOwnFactor } from '../clients/require-factor.ts';
import { digest } from '../engine/adapter.ts';
import { findGrant, findOwnToken, rememberProof } from '../engine/store.ts';
import type { FoundRoles } from '../engine/unit.ts';
import { keysOf } from '../keys/keys.ts';
import { withUsers } from './pairwise.ts';

/** As we write it after an exchange. */
const ActorClaim: z.ZodType<Actor> = z.object({ sub: z.string(), act: z.lazy(() => ActorClaim).optional() });

/** The stored payload of a token. A token for a resource has an audience and is valid for that resource only. */
const Kept = z.object({
  accountId: z.string(),
  clientId: z.string(),
  scope: z.string().optional(),
  aud: z.undefined().optional(),
  jkt: z.string().optional(),
  'x5t#S256': z.string().optional(),
  sessionUid: z.string().optional(),
  exp: z.number().optional(),
  iat: z.number().optional(),
  extra: z.object({ act: ActorClaim.optional() }).optional(),
});

type OwnToken = { payload: unknown; personalAccessToken: string | null };

/**
 * Verifies an opaque user token, as userinfo accepts it. It is looked up in the table, so revoking it takes effect at
 * once.
 */
async function verifyOpaque(app: App, token: string, tenantId: string): Promise<VerifiedToken> {
  const [row] = await app.tenancy.run<OwnToken>(tenantId, findOwnToken, [digest(token)]);
  const kept = Kept.safeParse(row?.payload).data;
  const { personalAccessToken } = row ?? {};
  const client = kept && (await clientLookup(app, tenantId)(kept.clientId));
  if (!client) {
    throw new AppError('auth.unauthorized');
  }
  const { accountId, clientId, scope = '', jkt, 'x5t#S256': certificate, sessionUid, exp, iat, extra } = kept;
  return {
    issuerTenantId: tenantId,
    subject: accountId,
    clientId,
    audience: '',
    // Written by `toMetadata` only.
    scopes: usableScopes(client[settingsKey] as ClientSettings, scope.split(' ')),
    ...(jkt === undefined ? {} : { boundTo: jkt }),
    ...(certificate === undefined ? {} : { boundToCertificate: certificate }),
    ...(sessionUid === undefined ? {} : { sessionUid }),
    ...(exp === undefined ? {} : { expiresAt: exp * 1000 }),
    ...(iat === undefined ? {} : { issuedAt: iat }),
    ...(extra?.act ? { actor: extra.act } : {}),
    ...(typeof personalAccessToken === 'string' ? { personalTokenMark: markOfToken(personalAccessToken) } : {}),
  };
}

type Bearer = { token: VerifiedToken; settings: ClientSettings };

/** Everything comes from the tenant cache, which every change drops on every node. */
async function ofMachine(app: App, { token, settings }: Bearer) {
  const { clientId, issuerTenantId, audience, organizationId, secretId } = token;
  // Older tokens do not have the claim; their scopes are still checked.
  if (secretId !== undefined && !isSecretValid(clientId, settings, secretId)) {
    return undefined;
  }
  return machineAccess(app, issuerTenantId, { clientId, settings, organizationId }, audience);
}

async function ofPerson(app: App, { token, settings }: Bearer) {
  const { clientId, issuerTenantId, audience, organizationId, subject: userId } = token;
  // People of the console are refused with a reason before, see `requireFactor`.
  const usedFactor = issuerTenantId === adminTenantId ? undefined : token.usedFactor;
  const [roles] = await app.tenancy.run<FoundRoles>(issuerTenantId, activeRolesStatement, [userId]);
  const asker = { clientId, settings, isMachine: false, userId, organizationId, roles, usedFactor };
  return roles && accessTo(app, issuerTenantId, asker, audience);
}

/**
 * The current scopes of a token for its audience, whatever the token says. Undefined if the user, the application or
 * the secret is gone, or the user is suspended.
 */
async function liveScopes(app: App, token: VerifiedToken): Promise<ReadonlySet<string> | undefined> {
  const client = await clientLookup(app, token.issuerTenantId)(token.clientId);
  if (!client) {
    return undefined;
  }
  const bearer = { token, settings: client[settingsKey] as ClientSettings };
  try {
    const access = await (token.subject === token.clientId ? ofMachine(app, bearer) : ofPerson(app, bearer));
    return access && new Set(access.names);
  } catch (error) {
    if (error instanceof AccessRefused) {
      return undefined;
    }
    throw error;
  }
}

/** Maximum age of a proof. */
const freshSeconds = 60;
const algorithms = ['ES256', 'ES384', 'ES512', 'EdDSA', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512'];

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

const isSame = (one: string, two: string) =>
  one.length === two.length && timingSafeEqual(Buffer.from(one), Buffer.from(two));

/** Whether the URL in the proof is that of the request. Query and fragment do not count (RFC 9449 §4.3). */
function isThisRequest(htu: unknown, { endpoint, url }: Presented): boolean {
  if (typeof htu !== 'string' || !URL.canParse(htu)) {
    return false;
  }
  const { origin, pathname } = new URL(htu);
  const [path] = url.split('?');
  return origin === originOf(endpoint) && pathname === `${prefixOf(endpoint)}${path}`;
}

/** Checks a DPoP proof (RFC 9449 §4.3, §7): signed by the key of the token, for this request, fresh, used once. */
async function requireProof(app: App, presented: Presented, token: VerifiedToken): Promise<void> {
  const { proof, scheme, method } = presented;
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
    isThisRequest(htu, presented) &&
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

/** What the token is bound to. We never issue another kind; an empty thumbprint matches no key. */
function confirmationOf(cnf: unknown): Pick<VerifiedToken, 'boundTo' | 'boundToCertificate'> {
  if (cnf === undefined) {
    return {};
  }
  const { jkt, 'x5t#S256': certificate } = (cnf ?? {}) as { jkt?: unknown; 'x5t#S256'?: unknown };
  return {
    ...(jkt === undefined && certificate !== undefined ? {} : { boundTo: String(jkt ?? '') }),
    ...(certificate === undefined ? {} : { boundToCertificate: String(certificate) }),
  };
}

const maxRemembered = 5000;

/** The first of the tenants that has this issuer. A tenant has one per origin, and its tokens are valid on all. */
async function tenantOfIssuer(app: App, issuer: string | undefined, tenantIds: readonly string[]) {
  const byDefault = tenantIds.find((id) => `${endpointOf(app.config, id)}/oidc` === issuer);
  if (byDefault !== undefined) {
    return byDefault;
  }
  for (const id of tenantIds) {
    const origins = await app.domains.endpointsOf(id);
    if (origins.some((origin) => `${origin}/oidc` === issuer)) {
      return id;
    }
  }
  return undefined;
}

/**
 * Verifies our own access tokens with our own keys: the header's `kid` only selects among them, and each key allows
 * only its own algorithm. `jku`, `x5u` and embedded keys are never used.
 */
export function createTokenVerifier(app: App): TokenVerifier {
  /** A valid signature stays valid until the token expires or the tenant's settings change. */
  const remembered = new LRUCache<string, { issuer: string; token: VerifiedToken; expiresAt: number }>({
    max: maxRemembered,
  });
  let changes = 0;
  app.cache.onDrop(() => {
    changes += 1;
    remembered.clear();
  });

  async function check(token: string, issuerTenantIds: readonly string[]): Promise<VerifiedToken> {
    const before = changes;
    const header = decodeProtectedHeader(token);
    const { iss } = decodeJwt(token);
    const tenantId = await tenantOfIssuer(app, iss, issuerTenantIds);
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
    const grantKey = payload[grantClaim];
    const personalTokenMark = payload[personalTokenClaim];
    const actor = ActorClaim.safeParse(payload.act).data;
    if (typeof aud !== 'string' || typeof clientId !== 'string') {
      throw new AppError('auth.unauthorized');
    }
    const verified: VerifiedToken = {
      issuerTenantId: tenantId,
      subject: payload.sub,
      clientId,
      audience: aud,
      expiresAt: exp * 1000,
      scopes: new Set(typeof scope === 'string' && scope !== '' ? scope.split(' ') : []),
      ...(typeof organizationId === 'string' ? { organizationId } : {}),
      ...(typeof secretId === 'string' ? { secretId } : {}),
      ...(typeof grantKey === 'string' ? { grantKey } : {}),
      ...(typeof personalTokenMark === 'string' ? { personalTokenMark } : {}),
      ...(actor ? { actor } : {}),
      ...confirmationOf(cnf),
      issuedAt: payload.iat ?? 0,
      usedFactor: payload.acr === factorAcr,
    };
    const found = await withUsers(app, tenantId, verified);
    // The key may have been removed while it was in use.
    if (before === changes) {
      remembered.set(token, { issuer: iss ?? '', token: found, expiresAt: exp * 1000 });
    }
    return found;
  }

  return {
    async verify(token, issuerTenantIds) {
      const known = remembered.get(token);
      const isKnown = known !== undefined && known.expiresAt > Date.now();
      if (isKnown && (await tenantOfIssuer(app, known.issuer, issuerTenantIds)) !== undefined) {
        return known.token;
      }
      try {
        return await check(token, issuerTenantIds);
      } catch (error) {
        // Without the database nothing is known about the token, and the client must keep it.
        throw error instanceof AppError || isDatabaseLost(error) ? error : new AppError('auth.unauthorized');
      }
    },
    verifyOpaque: (token, tenantId) => verifyOpaque(app, token, tenantId),
    requireProof: (presented, token) => requireProof(app, presented, token),
    requireFactor: (organizationId, token) => requireOwnFactor(app, adminTenantId, organizationId, token),
    async requireGrant({ grantKey, issuerTenantId }) {
      if (grantKey !== undefined && (await app.tenancy.run(issuerTenantId, findGrant, [grantKey])).length === 0) {
        throw new AppError('auth.unauthorized');
      }
    },
    liveScopes: (token) => liveScopes(app, token),
    isThirdParty: (tenantId, clientId) => isThirdParty(app, tenantId, clientId),
    organizationScopes: (organizationId, userId) => memberScopes(app, adminTenantId, organizationId, userId),
  };
}
