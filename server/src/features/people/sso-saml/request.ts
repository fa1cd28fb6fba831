import { samlFor } from '#features/messages/connectors';
import type { IdentityProvider } from './read-metadata.ts';

type ServiceProvider = { entityId: string; assertionConsumerServiceUrl: string };
type Keys = Parameters<typeof samlFor>[2];

/** The address of the identity provider with our request (HTTP redirect binding). */
export const requestUri = async (
  provider: IdentityProvider,
  service: ServiceProvider,
  { requestId, relayState, isForced, keys }: { requestId: string; relayState: string; isForced: boolean; keys: Keys },
): Promise<string> =>
  (await samlFor(provider, service, keys, { requestId, isForced })).getAuthorizeUrlAsync(relayState, undefined, {});
