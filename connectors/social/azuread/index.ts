import { z } from 'zod';
import { describePerson } from '../../kit/describe-person.ts';
import type { ConnectorFactory, ConnectorMetadata, SocialConnector } from '../../kit/interface.ts';
import { addressWith, fetchProfile, readCallback, redeemCode } from '../../kit/oauth.ts';
import { createPkce } from '../../kit/pkce.ts';
import { optionalText, readConfig, text, webAddress } from '../../kit/read-config.ts';
import { clientFields, clientItems, scopesOf } from '../../kit/social-items.ts';

const graphEndpoint = 'https://graph.microsoft.com/v1.0/me';
const defaultCloud = 'https://login.microsoftonline.com';
const defaultScope = 'User.Read';
const prompts = ['none', 'login', 'consent', 'select_account'] as const;

const metadata: ConnectorMetadata = {
  id: 'azuread-universal',
  target: 'azuread',
  platform: 'Universal',
  name: { en: 'Microsoft' },
  description: {
    en: 'People sign in with their Microsoft account, of work, school or their own.',
  },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  formItems: [
    ...clientItems,
    {
      key: 'cloudInstance',
      label: 'Cloud instance',
      type: 'Text',
      required: true,
      defaultValue: defaultCloud,
      placeholder: defaultCloud,
    },
    {
      key: 'tenantId',
      label: 'Tenant ID',
      type: 'Text',
      required: true,
      placeholder: 'common',
      description: 'The ID of your directory, or common, organizations or consumers.',
    },
    {
      key: 'prompts',
      label: 'Prompts',
      type: 'MultiSelect',
      selectItems: prompts.map((value) => ({ value, title: value })),
    },
    { key: 'scopes', label: 'Scopes', type: 'Text', placeholder: defaultScope },
  ],
};

const configGuard = z.object({
  ...clientFields,
  cloudInstance: webAddress.default(defaultCloud),
  tenantId: text.regex(/^[\w.-]+$/),
  prompts: z.array(z.enum(prompts)).optional(),
  scopes: optionalText,
});

/**
 * Administrators of a directory can write any address into its profiles. So an address proves nothing if users of all
 * directories may sign in; for a specific directory and for personal accounts it does.
 */
const trustsAddresses = (tenantId: string) => !['common', 'organizations'].includes(tenantId.toLowerCase());

export const azuread: ConnectorFactory<SocialConnector> = async ({ getConfig, egress: { fetch } }) => {
  const config = async () => readConfig(configGuard, await getConfig(metadata.id));
  const endpointOf = ({ cloudInstance, tenantId }: z.output<typeof configGuard>, name: string) =>
    `${cloudInstance.replace(/\/+$/, '')}/${tenantId}/oauth2/v2.0/${name}`;
  return {
    type: 'Social',
    metadata,
    configGuard,
    getAuthorizationUri: async ({ state, redirectUri, scope, keepsSession = true }, setSession) => {
      const settings = await config();
      const pkce = keepsSession ? createPkce() : undefined;
      await setSession({ redirectUri, state, ...pkce?.session });
      return addressWith(endpointOf(settings, 'authorize'), {
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: scopesOf(scope ?? settings.scopes, defaultScope),
        state,
        prompt: settings.prompts?.join(' '),
        ...pkce?.parameters,
      });
    },
    getUserInfo: async (callbackData, getSession) => {
      const settings = await config();
      const callback = await readCallback(callbackData, getSession, {
        authorizationEndpoint: endpointOf(settings, 'authorize'),
      });
      const { clientId, clientSecret } = settings;
      const client = { tokenEndpoint: endpointOf(settings, 'token'), clientId, clientSecret };
      const tokens = await redeemCode(fetch, client, callback);
      const user = await fetchProfile(fetch, graphEndpoint, tokens.access_token);
      return describePerson({
        id: user.id,
        email: trustsAddresses(settings.tenantId) ? user.mail : undefined,
        name: user.displayName,
        rawData: user,
      });
    },
  };
};
