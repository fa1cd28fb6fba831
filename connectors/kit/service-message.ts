import type { z } from 'zod';
import {
  basic,
  callProvider,
  formType,
  jsonType,
  type ProviderAnswer,
  readJson,
  requireAccepted,
} from './call-provider.ts';
import { ConnectorError } from './fail.ts';
import type { ConnectorFactory, ConnectorMetadata, Fetch, MessageConnector } from './interface.ts';
import { readConfig, text, webAddress } from './read-config.ts';

type FormItems = NonNullable<ConnectorMetadata['formItems']>;

export const serviceFields = {
  tokenEndpoint: webAddress,
  endpoint: webAddress,
  resource: text,
  appId: text,
  appSecret: text,
};
type Service = z.output<z.ZodObject<typeof serviceFields>>;

export const serviceItems: FormItems = [
  {
    key: 'tokenEndpoint',
    label: 'Token endpoint',
    type: 'Text',
    required: true,
    placeholder: 'https://auth.example.com/oidc/token',
  },
  {
    key: 'endpoint',
    label: 'Endpoint',
    type: 'Text',
    required: true,
    placeholder: 'https://cloud.example.com/api/messages',
  },
  {
    key: 'resource',
    label: 'API resource',
    type: 'Text',
    required: true,
    placeholder: 'https://cloud.example.com/api',
    description: 'The indicator of the API that the access token is for.',
  },
  { key: 'appId', label: 'App ID', type: 'Text', required: true },
  { key: 'appSecret', label: 'App secret', type: 'Text', required: true, isConfidential: true },
];

type Token = { value: string; expiresAt: number };

/** An access token for the service, RFC 6749 §4.4 with the resource of RFC 8707. */
async function requestToken(fetch: Fetch, service: Service, scope: string): Promise<Token> {
  const answer = await callProvider(fetch, service.tokenEndpoint, {
    method: 'POST',
    headers: {
      ...formType,
      // RFC 6749 §2.3.1: both are form-encoded first.
      authorization: basic(encodeURIComponent(service.appId), encodeURIComponent(service.appSecret)),
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: service.resource, scope }).toString(),
  });
  const { access_token: value, expires_in: seconds, error } = readJson(answer.text) ?? {};
  if (error === 'invalid_client') {
    throw new ConnectorError('general', 'The token endpoint does not accept the credentials (invalid_client).');
  }
  requireAccepted('The token endpoint', answer);
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value)) {
    throw new ConnectorError('invalid_response', 'The token endpoint sent no access token.');
  }
  // A token that expires on its way would fail, so it is replaced a little earlier.
  const lifetime = typeof seconds === 'number' ? Math.max(seconds - 30, 0) : 0;
  return { value, expiresAt: Date.now() + lifetime * 1000 };
}

/** Hands unrendered messages to a service of the operator, which authenticates the tenant by client credentials. */
export const serviceMessage =
  <C extends z.ZodType<Service>>(
    type: MessageConnector['type'],
    metadata: ConnectorMetadata,
    {
      configGuard,
      scope,
      readRecipient,
      extra,
    }: {
      configGuard: C;
      scope: string;
      readRecipient(to: string): string;
      /** Settings that the service puts into the message. */
      extra(config: z.output<C>): Record<string, unknown>;
    },
  ): ConnectorFactory<MessageConnector> =>
  async ({ getConfig, egress }) => {
    let known: (Token & { key: string }) | undefined;

    async function tokenFor(service: Service): Promise<string> {
      const key = JSON.stringify([service.tokenEndpoint, service.resource, service.appId, service.appSecret]);
      if (known?.key === key && known.expiresAt > Date.now()) {
        return known.value;
      }
      const token = await requestToken(egress.fetch, service, scope);
      known = { ...token, key };
      return token.value;
    }

    const post = async (service: Service, body: string): Promise<ProviderAnswer> =>
      callProvider(egress.fetch, service.endpoint, {
        method: 'POST',
        headers: { ...jsonType, authorization: `Bearer ${await tokenFor(service)}` },
        body,
      });

    return {
      type,
      metadata,
      configGuard,
      sendMessage: async (message, given) => {
        const config = readConfig(configGuard, given ?? (await getConfig(metadata.id)));
        const { type: purpose, payload } = message;
        const body = JSON.stringify({
          to: readRecipient(message.to),
          type: purpose,
          payload: { ...payload, ...extra(config) },
        });
        let answer = await post(config, body);
        if (answer.status === 401) {
          // The service may have forgotten the token, for example after a change of its keys.
          known = undefined;
          answer = await post(config, body);
        }
        if (answer.status === 429 && type === 'Email') {
          throw new ConnectorError('usage_limit_exceeded', 'The service says that no more messages are included.');
        }
        requireAccepted('The service', answer);
      },
    };
  };
