import type { CreateConnector } from '@postern/contracts/messages/connectors';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { type Settings, validateSettings } from './check-config.ts';
import { isDemo } from './describe.ts';
import { type Factory, loadOwn } from './load.ts';

export type PreparedConnector = { body: CreateConnector; factory: Factory; target: string; settings: Settings };

/** Validates a new connector of this repository, for callers without a running server. Queries DNS. */
export async function prepareConnector(
  app: Pick<App, 'egress' | 'vault'>,
  body: CreateConnector,
): Promise<PreparedConnector> {
  const factory = await loadOwn(body.connectorId);
  if (!factory || isDemo(factory)) {
    throw new AppError('connector.not_found_with_connector_id');
  }
  if (factory.metadata.isStandard && !body.metadata?.target) {
    throw new AppError('connector.should_specify_target');
  }
  const settings = await validateSettings(app, factory, body);
  return { body, factory, target: settings.metadata?.target ?? factory.metadata.target, settings };
}
