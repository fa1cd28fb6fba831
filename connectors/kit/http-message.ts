import { z } from 'zod';
import { callProvider, jsonType, requireAccepted } from './call-provider.ts';
import type { ConnectorFactory, ConnectorMetadata, MessageConnector } from './interface.ts';
import { readConfig, webAddress } from './read-config.ts';

const configGuard = z.object({
  endpoint: webAddress,
  authorization: z
    .string()
    .max(4096)
    .regex(/^[^\r\n]*$/)
    .optional(),
});

/** Sends an unrendered message to the tenant's own endpoint: JSON with `to`, `type`, `payload` and the `ip` of the requester. */
export const httpMessage = (
  type: MessageConnector['type'],
  metadata: Omit<ConnectorMetadata, 'formItems' | 'platform' | 'logoDark' | 'logo' | 'readme'>,
  readRecipient: (to: string) => string,
): ConnectorFactory<MessageConnector> => {
  const described: ConnectorMetadata = {
    ...metadata,
    platform: null,
    logo: './logo.svg',
    logoDark: null,
    readme: './README.md',
    formItems: [
      {
        key: 'endpoint',
        label: 'Endpoint',
        type: 'Text',
        required: true,
        placeholder: 'https://example.com/messages',
      },
      {
        key: 'authorization',
        label: 'Authorization header',
        type: 'Text',
        isConfidential: true,
        placeholder: 'Bearer …',
      },
    ],
  };
  return async ({ getConfig, egress }) => ({
    type,
    metadata: described,
    configGuard,
    sendMessage: async ({ to, type: purpose, payload, ip }, given) => {
      const { endpoint, authorization } = readConfig(configGuard, given ?? (await getConfig(metadata.id)));
      readRecipient(to);
      const answer = await callProvider(egress.fetch, endpoint, {
        method: 'POST',
        headers: { ...jsonType, ...(authorization ? { authorization } : {}) },
        body: JSON.stringify({ to, type: purpose, payload, ip }),
      });
      requireAccepted('The endpoint', answer);
    },
  });
};
