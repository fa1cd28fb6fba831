import type { JsonObject } from '@postern/contracts/fields';
import type { CreateConnector, OwnMetadata, UpdateConnector } from '@postern/contracts/messages/connectors';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';
import { requireCallable, requireValidConfig, withoutEmpty } from './check-config.ts';
import type { Factory } from './load.ts';

export type Settings = { config?: JsonObject; metadata?: OwnMetadata };

/** Validates the input for a connector with its factory. Queries DNS, so it must run outside a transaction. */
export async function settle(
  app: App,
  factory: Factory,
  { config: given, metadata: own, enableTokenStorage, syncProfile, trustAddresses }: CreateConnector | UpdateConnector,
): Promise<Settings> {
  const metadata = own && withoutEmpty(own);
  if (metadata && Object.keys(metadata).length > 0 && !factory.metadata.isStandard) {
    throw new AppError('connector.cannot_overwrite_metadata_for_non_standard_connector');
  }
  if (syncProfile && factory.type !== 'Social') {
    throw new AppError('connector.invalid_type_for_syncing_profile');
  }
  if (trustAddresses && factory.type !== 'Social') {
    throw new AppError('connector.unexpected_type');
  }
  if (enableTokenStorage && !(factory.type === 'Social' && factory.metadata.isTokenStorageSupported)) {
    throw new AppError('connector.token_storage_not_supported');
  }
  if (enableTokenStorage && !app.vault.isReady) {
    throw new AppError('request.feature_not_supported');
  }
  const config = given && withoutEmpty(given);
  if (config) {
    requireValidConfig(factory, config);
    await requireCallable(app, factory, config);
  }
  return { ...(config ? { config } : {}), ...(metadata ? { metadata } : {}) };
}
