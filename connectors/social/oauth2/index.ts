import { z } from 'zod';
import { describePerson } from '../../kit/describe-person.ts';
import type { ConnectorFactory, ConnectorMetadata, GetSession, SocialConnector } from '../../kit/interface.ts';
import {
  addressWith,
  fetchProfile,
  readCallback,
  redeemCode,
  refreshTokens,
  type TokenClient,
} from '../../kit/oauth.ts';
import { createPkce, pkceItem } from '../../kit/pkce.ts';
import { optionalText, readConfig, text, webAddress } from '../../kit/read-config.ts';
import {
  authMethodFields,
  authMethodItems,
  clientFields,
  clientItems,
  customConfigField,
  customConfigItem,
  scopeField,
  scopeItem,
  scopesOf,
} from '../../kit/social-items.ts';

const answerKinds = ['query-string', 'json'] as const;
const defaultMap = {
  id: 'id',
  email: 'email',
  emailVerified: 'email_verified',
  phone: 'phone',
  phoneVerified: 'phone_number_verified',
  name: 'name',
  avatar: 'avatar',
};

const metadata: ConnectorMetadata = {
  id: 'oauth2',
  target: 'oauth2',
  platform: 'Universal',
  name: { en: 'OAuth 2.0' },
  description: {
    en: 'People sign in with any provider that speaks OAuth 2.0.',
  },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  isStandard: true,
  isTokenStorageSupported: true,
  formItems: [
    { key: 'authorizationEndpoint', label: 'Authorization endpoint', type: 'Text', required: true },
    { key: 'tokenEndpoint', label: 'Token endpoint', type: 'Text', required: true },
    { key: 'userInfoEndpoint', label: 'User info endpoint', type: 'Text', required: true },
    ...clientItems,
    ...authMethodItems,
    {
      key: 'tokenEndpointResponseType',
      label: 'Token response format',
      type: 'Select',
      defaultValue: 'query-string',
      selectItems: answerKinds.map((value) => ({ value, title: value })),
    },
    scopeItem('profile email'),
    {
      key: 'profileMap',
      label: 'Profile fields',
      type: 'Json',
      defaultValue: defaultMap,
      description:
        'Which field of the provider holds the id, email, phone, name and avatar. emailVerified and phoneVerified name the fields that are true when the provider has verified the address. Dots reach inside.',
    },
    {
      key: 'issuer',
      label: 'Issuer',
      type: 'Text',
      placeholder: 'https://provider.example',
      description:
        'Compared with iss in the answer. Without it, iss must have the origin of the authorization endpoint.',
    },
    pkceItem,
    customConfigItem,
  ],
};

const field = text.default('');
const configGuard = z.object({
  authorizationEndpoint: webAddress,
  tokenEndpoint: webAddress,
  userInfoEndpoint: webAddress,
  ...clientFields,
  ...authMethodFields,
  tokenEndpointResponseType: z.enum(answerKinds).default('query-string'),
  ...scopeField,
  profileMap: z
    .object({
      id: field,
      email: field,
      emailVerified: field,
      phone: field,
      phoneVerified: field,
      name: field,
      avatar: field,
    })
    .partial()
    .optional(),
  issuer: optionalText,
  usePkce: z.boolean().default(true),
  ...customConfigField,
});
type Config = z.output<typeof configGuard>;

/** The value of a path such as `data.user.id` in a response; undefined if there is none. */
function at(profile: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      profile,
    );
}

function describe(profile: Record<string, unknown>, map: Config['profileMap']) {
  const pick = (name: keyof typeof defaultMap) => at(profile, map?.[name] || defaultMap[name]);
  return describePerson({
    id: pick('id'),
    email: pick('email'),
    // An explicit false wins, regardless of the field that the settings name.
    isEmailVerified: pick('emailVerified') === true && profile.email_verified !== false,
    phone: pick('phone'),
    isPhoneVerified: pick('phoneVerified') === true && profile.phone_number_verified !== false,
    name: pick('name'),
    avatar: pick('avatar'),
    rawData: profile,
  });
}

export const oauth2: ConnectorFactory<SocialConnector> = async ({ getConfig, egress: { fetch } }) => {
  const config = async () => readConfig(configGuard, await getConfig(metadata.id));
  const clientOf = (settings: Config): TokenClient => ({
    tokenEndpoint: settings.tokenEndpoint,
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    authMethod: settings.tokenEndpointAuthMethod,
    algorithm: settings.clientSecretJwtSigningAlgorithm,
    answers: settings.tokenEndpointResponseType,
  });

  async function getTokenResponseAndUserInfo(callbackData: unknown, getSession: GetSession) {
    const settings = await config();
    const { authorizationEndpoint, issuer } = settings;
    const callback = await readCallback(callbackData, getSession, {
      authorizationEndpoint,
      ...(issuer ? { issuer } : {}),
    });
    const tokenResponse = await redeemCode(fetch, clientOf(settings), callback);
    const profile = await fetchProfile(fetch, settings.userInfoEndpoint, tokenResponse.access_token);
    return { tokenResponse, userInfo: describe(profile, settings.profileMap) };
  }

  return {
    type: 'Social',
    metadata,
    configGuard,
    getAuthorizationUri: async ({ state, redirectUri, scope, keepsSession = true }, setSession) => {
      const settings = await config();
      const pkce = keepsSession && settings.usePkce ? createPkce() : undefined;
      await setSession({ redirectUri, state, ...pkce?.session });
      return addressWith(settings.authorizationEndpoint, {
        ...settings.customConfig,
        response_type: 'code',
        client_id: settings.clientId,
        scope: scopesOf(scope ?? settings.scope, ''),
        redirect_uri: redirectUri,
        state,
        ...pkce?.parameters,
      });
    },
    getUserInfo: async (data, getSession) => (await getTokenResponseAndUserInfo(data, getSession)).userInfo,
    getTokenResponseAndUserInfo,
    getAccessTokenByRefreshToken: async (token) => refreshTokens(fetch, clientOf(await config()), token),
  };
};
