import { GoogleOneTap } from '@postern/contracts/messages/connectors';
import { z } from 'zod';
import { describePerson } from '../../kit/describe-person.ts';
import { createVerifier } from '../../kit/id-token.ts';
import type { ConnectorFactory, ConnectorMetadata, GetSession, SocialConnector } from '../../kit/interface.ts';
import { addressWith, fetchProfile, readCallback, redeemCode, refreshTokens, textOf } from '../../kit/oauth.ts';
import { createPkce } from '../../kit/pkce.ts';
import { readConfig } from '../../kit/read-config.ts';
import { clientFields, clientItems, scopeField, scopeItem, scopesOf } from '../../kit/social-items.ts';

const authorizationEndpoint = 'https://accounts.google.com/o/oauth2/v2/auth';
const tokenEndpoint = 'https://oauth2.googleapis.com/token';
const userInfoEndpoint = 'https://openidconnect.googleapis.com/v1/userinfo';
const jwksUri = 'https://www.googleapis.com/oauth2/v3/certs';
const issuer = ['https://accounts.google.com', 'accounts.google.com'];
const defaultScope = 'openid profile email';
const prompts = ['none', 'consent', 'select_account'] as const;

const metadata: ConnectorMetadata = {
  id: 'google-universal',
  target: 'google',
  platform: 'Universal',
  name: { en: 'Google' },
  description: { en: 'People sign in with their Google account.' },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  trustAddressesByDefault: true,
  isTokenStorageSupported: true,
  formItems: [
    ...clientItems,
    scopeItem(defaultScope),
    {
      key: 'prompts',
      label: 'Prompts',
      type: 'MultiSelect',
      selectItems: prompts.map((value) => ({ value, title: value })),
      description: 'What Google asks people, even if they are already signed in.',
    },
    {
      key: 'offlineAccess',
      label: 'Offline access',
      type: 'Switch',
      defaultValue: false,
      description: 'Requests a refresh token.',
    },
  ],
};

const configGuard = z.object({
  ...clientFields,
  ...scopeField,
  prompts: z.array(z.enum(prompts)).optional(),
  offlineAccess: z.boolean().optional(),
  oneTap: GoogleOneTap.optional(),
});

/** The claims of Google from either flow. Accounts are matched by address, so only a verified one is used. */
const describe = (claims: Record<string, unknown>) =>
  describePerson({
    id: claims.sub,
    email: claims.email_verified === true ? claims.email : undefined,
    isEmailVerified: true,
    name: claims.name,
    avatar: claims.picture,
    rawData: claims,
  });

export const google: ConnectorFactory<SocialConnector> = async ({ getConfig, egress: { fetch } }) => {
  const config = async () => readConfig(configGuard, await getConfig(metadata.id));
  const verify = createVerifier(fetch);
  const clientOf = ({ clientId, clientSecret }: z.output<typeof configGuard>) => ({
    tokenEndpoint,
    clientId,
    clientSecret,
  });

  async function getTokenResponseAndUserInfo(callbackData: unknown, getSession: GetSession) {
    const settings = await config();
    const callback = await readCallback(callbackData, getSession, { authorizationEndpoint });
    const credential = textOf(callback.data.credential);
    if (credential) {
      // One Tap: Google sends a token for this client, without a code.
      const claims = await verify(credential, { jwksUri, issuer, audience: settings.clientId });
      return { userInfo: describe(claims) };
    }
    const tokenResponse = await redeemCode(fetch, clientOf(settings), callback);
    const userInfo = describe(await fetchProfile(fetch, userInfoEndpoint, tokenResponse.access_token));
    return { tokenResponse, userInfo };
  }

  return {
    type: 'Social',
    metadata,
    configGuard,
    getAuthorizationUri: async ({ state, redirectUri, scope, keepsSession = true }, setSession) => {
      const settings = await config();
      const pkce = keepsSession ? createPkce() : undefined;
      await setSession({ redirectUri, state, ...pkce?.session });
      return addressWith(authorizationEndpoint, {
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: scopesOf(scope ?? settings.scope, defaultScope),
        state,
        prompt: settings.prompts?.join(' '),
        access_type: settings.offlineAccess ? 'offline' : undefined,
        ...pkce?.parameters,
      });
    },
    getUserInfo: async (data, getSession) => (await getTokenResponseAndUserInfo(data, getSession)).userInfo,
    getTokenResponseAndUserInfo,
    getAccessTokenByRefreshToken: async (token) => refreshTokens(fetch, clientOf(await config()), token),
  };
};
