import { socialConnector, tidyUserInfo } from '#features/messages/connectors';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';
import type { NewIdentity } from './identities.store.ts';

const refused = new Set<string>(['entity.not_found', 'connector.unexpected_type']);

async function findConnector(app: App, tenantId: string, connectorId: string) {
  try {
    return await socialConnector(app, tenantId, connectorId);
  } catch (error) {
    // A 404 would refer to the user in the path.
    throw error instanceof AppError && refused.has(error.code)
      ? new AppError('session.invalid_connector_id', { values: { connectorId } })
      : error;
  }
}

/** Gets the identity from the provider for the data that it sent to the caller. */
export async function readIdentity(
  app: App,
  tenantId: string,
  connectorId: string,
  connectorData: Record<string, unknown>,
): Promise<NewIdentity> {
  const connector = await findConnector(app, tenantId, connectorId);
  // The caller started the flow with the provider, so no state is stored here.
  const details = tidyUserInfo(await connector.getUserInfo(connectorData, async () => ({})));
  if (!details.id) {
    throw new AppError('connector.invalid_response');
  }
  return { target: connector.target, userId: details.id, details };
}
