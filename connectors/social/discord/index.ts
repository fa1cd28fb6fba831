import { z } from 'zod';
import { describePerson } from '../../kit/describe-person.ts';
import type { ConnectorFactory, ConnectorMetadata, SocialConnector } from '../../kit/interface.ts';
import { addressWith, fetchProfile, readCallback, redeemCode, textOf } from '../../kit/oauth.ts';
import { createPkce } from '../../kit/pkce.ts';
import { readConfig } from '../../kit/read-config.ts';
import { clientFields, clientItems, scopeField, scopeItem, scopesOf } from '../../kit/social-items.ts';

const authorizationEndpoint = 'https://discord.com/oauth2/authorize';
const tokenEndpoint = 'https://discord.com/api/oauth2/token';
const userEndpoint = 'https://discord.com/api/users/@me';
const defaultScope = 'identify email';

const metadata: ConnectorMetadata = {
  id: 'discord-universal',
  target: 'discord',
  platform: 'Universal',
  name: { en: 'Discord' },
  description: { en: 'People sign in with their Discord account.' },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  trustAddressesByDefault: true,
  formItems: [...clientItems, scopeItem(defaultScope)],
};

const configGuard = z.object({ ...clientFields, ...scopeField });

export const discord: ConnectorFactory<SocialConnector> = async ({ getConfig, egress: { fetch } }) => {
  const config = async () => readConfig(configGuard, await getConfig(metadata.id));
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
        ...pkce?.parameters,
      });
    },
    getUserInfo: async (callbackData, getSession) => {
      const { clientId, clientSecret } = await config();
      const callback = await readCallback(callbackData, getSession, { authorizationEndpoint });
      const tokens = await redeemCode(fetch, { tokenEndpoint, clientId, clientSecret }, callback);
      const user = await fetchProfile(fetch, userEndpoint, tokens.access_token);
      const [id, avatar] = [textOf(user.id), textOf(user.avatar)];
      return describePerson({
        id,
        // Discord documents `verified` as the flag of the email address.
        email: user.verified === true ? user.email : undefined,
        isEmailVerified: true,
        name: user.global_name ?? user.username,
        avatar:
          id && avatar
            ? `https://cdn.discordapp.com/avatars/${encodeURIComponent(id)}/${encodeURIComponent(avatar)}`
            : undefined,
        rawData: user,
      });
    },
  };
};
