import { z } from 'zod';
import { describePerson } from '../../kit/describe-person.ts';
import type { ConnectorFactory, ConnectorMetadata, GetSession, SocialConnector } from '../../kit/interface.ts';
import { addressWith, callWithToken, fetchProfile, readCallback, redeemCode, refreshTokens } from '../../kit/oauth.ts';
import { createPkce } from '../../kit/pkce.ts';
import { readConfig } from '../../kit/read-config.ts';
import { clientFields, clientItems, scopeField, scopeItem, scopesOf } from '../../kit/social-items.ts';

const authorizationEndpoint = 'https://github.com/login/oauth/authorize';
const tokenEndpoint = 'https://github.com/login/oauth/access_token';
const userEndpoint = 'https://api.github.com/user';
const emailsEndpoint = 'https://api.github.com/user/emails';
const defaultScope = 'read:user user:email';
// GitHub rejects requests without a user agent.
const headers = { 'user-agent': 'Postern', 'x-github-api-version': '2022-11-28' };

const metadata: ConnectorMetadata = {
  id: 'github-universal',
  target: 'github',
  platform: 'Universal',
  name: { en: 'GitHub' },
  description: { en: 'People sign in with their GitHub account.' },
  logo: './logo.svg',
  logoDark: './logo-dark.svg',
  readme: './README.md',
  trustAddressesByDefault: true,
  isTokenStorageSupported: true,
  formItems: [...clientItems, scopeItem(defaultScope)],
};

const configGuard = z.object({ ...clientFields, ...scopeField });
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

export const github: ConnectorFactory<SocialConnector> = async ({ getConfig, egress: { fetch } }) => {
  const config = async () => readConfig(configGuard, await getConfig(metadata.id));
  const client = async () => {
    const { clientId, clientSecret } = await config();
    return { tokenEndpoint, clientId, clientSecret };
  };

  /** The address in a profile is not verified, but this list is. Empty without the scope. */
  async function listEmails(accessToken: string | undefined): Promise<z.infer<typeof Emails>> {
    const { ok, text } = await callWithToken(fetch, emailsEndpoint, accessToken, headers);
    if (!ok) {
      return [];
    }
    const parsed = Emails.safeParse(JSON.parse(text || '[]'));
    return parsed.success ? parsed.data : [];
  }

  async function getTokenResponseAndUserInfo(callbackData: unknown, getSession: GetSession) {
    const callback = await readCallback(callbackData, getSession, { authorizationEndpoint });
    const tokenResponse = await redeemCode(fetch, await client(), callback);
    const [user, emails] = await Promise.all([
      fetchProfile(fetch, userEndpoint, tokenResponse.access_token, headers),
      listEmails(tokenResponse.access_token),
    ]);
    const userInfo = describePerson({
      id: user.id,
      email: emails.find(({ primary, verified }) => primary && verified)?.email,
      isEmailVerified: true,
      name: user.name ?? user.login,
      avatar: user.avatar_url,
      rawData: { userInfo: user, userEmails: emails },
    });
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
        state,
        scope: scopesOf(scope ?? settings.scope, defaultScope),
        ...pkce?.parameters,
      });
    },
    getUserInfo: async (data, getSession) => (await getTokenResponseAndUserInfo(data, getSession)).userInfo,
    getTokenResponseAndUserInfo,
    getAccessTokenByRefreshToken: async (token) => refreshTokens(fetch, await client(), token),
  };
};
