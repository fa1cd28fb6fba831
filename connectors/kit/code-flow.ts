import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Expected } from './check-issuer.ts';
import { ConnectorError } from './fail.ts';
import type {
  AuthorizationRequest,
  Callback,
  ConnectorFactory,
  ConnectorMetadata,
  Fetch,
  GetSession,
  SocialConnector,
  SocialUserInfo,
  TokenResponse,
} from './interface.ts';
import { addressWith, fetchProfile, readCallback, redeemCode, type TokenClient, textOf } from './oauth.ts';
import { createPkce, verifierFor } from './pkce.ts';
import { readConfig } from './read-config.ts';
import { clientItems, clientSettings, scopeItem, scopesOf } from './social-items.ts';

type Settings<G extends z.ZodType> = z.output<G>;
type Outcome = { userInfo: SocialUserInfo; tokenResponse?: TokenResponse };

export type CodeFlow<G extends z.ZodType> = {
  metadata: ConnectorMetadata;
  configGuard: G;
  authorizationEndpoint: string | ((settings: Settings<G>, request: AuthorizationRequest) => string);
  /** Of the authorization request, besides `state` and those of PKCE. */
  parameters(settings: Settings<G>, request: AuthorizationRequest): Record<string, string | undefined>;
  /** Settings with addresses that the server never calls. */
  uncalledSettings?: string[];
  /** Only where the provider documents PKCE for clients with a secret. */
  usesPkce?: boolean;
  /** For a provider that refuses requests without PKCE: the secret for callers that cannot store a verifier. */
  pkceSecret?: (settings: Settings<G>) => string;
  /** Sends a nonce, which the ID token must repeat. */
  usesNonce?: boolean;
  /** Called once per connector, so that tokens of an application can be cached. */
  identify(fetch: Fetch): (callback: Callback, settings: Settings<G>) => Promise<Outcome>;
};

/** A social connector that redirects to its provider and exchanges the returned code. */
export function codeFlow<G extends z.ZodType>(flow: CodeFlow<G>): ConnectorFactory<SocialConnector> {
  const { metadata, configGuard, pkceSecret } = flow;
  const endpointOf = (settings: Settings<G>, request: AuthorizationRequest) =>
    typeof flow.authorizationEndpoint === 'string'
      ? flow.authorizationEndpoint
      : flow.authorizationEndpoint(settings, request);

  // A provider with several endpoints sends no `iss`.
  const expected: Expected =
    typeof flow.authorizationEndpoint === 'string'
      ? { authorizationEndpoint: flow.authorizationEndpoint }
      : { authorizationEndpoint: '', issuer: [] };

  function pkceOf(settings: Settings<G>, { state, keepsSession = true }: AuthorizationRequest) {
    if (keepsSession) {
      return flow.usesPkce ? createPkce() : undefined;
    }
    return pkceSecret && createPkce(verifierFor(pkceSecret(settings), state));
  }

  /** With the verifier for a caller that stored none. */
  function completeCallback({ data, session }: Callback, settings: Settings<G>): Callback {
    const state = textOf(data.state);
    return pkceSecret && state && session.state === undefined
      ? { data, session: { ...session, codeVerifier: verifierFor(pkceSecret(settings), state) } }
      : { data, session };
  }

  return async ({ getConfig, egress: { fetch } }) => {
    const config = async () => readConfig(configGuard, await getConfig(metadata.id));
    const identify = flow.identify(fetch);

    async function getTokenResponseAndUserInfo(callbackData: unknown, getSession: GetSession): Promise<Outcome> {
      const settings = await config();
      const callback = await readCallback(callbackData, getSession, expected);
      return identify(completeCallback(callback, settings), settings);
    }

    return {
      type: 'Social',
      metadata,
      configGuard,
      uncalledSettings: flow.uncalledSettings ?? [],
      getAuthorizationUri: async (request, setSession) => {
        const settings = await config();
        const { state, redirectUri, keepsSession = true } = request;
        const pkce = pkceOf(settings, request);
        const nonce = flow.usesNonce && keepsSession ? randomUUID() : undefined;
        await setSession({ redirectUri, state, ...(nonce ? { nonce } : {}), ...pkce?.session });
        return addressWith(endpointOf(settings, request), {
          ...flow.parameters(settings, request),
          state,
          nonce,
          ...pkce?.parameters,
        });
      },
      getUserInfo: async (data, getSession) => (await getTokenResponseAndUserInfo(data, getSession)).userInfo,
      ...(metadata.isTokenStorageSupported ? { getTokenResponseAndUserInfo } : {}),
    };
  };
}

/** The code of a callback where a provider gives it another name, or where there is no redirect URI. */
export function codeNamed({ data }: Callback, ...names: string[]): string {
  const code = names.map((name) => textOf(data[name])).find(Boolean);
  if (!code) {
    throw new ConnectorError('social_auth_code_invalid', { error: 'code_missing' });
  }
  return code;
}

type Named = Pick<ConnectorMetadata, 'id' | 'target' | 'formItems'> & Partial<ConnectorMetadata>;

/** The metadata of a provider with one name in every language. */
export const describeProvider = (name: string, more: Named): ConnectorMetadata => ({
  platform: 'Universal',
  name: { en: name },
  description: { en: `People sign in with their ${name} account.` },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  ...more,
});

type ClientSettings = z.output<typeof clientSettings>;

export type OAuthProvider = {
  name: string;
  id: string;
  target: string;
  metadata?: Partial<ConnectorMetadata>;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  defaultScope: string;
  authMethod?: TokenClient['authMethod'];
  parameters?: Record<string, string>;
  usesPkce?: boolean;
  requiresPkce?: boolean;
  usesNonce?: boolean;
  /** Providers with another way to the profile have `describe` only. */
  profileEndpoint?: string;
  headers?: Record<string, string>;
  describe(
    profile: Record<string, unknown>,
    visit: { fetch: Fetch; tokens: TokenResponse; settings: ClientSettings; callback: Callback },
  ): SocialUserInfo | Promise<SocialUserInfo>;
};

/** A provider that follows RFC 6749, with client ID, client secret and scope as its settings. */
export function oauthProvider(provider: OAuthProvider): ConnectorFactory<SocialConnector> {
  const { name, id, target, tokenEndpoint, authMethod, defaultScope, profileEndpoint, headers } = provider;
  const clientOf = ({ clientId, clientSecret }: ClientSettings): TokenClient => ({
    tokenEndpoint,
    clientId,
    clientSecret,
    ...(authMethod ? { authMethod } : {}),
  });
  return codeFlow({
    metadata: describeProvider(name, {
      id,
      target,
      formItems: [...clientItems, scopeItem(defaultScope)],
      ...provider.metadata,
    }),
    configGuard: clientSettings,
    authorizationEndpoint: provider.authorizationEndpoint,
    usesPkce: provider.usesPkce || provider.requiresPkce || false,
    usesNonce: provider.usesNonce ?? false,
    ...(provider.requiresPkce ? { pkceSecret: ({ clientSecret }: ClientSettings) => clientSecret } : {}),
    parameters: ({ clientId, scope }, request) => ({
      ...provider.parameters,
      response_type: 'code',
      client_id: clientId,
      redirect_uri: request.redirectUri,
      scope: scopesOf(request.scope ?? scope, defaultScope),
    }),
    identify: (fetch) => async (callback, settings) => {
      const tokens = await redeemCode(fetch, clientOf(settings), callback);
      const profile = profileEndpoint ? await fetchProfile(fetch, profileEndpoint, tokens.access_token, headers) : {};
      const userInfo = await provider.describe(profile, { fetch, tokens, settings, callback });
      return { tokenResponse: tokens, userInfo };
    },
  });
}
