import { demoFactory } from '@postern/contracts/wire';
import { z } from 'zod';
import { codeFlow, describeProvider } from '../../kit/code-flow.ts';
import { ConnectorError } from '../../kit/fail.ts';
import { text, webAddress } from '../../kit/read-config.ts';
import { scopesOf } from '../../kit/social-items.ts';

const providers = {
  google: { endpoint: 'https://accounts.google.com/o/oauth2/v2/auth', scope: 'openid profile email' },
  github: { endpoint: 'https://github.com/login/oauth/authorize', scope: 'read:user user:email' },
  discord: { endpoint: 'https://discord.com/oauth2/authorize', scope: 'identify email' },
} as const;
const names = ['google', 'github', 'discord'] as const;

/** Opens the page of a provider with a client ID whose secret Postern does not have, so sign-in cannot be completed. */
export const demo = codeFlow({
  metadata: describeProvider(demoFactory.name, {
    id: demoFactory.id,
    target: demoFactory.id,
    isStandard: true,
    description: {
      en: 'Opens the page of a provider, for demonstrations. Sign-in cannot be completed.',
    },
    formItems: [
      {
        key: 'provider',
        label: 'Provider',
        type: 'Select',
        required: true,
        selectItems: [
          { value: 'google', title: 'Google' },
          { value: 'github', title: 'GitHub' },
          { value: 'discord', title: 'Discord' },
        ],
      },
      { key: 'clientId', label: 'Client ID', type: 'Text', required: true },
      {
        key: 'redirectUri',
        label: 'Redirect URI',
        type: 'Text',
        required: true,
        description: 'Where the provider returns to. It must be registered for the client.',
      },
    ],
  }),
  configGuard: z.object({ provider: z.enum(names), clientId: text, redirectUri: webAddress }),
  authorizationEndpoint: ({ provider }) => providers[provider].endpoint,
  parameters: ({ provider, clientId, redirectUri }, { scope }) => ({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopesOf(scope, providers[provider].scope),
  }),
  identify: () => async () => {
    throw new ConnectorError('not_implemented', 'getUserInfo');
  },
});
