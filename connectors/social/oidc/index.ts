import { randomUUID } from 'node:crypto';
import { createPromiseReader, requirePromisedIssuer } from '../../kit/check-issuer.ts';
import { describePerson } from '../../kit/describe-person.ts';
import { ConnectorError } from '../../kit/fail.ts';
import { createVerifier } from '../../kit/id-token.ts';
import type { ConnectorFactory, GetSession, SocialConnector } from '../../kit/interface.ts';
import { addressWith, readCallback, redeemCode, refreshTokens, type TokenClient, textOf } from '../../kit/oauth.ts';
import { createPkce } from '../../kit/pkce.ts';
import { readConfig } from '../../kit/read-config.ts';
import { scopesOf } from '../../kit/social-items.ts';
import { configGuard, metadata, type OidcConfig } from './config.ts';

type Trust = Pick<OidcConfig, 'acceptStringTypedBooleanClaims' | 'trustUnverifiedEmail'>;

function describe(
  claims: Record<string, unknown>,
  { acceptStringTypedBooleanClaims: acceptsText, trustUnverifiedEmail }: Trust,
) {
  const isTrue = (value: unknown) => value === true || (acceptsText && (value === 'true' || value === '1'));
  return describePerson({
    id: claims.sub,
    // A provider that says that the address is not verified is believed.
    email:
      isTrue(claims.email_verified) || (trustUnverifiedEmail && claims.email_verified === undefined)
        ? claims.email
        : undefined,
    isEmailVerified: true,
    phone: isTrue(claims.phone_number_verified) ? claims.phone_number : undefined,
    isPhoneVerified: true,
    name: claims.name ?? claims.preferred_username,
    avatar: claims.picture,
    rawData: claims,
  });
}

/** Parameters of OpenID Connect Core §3.1.2.1 that are configured for the connector. */
function optionalParameters(given: OidcConfig['authRequestOptionalConfig']): Record<string, string | undefined> {
  return {
    response_mode: given?.responseMode,
    display: given?.display,
    prompt: given?.prompt,
    max_age: given?.maxAge,
    ui_locales: given?.uiLocales,
    id_token_hint: given?.idTokenHint,
    login_hint: given?.loginHint,
    acr_values: given?.acrValues,
  };
}

const withOpenId = (scope: string) => (scope.split(' ').includes('openid') ? scope : `openid ${scope}`.trim());

export const oidc: ConnectorFactory<SocialConnector> = async ({ getConfig, egress: { fetch } }) => {
  const config = async () => readConfig(configGuard, await getConfig(metadata.id));
  const verify = createVerifier(fetch);
  const isPromised = createPromiseReader(fetch);
  const clientOf = (settings: OidcConfig): TokenClient => ({
    tokenEndpoint: settings.tokenEndpoint,
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    authMethod: settings.tokenEndpointAuthMethod,
    algorithm: settings.clientSecretJwtSigningAlgorithm,
  });

  async function getTokenResponseAndUserInfo(callbackData: unknown, getSession: GetSession) {
    const settings = await config();
    const { jwksUri, issuer, audience = settings.clientId, ...options } = settings.idTokenVerificationConfig;
    const { authorizationEndpoint } = settings;
    const callback = await readCallback(callbackData, getSession, { issuer, authorizationEndpoint });
    await requirePromisedIssuer(callback, issuer, isPromised);
    const nonce = textOf(callback.session.nonce);
    if (!nonce) {
      // Without it, a token of another sign-in would be accepted.
      throw new ConnectorError('social_invalid_id_token', { error: 'nonce_missing' });
    }
    const tokenResponse = await redeemCode(fetch, clientOf(settings), callback);
    const claims = await verify(tokenResponse.id_token, { jwksUri, issuer, audience, nonce, options });
    return { tokenResponse, userInfo: describe(claims, settings) };
  }

  return {
    type: 'Social',
    metadata,
    configGuard,
    getAuthorizationUri: async ({ state, redirectUri, scope, keepsSession = true }, setSession) => {
      const settings = await config();
      const nonce = randomUUID();
      const pkce = keepsSession && settings.usePkce ? createPkce() : undefined;
      await setSession({ redirectUri, state, nonce, ...pkce?.session });
      return addressWith(settings.authorizationEndpoint, {
        ...settings.customConfig,
        ...optionalParameters(settings.authRequestOptionalConfig),
        response_type: 'code',
        client_id: settings.clientId,
        scope: withOpenId(scopesOf(scope ?? settings.scope, '')),
        redirect_uri: redirectUri,
        state,
        nonce,
        ...pkce?.parameters,
      });
    },
    getUserInfo: async (data, getSession) => (await getTokenResponseAndUserInfo(data, getSession)).userInfo,
    getTokenResponseAndUserInfo,
    getAccessTokenByRefreshToken: async (token) => refreshTokens(fetch, clientOf(await config()), token),
  };
};
