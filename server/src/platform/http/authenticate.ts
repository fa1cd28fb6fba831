import type { AnyEndpoint, Method } from '@postern/contracts/endpoint';
import {
  adminTenantId,
  cloudApiIndicator,
  managementApiIndicator,
  meApiIndicator,
  organizationAudience,
  scopes,
  type TenantScope,
  tenantOrganizationId,
} from '@postern/contracts/wire';
import type { FastifyRequest } from 'fastify';
import type { App } from '#platform/app';
import { originOf } from '#platform/tenancy/addresses';
import { allows, type Caller, type Presented, type VerifiedToken } from './caller.ts';
import { thumbprintOf } from './client-certificate.ts';
import { AppError } from './errors.ts';
import { mayOnlyRead } from './withhold.ts';

/**
 * For endpoints authenticated by a cookie. The cookie is SameSite=Lax; this rejects requests of other origins that
 * still send it. Browsers omit Origin on same-origin GET and some other requests, but send Sec-Fetch-Site.
 */
function requireOwnOrigin(app: App, tenantId: string, request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isForeign = origin !== undefined && origin !== originOf(app.endpointOf(tenantId));
  if (isForeign || (site !== undefined && site !== 'same-origin' && site !== 'none')) {
    throw new AppError('auth.forbidden');
  }
}

type Asked = {
  app: App;
  contract: AnyEndpoint;
  request: FastifyRequest;
  tenantId: string;
  /** The proof of the token's key was accepted when the request began. A proof counts once. */
  isProven?: boolean;
};

const anonymous: Caller = { subject: '', clientId: '', scopes: new Set() };

/** The endpoint that the request came by. */
export const calledEndpoint = ({ app, request, tenantId }: Omit<Asked, 'contract'>): string =>
  app.isThroughConsole(request) ? app.config.adminEndpoint : app.endpointOf(tenantId);

function presentedToken(asked: Asked): Presented {
  const { request } = asked;
  const { authorization, dpop } = request.headers;
  if (!authorization) {
    throw new AppError('auth.authorization_header_missing');
  }
  const match = /^(Bearer|DPoP) +(\S+)$/i.exec(authorization);
  if (!match?.[1] || !match[2]) {
    throw new AppError('auth.authorization_token_type_not_supported', { data: { supportedTypes: ['Bearer'] } });
  }
  const scheme = match[1].toLowerCase() === 'dpop' ? 'dpop' : 'bearer';
  const proof = typeof dpop === 'string' ? dpop : undefined;
  const { method, originalUrl: url } = request;
  return { token: match[2], scheme, proof, method, url, endpoint: calledEndpoint(asked) };
}

/**
 * Third-party applications may not change anything, and may not read proofs or endpoints marked first-party (attack
 * 43).
 */
const refusesThirdParties = ({ method, proof, auth }: AnyEndpoint) =>
  method !== 'GET' || proof === true || (auth.kind === 'account' && auth.firstParty === true);

/** A token that is bound to a certificate works only with this certificate (RFC 8705 §3). */
function requireCertificate(app: App, { boundToCertificate: expected }: VerifiedToken, { raw }: FastifyRequest): void {
  if (expected === undefined) {
    return;
  }
  const certificate = app.certificateOf(raw);
  if (!certificate || thumbprintOf(certificate) !== expected) {
    throw new AppError('auth.unauthorized');
  }
}

/** People who manage a tenant need a second factor if it requires one. Applications are not people. */
async function requireMemberFactor({ app, contract, tenantId }: Asked, token: VerifiedToken): Promise<void> {
  const { issuerTenantId, audience, subject, clientId } = token;
  if (issuerTenantId !== adminTenantId || subject === clientId) {
    return;
  }
  if (audience.startsWith(tenantAudience)) {
    await app.tokens.requireFactor(tenantOrganizationId(audience.slice(tenantAudience.length)), token);
  } else if (contract.auth.kind === 'management') {
    await app.tokens.requireFactor(tenantOrganizationId(tenantId), token);
  }
}

/** Verifies the tokens of every API. */
async function verifiedToken(asked: Asked, verify: (token: string) => Promise<VerifiedToken>): Promise<VerifiedToken> {
  const { app, contract, request } = asked;
  const presented = presentedToken(asked);
  const token = await verify(presented.token);
  request.callerId = token.subject;
  if (!asked.isProven && (token.boundTo !== undefined || presented.scheme === 'dpop')) {
    await app.tokens.requireProof(presented, token);
  }
  requireCertificate(app, token, request);
  await app.tokens.requireGrant(token);
  await requireMemberFactor(asked, token);
  const isThirdParty = await app.tokens.isThirdParty(token.issuerTenantId, token.clientId);
  if (isThirdParty && refusesThirdParties(contract)) {
    throw new AppError(contract.auth.kind === 'account' ? 'auth.third_party_application_forbidden' : 'auth.forbidden');
  }
  return isThirdParty ? { ...token, isThirdParty } : token;
}

function requireScope(caller: Caller, scope: string): Caller {
  if (!allows(caller.scopes, scope)) {
    throw new AppError('auth.forbidden');
  }
  return caller;
}

async function forAudience(asked: Asked, issuers: string[], audience: string): Promise<VerifiedToken> {
  const token = await verifiedToken(asked, (given) => asked.app.tokens.verify(given, issuers));
  if (token.audience !== audience) {
    throw new AppError('auth.unauthorized');
  }
  return token;
}

const onlyLive = <T extends Caller>(token: T, live: ReadonlySet<string>): T => ({
  ...token,
  scopes: new Set([...token.scopes].filter((scope) => live.has(scope))),
});

/**
 * A token can outlive suspensions, roles, applications and secrets, so the scopes are checked again on each request.
 */
async function asOfNow(app: App, token: VerifiedToken): Promise<VerifiedToken> {
  const live = await app.tokens.liveScopes(token);
  if (!live) {
    throw new AppError('auth.unauthorized');
  }
  return onlyLive(token, live);
}

/** For endpoints that check tokens for another program: returns the caller for a tenant token of this resource. */
export async function authenticateFor(
  app: App,
  contract: AnyEndpoint,
  request: FastifyRequest,
  tenantId: string,
  resource: string,
): Promise<Caller> {
  const token = await asOfNow(app, await forAudience({ app, contract, request, tenantId }, [tenantId], resource));
  await requireActiveTenant(app, tenantId);
  return token;
}

/** The token identifies the user. Scopes are read from the database, so removing a member takes effect at once. */
async function asMember(app: App, token: VerifiedToken, tenantId: string): Promise<Caller> {
  const live = await app.tokens.organizationScopes(tenantOrganizationId(tenantId), token.subject);
  if (!live) {
    throw new AppError('entity.not_found');
  }
  return onlyLive(token, live);
}

const dataScopes: Record<Method, TenantScope> = {
  GET: 'read:data',
  POST: 'write:data',
  PUT: 'write:data',
  PATCH: 'write:data',
  DELETE: 'delete:data',
};

async function asManager(asked: Asked): Promise<Caller> {
  const { app, contract, request, tenantId } = asked;
  const method = contract.isForReaders ? 'GET' : contract.method;
  if (app.isThroughConsole(request)) {
    const audience = organizationAudience(tenantOrganizationId(tenantId));
    const token = await forAudience(asked, [adminTenantId], audience);
    return requireScope(await asMember(app, token, tenantId), dataScopes[method]);
  }
  const token = await forAudience(asked, [tenantId, adminTenantId], managementApiIndicator(tenantId));
  const live = await asOfNow(app, token);
  return method === 'GET' && isReadOnly(live) ? live : requireScope(live, scopes.all);
}

/** A read-only administrator of the open-source edition. Only the admin tenant issues tokens with this permission. */
const isReadOnly = ({ issuerTenantId, scopes: held }: Caller) =>
  issuerTenantId === adminTenantId && held.has('read:data' satisfies TenantScope);

const tenantAudience = organizationAudience(tenantOrganizationId(''));

/** Throws if the tenant is suspended. For entrances that no token or cookie of the tenant guards. */
export async function requireActiveTenant(app: App, tenantId: string): Promise<void> {
  if ((await app.tenants.find(tenantId))?.isSuspended) {
    throw new AppError('subscription.tenant_suspended');
  }
}

/** Without a feature that guards this kind of endpoint, nobody may use it. */
async function askGuard(app: App, kind: 'setup' | 'account', tenantId: string, request: FastifyRequest) {
  const guard = app.guards[kind];
  if (!guard) {
    throw new Error(`No feature guards endpoints of the kind ${kind}.`);
  }
  return guard(app, tenantId, request);
}

/**
 * Returns the caller or throws the error for the response. Routes must not authenticate in any other way. `isProven` is for
 * requests that were authenticated before and are still open.
 */
export async function authenticate(
  app: App,
  contract: AnyEndpoint,
  request: FastifyRequest,
  tenantId: string,
  { isProven = false } = {},
): Promise<Caller> {
  const { auth } = contract;
  const asked = { app, contract, request, tenantId, isProven };
  switch (auth.kind) {
    case 'none':
      return anonymous;
    case 'interaction':
      requireOwnOrigin(app, tenantId, request);
      await requireActiveTenant(app, tenantId);
      return anonymous;
    case 'setup': {
      requireOwnOrigin(app, tenantId, request);
      await requireActiveTenant(app, tenantId);
      if (auth.isEntrance) {
        return anonymous;
      }
      const subject = await askGuard(app, 'setup', tenantId, request);
      if (!subject) {
        throw new AppError('auth.unauthorized');
      }
      return { ...anonymous, subject };
    }
    case 'management': {
      const caller = await asManager(asked);
      if (contract.needsWrite && mayOnlyRead(contract, caller)) {
        throw new AppError('auth.forbidden');
      }
      await requireActiveTenant(app, tenantId);
      return caller;
    }
    case 'account': {
      const caller = await verifiedToken(asked, (given) => app.tokens.verifyOpaque(given, tenantId));
      await requireActiveTenant(app, tenantId);
      requireScope(caller, 'openid');
      if (!auth.withoutCenter) {
        await askGuard(app, 'account', tenantId, request);
      }
      return caller;
    }
    case 'me':
      return requireScope(await forAudience(asked, [adminTenantId], meApiIndicator), scopes.all);
    case 'cloud': {
      const caller = await verifiedToken(asked, (given) => app.tokens.verify(given, [adminTenantId]));
      const tenant = auth.orTenant && caller.audience.startsWith(tenantAudience) && caller.audience;
      if (auth.orTenant && tenant) {
        const id = tenant.slice(tenantAudience.length);
        return { ...requireScope(await asMember(app, caller, id), auth.orTenant), tenantId: id };
      }
      if (caller.audience !== cloudApiIndicator) {
        throw new AppError('auth.unauthorized');
      }
      const live = await asOfNow(app, caller);
      return auth.scope ? requireScope(live, auth.scope) : live;
    }
    case 'operator': {
      const token = await forAudience(asked, [adminTenantId], cloudApiIndicator);
      return asMember(app, await asOfNow(app, token), adminTenantId);
    }
    case 'tenant': {
      const { id } = request.params as { id: string };
      const token = await verifiedToken(asked, (given) => app.tokens.verify(given, [adminTenantId]));
      if (!token.audience.startsWith(organizationAudience(''))) {
        throw new AppError('auth.unauthorized');
      }
      if (token.audience !== organizationAudience(tenantOrganizationId(id))) {
        // Do not reveal that the tenant exists.
        throw new AppError('entity.not_found');
      }
      const caller = await asMember(app, token, id);
      return auth.scope ? requireScope(caller, auth.scope) : caller;
    }
  }
}
