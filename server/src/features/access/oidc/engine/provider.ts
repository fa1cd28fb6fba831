import { timingSafeEqual } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { subjectTypes } from '@postern/contracts/access/applications';
import { acrValues } from '@postern/contracts/access/authentication-context';
import { extraAuthorizationParams, requestIdHeader } from '@postern/contracts/wire';
import {
  type AuthorizationDetail,
  type Client,
  type Configuration,
  errors,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import { type RegistrationStore, registrationStore } from '#features/access/dynamic-clients';
import type { App } from '#platform/app';
import { isUsableUri, matchesUri } from '#platform/http/redirect-uris';
import { newId, newSecret } from '#platform/secrets/ids';
import { prefixOf } from '#platform/tenancy/addresses';
import { defaultResourceOf, defaultTtl, isOrganizationUrn } from '../clients/access.ts';
import { checkDetail, richAuthorizationRequests } from '../clients/authorization-details.ts';
import { mutualTls } from '../clients/client-certificates.ts';
import {
  checkAssertion,
  checkRequestObject,
  clientAlgorithms,
  isFapi,
  requireSignedResponse,
} from '../clients/client-keys.ts';
import { clientLookup, markOf, settingsKey, settingsOf } from '../clients/clients.ts';
import { acceptAnyScope, governRegistration, registrarIn } from '../clients/registration.ts';
import { noteAccess } from '../clients/require-access.ts';
import { SigningKey, type TenantKeys, useKeys } from '../keys/keys.ts';
import { algorithmOf } from '../keys/rotate-keys.ts';
import { addSessionState, keepBrowserState } from '../pages/check-session.ts';
import { devicePages, prefillUserCode, serveDonePage, shortenAddresses, throttleUserCodes } from '../pages/device.ts';
import {
  addErrorCodes,
  answerFailure,
  answerFailures,
  explainEngineError,
  knownFailure,
  renderErrorPage,
} from '../pages/errors.ts';
import { includeSessionIds, visitApplications } from '../pages/front-channel.ts';
import { signOutPages } from '../pages/sign-out.ts';
import { endSurplusGrants, noteAuthorizations } from '../sessions/limit-grants.ts';
import { endSurplusSessions, limitSessions } from '../sessions/limit-sessions.ts';
import { rememberProvider, visitProvider } from '../sessions/provider-sessions.ts';
import { extendSessions, noteSession, saveLastSignIn } from '../sessions/session-notes.ts';
import { claimsByScope, extraClaims, findAccount, userScopes } from '../tokens/claims.ts';
import { cutIntrospectedScopes } from '../tokens/cut-scopes.ts';
import { extendGrants } from '../tokens/grants.ts';
import { hideActors, nameUsers, subjectFor } from '../tokens/pairwise.ts';
import { createAdapter, digest } from './adapter.ts';
import { allowOrigin, allowPreflights } from './allow-origins.ts';
import { backchannelAuthentication, backchannelTtl, findAskedAccount } from './backchannel.ts';
import { engineCookies } from './choose-interaction.ts';
import { checkClaims, ignoreOtherClaims, limitClaims } from './claims-parameter.ts';
import { addDetailsTypes, changeResponses } from './engine.ts';
import { guardResume, interactionPath } from './interactions.ts';
import { keepForms } from './keep-forms.ts';
import { gatherWrites } from './pending.ts';
import { consentPolicy, consumeOwnToken, ensureGrant, useDefaultScope } from './prompts.ts';
import { recordEvents } from './record-events.ts';
import { chooseResource, resourceServerOf, usesGrantedResource } from './resources.ts';
import { createCookieSigner } from './sign-cookies.ts';
import { rememberProof } from './store.ts';
import { currentUnit } from './unit.ts';

const day = 86_400;
const maxRefreshLifetime = 365.25 * day;

function refreshTokenTtl(ctx: KoaContextWithOIDC, client: Client): number {
  const { refreshTokenTtl: seconds, refreshTokenTtlInDays: days } = settingsOf(client);
  const rotated = ctx?.oidc?.entities.RotatedRefreshToken;
  if (rotated && client.applicationType === 'web' && client.clientAuthMethod === 'none') {
    // A public web client cannot extend its sign-in forever by refreshing.
    return Math.max(1, rotated.remainingTTL);
  }
  return days ? days * day : (seconds ?? 14 * day);
}

/** A grant must outlive its refresh tokens; `grants.ts` extends it while they are used. */
function grantTtl(client: Client | undefined): number {
  const { refreshTokenTtl: seconds, refreshTokenTtlInDays: days, type } = client ? settingsOf(client) : {};
  if (type === 'Protected') {
    // Sessions of protected applications last up to a year and end with their grant.
    return 2 * 365 * day;
  }
  return 2 * Math.max(14 * day, days ? days * day : (seconds ?? 0));
}

/** The current request, where the engine does not pass it. */
const currentContext = () => Provider.ctx as KoaContextWithOIDC | undefined;

function mustRotate(ctx: KoaContextWithOIDC): boolean {
  const { RefreshToken: token, Client: client } = ctx.oidc.entities;
  if (!token || !client || settingsOf(client).rotateRefreshToken === false || isFapi(client)) {
    return false;
  }
  if (token.totalLifetime() >= maxRefreshLifetime) {
    return false;
  }
  return client.clientAuthMethod === 'none' || token.ttlPercentagePassed() >= 70;
}

function configuration(app: App, tenantId: string, keys: TenantKeys, registered: RegistrationStore): Configuration {
  const endpoint = app.endpointOf(tenantId);
  const prefix = prefixOf(endpoint);
  const place = { path: prefix || '/', secure: endpoint.startsWith('https:') };
  const cookie = { signed: true, sameSite: 'lax', httpOnly: true, ...place } as const;
  const signingAlgorithm = algorithmOf(keys.signing[0] ?? {}) as 'ES256';
  return {
    adapter: createAdapter(app.tenancy, tenantId, { find: clientLookup(app, tenantId), ...registered }),
    jwks: { keys: keys.signing.map((jwk) => new SigningKey(jwk)) as never },
    cookies: { keys: createCookieSigner(keys.cookies), names: engineCookies(tenantId), short: cookie, long: cookie },
    claims: claimsByScope,
    acrValues: [...acrValues],
    subjectTypes: [...subjectTypes],
    pairwiseIdentifier: (_ctx, userId, client) => subjectFor(app, tenantId, client, userId),
    scopes: userScopes,
    conformIdTokenClaims: false,
    findAccount: (ctx, id) =>
      ctx?.oidc?.route === 'backchannel_authentication'
        ? findAskedAccount(app, tenantId, id, ctx)
        : findAccount(app, tenantId, id, ctx),
    clientAuthMethods: [
      'client_secret_basic',
      'client_secret_post',
      'private_key_jwt',
      'tls_client_auth',
      'self_signed_tls_client_auth',
      'none',
    ],
    clientDefaults: {
      id_token_signed_response_alg: signingAlgorithm,
      authorization_signed_response_alg: signingAlgorithm,
    },
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256', 'PS256', 'ES256', 'ES384', 'ES512'],
      authorizationSigningAlgValues: ['RS256', 'PS256', 'ES256', 'ES384', 'ES512'],
      clientAuthSigningAlgValues: clientAlgorithms,
      requestObjectSigningAlgValues: clientAlgorithms,
    },
    assertJwtClientAuthClaimsAndHeader: checkAssertion,
    extraClientMetadata: { properties: [settingsKey] },
    extraParams: {
      ...Object.fromEntries(extraAuthorizationParams.map((name) => [name, null])),
      first_screen: requireSignedResponse,
    },
    clientBasedCORS: (ctx, origin, client) => allowOrigin(app, ctx, origin, client),
    pkce: { required: (_ctx, client) => client.clientAuthMethod === 'none' || isFapi(client) },
    responseTypes: ['code'],
    ttl: {
      AccessToken: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? defaultTtl,
      ClientCredentials: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? defaultTtl,
      IdToken: (_ctx, _token, client) => settingsOf(client).idTokenTtl ?? defaultTtl,
      RefreshToken: (ctx, _token, client) => refreshTokenTtl(ctx, client),
      AuthorizationCode: 60,
      DeviceCode: 600,
      BackchannelAuthenticationRequest: backchannelTtl,
      Interaction: 3600,
      // As long as its application, which is deleted if no one uses it.
      RegistrationAccessToken: 10 * 365 * day,
      // limit-sessions.ts applies the policy of the tenant. It may be longer than the default.
      Session: 365 * day,
      Grant: (ctx) => grantTtl(ctx?.oidc.client),
    },
    issueRefreshToken: async (_ctx, client, code) =>
      client.grantTypeAllowed('refresh_token') &&
      (code.scopes.has('offline_access') ||
        (client.applicationType === 'web' && settingsOf(client).alwaysIssueRefreshToken === true)),
    rotateRefreshToken: async (ctx) => !currentUnit()?.isGrace && mustRotate(ctx),
    extraTokenClaims: (ctx, token) => extraClaims(app, tenantId, ctx, token),
    loadExistingGrant: async (ctx) => {
      useDefaultScope(ctx);
      noteSession(app, ctx);
      await saveLastSignIn(app, tenantId, ctx);
      await rememberProvider(app, tenantId, ctx);
      await consumeOwnToken(app, tenantId, ctx);
      await noteAccess(app, tenantId, ctx);
      return ensureGrant(ctx);
    },
    interactions: {
      policy: consentPolicy(app, tenantId),
      url: (ctx, interaction) => prefix + interactionPath(ctx, interaction, tenantId, place),
    },
    renderError: renderErrorPage,
    formats: {
      customizers: {
        // The engine omits an empty scope. People's tokens and those of organizations say that nothing was granted.
        jwt: async (_ctx, token, jwt) => {
          await nameUsers(app, tenantId, token as { client?: Client; accountId?: string }, jwt.payload);
          if (token.kind === 'AccessToken' || isOrganizationUrn(String(jwt.payload.aud))) {
            Object.assign(jwt.payload, { scope: jwt.payload.scope ?? '' });
          }
        },
      },
    },
    features: {
      devInteractions: { enabled: false },
      externalSigningSupport: { enabled: true, ack: 'experimental-01' },
      claimsParameter: { enabled: true, assertClaimsParameter: checkClaims },
      clientCredentials: { enabled: true },
      introspection: {
        enabled: true,
        // An application may introspect only its own tokens.
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      backchannelLogout: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      dPoP: { enabled: true },
      mTLS: mutualTls(app),
      fapi: { enabled: true, profile: (_ctx, client) => (client && isFapi(client) ? '2.0' : undefined) },
      jwtResponseModes: { enabled: true },
      requestObjects: { enabled: true, assertJwtClaimsAndHeader: checkRequestObject },
      deviceFlow: { enabled: true, ...devicePages(app, tenantId) },
      userinfo: { enabled: true },
      registration: { enabled: true, idFactory: newId, secretFactory: newSecret },
      registrationManagement: { enabled: true, rotateRegistrationAccessToken: true },
      rpInitiatedLogout: { enabled: true, ...signOutPages(app, tenantId) },
      ciba: backchannelAuthentication(app, tenantId),
      richAuthorizationRequests: richAuthorizationRequests(app, tenantId),
      resourceIndicators: {
        enabled: true,
        defaultResource: async (_ctx, _client, oneOf) => {
          const preset = await defaultResourceOf(app, tenantId);
          return (oneOf && chooseResource(oneOf, preset)) ?? preset ?? [];
        },
        getResourceServerInfo: (ctx, indicator) => resourceServerOf(app, tenantId, ctx, indicator),
        useGrantedResource: async ({ oidc: { client } }, source) =>
          client !== undefined && usesGrantedResource(client, source as never, await defaultResourceOf(app, tenantId)),
      },
    },
    // Back-channel logout requests and keys of applications go through the egress guard.
    fetch: (url, options) => fetchForEngine(app, String(url), options) as never,
    ...bodyLimits,
  };
}

/** An address of keys must not fill the memory. The published types lack this setting of the engine. */
const bodyLimits = { fetchResponseBodyLimits: { jwks_uri: 256 * 1024 } } as object;

/** Keys at an address are read again after this time. A stolen key that was removed there must not work for longer. */
const keysKeptSeconds = 600;

/** The engine keeps keys for as long as the headers of their address say, even for years. */
async function fetchForEngine({ egress }: App, url: string, options: object | undefined): Promise<object> {
  const response = await egress.fetch(url, options as never);
  if (!response.headers.has('cache-control') && !response.headers.has('expires')) {
    return response;
  }
  const { status, body } = response;
  const given = Number(/max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1] ?? 0);
  const headers = new Headers([...response.headers].filter(([name]) => name !== 'expires'));
  headers.set('cache-control', `max-age=${Math.min(given, keysKeptSeconds)}`);
  return { status, body, headers };
}

function equals(one: string, two: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(two)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Compares with the named secrets of an application instead of the engine's single one. */
function useNamedSecrets(provider: Provider): void {
  provider.Client.prototype.compareClientSecret = function compareClientSecret(actual: string) {
    const { secrets } = settingsOf(this);
    const match = secrets.find(({ value }) => equals(value, actual));
    if (match?.expiresAt && match.expiresAt <= Date.now()) {
      throw new errors.InvalidRequest('client secret has expired');
    }
    if (match) {
      const secretMark = markOf(this.clientId, match.value);
      Object.assign(currentContext()?.state ?? {}, { secretName: match.name, secretMark });
    }
    return match !== undefined;
  };
}

/**
 * Assertions and proofs of clients count once. The engine reads first and then writes; of two requests at the same time
 * only one may pass.
 */
function acceptOnce(app: App, tenantId: string, { ReplayDetection }: Provider): void {
  ReplayDetection.unique = async (client, jti, exp) => {
    const seconds = exp - Math.floor(Date.now() / 1000);
    const key = digest(digest(`${client}${jti}`));
    return (await app.tenancy.run(tenantId, rememberProof, [key, seconds])).length > 0;
  };
}

type KeyStore = { selectForVerify(wanted: object): object[]; stale(): boolean };

/**
 * The engine reads the keys at an address again only when no known key fits, so a removed key would work for as long as
 * somebody uses it. Without keys that are too old, it reads them again first.
 */
function dropOldKeys(client: Client): void {
  if (client.jwksUri === undefined) {
    return;
  }
  // The types of the engine do not declare it.
  const store = (client as unknown as { asymmetricKeyStore: KeyStore }).asymmetricKeyStore;
  const select = store.selectForVerify;
  store.selectForVerify = function selectForVerify(wanted) {
    return this.stale() ? [] : select.call(this, wanted);
  };
}

/**
 * The engine requires keys at an address of applications with pairwise subjects that use devices or ask people. The sector
 * is checked when an application is saved, so it gets the setting after these checks.
 */
function usePairwiseSubjects(client: Client): void {
  if (settingsOf(client).sector !== undefined) {
    Object.assign(client, { subjectType: 'pairwise' });
  }
}

const maxClients = 1000;

/**
 * The engine serializes and hashes an application's settings on every request to detect changes. The tenant cache
 * returns the same object until they change, so comparing the object is enough.
 */
function rememberClients(app: App, tenantId: string, provider: Provider): void {
  const lookup = clientLookup(app, tenantId);
  const { Client } = provider;
  const detailsCheck = {
    validate: (ctx: KoaContextWithOIDC, detail: AuthorizationDetail) => checkDetail(app, tenantId, ctx, detail),
  };
  const find = Client.find;
  const known = new Map<object, Client>();
  Client.find = async (id: string) => {
    const settings = typeof id === 'string' && id !== '' ? await lookup(id) : undefined;
    const remembered = settings && known.get(settings);
    if (remembered) {
      return remembered;
    }
    addDetailsTypes(provider, settings?.authorization_details_types ?? [], detailsCheck);
    const client = await find.call(Client, id);
    if (settings && client) {
      dropOldKeys(client);
      usePairwiseSubjects(client);
      if (known.size >= maxClients) {
        known.clear();
      }
      known.set(settings, client);
    }
    return client;
  };
}

/** Addresses are validated on save and again here, on use. Every comparison of the engine asks the client. */
function useOurRedirectRules(provider: Provider): void {
  const { Schema } = provider.Client as unknown as { Schema: { prototype: Record<string, unknown> } };
  Schema.prototype.redirectUris = function redirectUris(
    this: { redirect_uris: string[]; invalidate: (message: string) => void },
    uris: string[] = this.redirect_uris,
    label = 'redirect_uris',
  ) {
    if (!uris.every(isUsableUri)) {
      this.invalidate(`${label} must only contain allowed addresses`);
    }
  };
  const { prototype } = provider.Client;
  prototype.redirectUriAllowed = function redirectUriAllowed(this: Client, value: string) {
    const uris = this.redirectUris ?? [];
    return isFapi(this)
      ? !value.includes('*') && uris.includes(value)
      : matchesUri(uris, value, this.applicationType === 'native');
  };
  prototype.postLogoutRedirectUriAllowed = function postLogoutRedirectUriAllowed(this: Client, value: string) {
    return matchesUri(this.postLogoutRedirectUris ?? [], value);
  };
}

/** The client has disconnected: this is not a server error. */
const isAborted = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(ECONNRESET|ECONNABORTED|EPIPE)$/.test(String(error.code));

function logFailures(app: App, provider: Provider): void {
  const log = (ctx: KoaContextWithOIDC | undefined, err: unknown) =>
    app.log.error({ err, requestId: ctx?.res.getHeader(requestIdHeader) }, 'oidc engine failed');
  provider.on('server_error', (ctx, error) => {
    if (!knownFailure(ctx, error)) {
      log(ctx, error);
    } else if (ctx.status !== 303) {
      answerFailure(ctx, error);
    }
  });
  // Without a listener, Koa prints the stack as plain text. The engine's types do not declare this event.
  (provider as unknown as EventEmitter).on('error', (error: unknown, ctx?: KoaContextWithOIDC) => {
    if (!isAborted(error)) {
      log(ctx, error);
    }
  });
}

export function createProvider(app: App, tenantId: string, keys: TenantKeys): Provider {
  const registered = registrationStore(app, tenantId, () => registrarIn(currentContext()));
  const provider = new Provider(`${app.endpointOf(tenantId)}/oidc`, configuration(app, tenantId, keys, registered));
  // mount.ts sets the forwarding headers from the configuration, regardless of the caller.
  provider.proxy = true;
  rememberClients(app, tenantId, provider);
  extendSessions(provider);
  keepForms(provider);
  limitSessions(app, tenantId, provider);
  guardResume(provider);
  useNamedSecrets(provider);
  acceptOnce(app, tenantId, provider);
  useOurRedirectRules(provider);
  acceptAnyScope(provider);
  extendGrants(app, tenantId, provider);
  limitClaims(provider);
  useKeys(provider, keys);
  throttleUserCodes(app, tenantId, provider);
  recordEvents(app, tenantId, provider);
  noteAuthorizations(provider);
  includeSessionIds(provider);
  changeResponses(provider, explainEngineError);
  changeResponses(provider, addSessionState);
  provider.use(answerFailures);
  provider.use(allowPreflights(app, tenantId));
  provider.use(cutIntrospectedScopes);
  provider.use(hideActors(app, tenantId));
  provider.use(addErrorCodes);
  provider.use(governRegistration(app, tenantId, registered));
  provider.use(prefillUserCode);
  provider.use(serveDonePage(app, tenantId));
  provider.use(shortenAddresses as never);
  provider.use(ignoreOtherClaims as never);
  provider.use(keepBrowserState(app, tenantId));
  provider.use(visitApplications(app, tenantId));
  provider.use(visitProvider(app, tenantId));
  provider.use(async (ctx, next) => {
    if (!/^\/(?:auth|device)(?:\/|$)/.test(ctx.path)) {
      return next();
    }
    await gatherWrites(app.tenancy, tenantId, next);
    // The engine adds its context to every request.
    await endSurplusSessions(app, tenantId, ctx as KoaContextWithOIDC);
    await endSurplusGrants(app, tenantId, ctx as KoaContextWithOIDC);
  });
  logFailures(app, provider);
  return provider;
}
