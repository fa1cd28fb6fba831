import { timingSafeEqual } from 'node:crypto';
import { isRedirectUri } from '@postern/contracts/fields';
import { extraAuthorizationParams } from '@postern/contracts/wire';
import { type Client, type Configuration, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { App } from '#platform/app';
import { createAdapter } from './adapter.ts';
import { claimsByScope, findAccount } from './claims.ts';
import { clientLookup, settingsKey, settingsOf } from './clients.ts';
import { consentPolicy, ensureGrant } from './consent.ts';
import { extendGrants } from './grants.ts';
import { interactionUrl } from './interactions.ts';
import { algorithmOf, type TenantKeys, useKeys } from './keys.ts';
import { addErrorCodes, renderErrorPage, signOutDonePage, signOutPage } from './pages.ts';
import { defaultResourceOf, defaultTtl, requireRefreshable, resourceServerOf } from './resources.ts';

const day = 86_400;
const maxRefreshLifetime = 365.25 * day;

export const issuerOf = (app: App, tenantId: string) => `${app.endpointOf(tenantId)}/oidc`;

const cookieNames = (tenantId: string) => ({
  session: `postern_${tenantId}_session`,
  interaction: `postern_${tenantId}_interaction`,
  resume: `postern_${tenantId}_resume`,
});

function refreshTokenTtl(ctx: KoaContextWithOIDC, client: Client): number {
  const { refreshTokenTtl: seconds, refreshTokenTtlInDays: days } = settingsOf(client);
  const rotated = ctx?.oidc?.entities.RotatedRefreshToken;
  if (rotated && client.applicationType === 'web' && client.clientAuthMethod === 'none') {
    // A public web client cannot stretch its sign-in by refreshing for ever.
    return Math.max(1, rotated.remainingTTL);
  }
  return days ? days * day : (seconds ?? 14 * day);
}

function mustRotate(ctx: KoaContextWithOIDC): boolean {
  const { RefreshToken: token, Client: client } = ctx.oidc.entities;
  if (!token || !client || settingsOf(client).rotateRefreshToken === false) {
    return false;
  }
  if (token.totalLifetime() >= maxRefreshLifetime) {
    return false;
  }
  return client.clientAuthMethod === 'none' || token.ttlPercentagePassed() >= 70;
}

function isAllowedOrigin(origin: string, client: Client): boolean {
  const { corsAllowedOrigins = [] } = settingsOf(client);
  return (
    corsAllowedOrigins.includes(origin) ||
    (client.redirectUris ?? []).some((uri) => URL.canParse(uri) && new URL(uri).origin === origin)
  );
}

function configuration(app: App, tenantId: string, keys: TenantKeys): Configuration {
  const isHttps = app.endpointOf(tenantId).startsWith('https:');
  const cookie = { signed: true, sameSite: 'lax', path: '/', httpOnly: true, secure: isHttps } as const;
  return {
    adapter: createAdapter(app.tenancy, tenantId, clientLookup(app, tenantId)),
    jwks: { keys: keys.signing as never },
    cookies: { keys: keys.cookies, names: cookieNames(tenantId), short: cookie, long: cookie },
    claims: claimsByScope,
    scopes: ['openid', 'offline_access', ...Object.keys(claimsByScope).filter((scope) => scope !== 'openid')],
    conformIdTokenClaims: false,
    findAccount: (_ctx, id) => findAccount(app, tenantId, id),
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientDefaults: { id_token_signed_response_alg: algorithmOf(keys.signing[0] ?? {}) as 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'PS256', 'ES256', 'ES384', 'ES512'] },
    extraClientMetadata: { properties: [settingsKey] },
    extraParams: [...extraAuthorizationParams],
    clientBasedCORS: (_ctx, origin, client) => isAllowedOrigin(origin, client),
    pkce: { required: (_ctx, client) => client.clientAuthMethod === 'none' },
    responseTypes: ['code'],
    ttl: {
      AccessToken: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? defaultTtl,
      ClientCredentials: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? defaultTtl,
      IdToken: (_ctx, _token, client) => settingsOf(client).idTokenTtl ?? defaultTtl,
      RefreshToken: (ctx, _token, client) => refreshTokenTtl(ctx, client),
      AuthorizationCode: 60,
      Interaction: 3600,
      Session: 14 * day,
      Grant: 14 * day,
    },
    issueRefreshToken: async (_ctx, client, code) =>
      client.grantTypeAllowed('refresh_token') &&
      (code.scopes.has('offline_access') ||
        (client.applicationType === 'web' && settingsOf(client).alwaysIssueRefreshToken === true)),
    rotateRefreshToken: async (ctx) => {
      if (!mustRotate(ctx)) {
        return false;
      }
      await requireRefreshable(app, tenantId, ctx);
      return true;
    },
    loadExistingGrant: (ctx) => ensureGrant(ctx),
    interactions: {
      policy: consentPolicy(),
      url: (ctx, interaction) => interactionUrl(ctx, interaction, tenantId, isHttps),
    },
    renderError: renderErrorPage,
    features: {
      devInteractions: { enabled: false },
      claimsParameter: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: {
        enabled: true,
        // An application may look into its own tokens only.
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      backchannelLogout: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      userinfo: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource: signOutPage, postLogoutSuccessSource: signOutDonePage },
      resourceIndicators: {
        enabled: true,
        defaultResource: async (_ctx, _client, oneOf) => oneOf?.[0] ?? (await defaultResourceOf(app, tenantId)) ?? [],
        getResourceServerInfo: (ctx, indicator) => resourceServerOf(app, tenantId, ctx, indicator),
        useGrantedResource: () => false,
      },
    },
    // Back-channel logout leaves the house through the egress guard only.
    fetch: (url, options) => app.egress.fetch(String(url), options as never) as never,
  };
}

function equals(one: string, two: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(two)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The named secrets of an application take the place of the engine's single one. */
function useNamedSecrets(provider: Provider): void {
  provider.Client.prototype.compareClientSecret = function compareClientSecret(actual: string) {
    const { secrets } = settingsOf(this);
    const match = secrets.find(({ value }) => equals(value, actual));
    if (match?.expiresAt && match.expiresAt <= Date.now()) {
      throw new errors.InvalidRequest('client secret has expired');
    }
    return match !== undefined;
  };
}

/** Addresses are checked when they are saved and again here, when they are used. */
function useOurRedirectRules(provider: Provider): void {
  const { Schema } = provider.Client as unknown as { Schema: { prototype: Record<string, unknown> } };
  Schema.prototype.redirectUris = function redirectUris(
    this: { redirect_uris: string[]; invalidate: (message: string) => void },
    uris: string[] = this.redirect_uris,
    label = 'redirect_uris',
  ) {
    if (!uris.every(isRedirectUri)) {
      this.invalidate(`${label} must only contain allowed addresses`);
    }
  };
}

export function createProvider(app: App, tenantId: string, keys: TenantKeys): Provider {
  const provider = new Provider(issuerOf(app, tenantId), configuration(app, tenantId, keys));
  // mount.ts writes the forwarding headers itself, from configuration, whatever the caller sent.
  provider.proxy = true;
  useNamedSecrets(provider);
  useOurRedirectRules(provider);
  extendGrants(provider);
  useKeys(provider, keys);
  provider.use(addErrorCodes);
  provider.on('server_error', (ctx, error) => {
    app.log.error({ err: error, requestId: ctx.res.getHeader('logto-core-request-id') }, 'oidc engine failed');
  });
  return provider;
}
