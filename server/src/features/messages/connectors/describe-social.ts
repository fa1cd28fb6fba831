import type { Connector } from '@postern/contracts/messages/connectors';
import type { App } from '#platform/app';
import { describeConnector } from './describe.ts';
import { findFactory } from './load.ts';
import { connectorRows } from './open.ts';

/** Public data of the social connectors with these targets, without their config. */
export async function describeSocialConnectors(
  app: App,
  tenantId: string,
  targets: readonly string[],
): Promise<Connector[]> {
  const rows = (await connectorRows(app, tenantId)).filter(
    ({ type, target }) => type === 'Social' && targets.includes(target),
  );
  const described = await Promise.all(
    rows.map(async (row) => {
      const factory = await findFactory(app, row.connectorId);
      return factory && { ...describeConnector(row, factory), config: {} };
    }),
  );
  return described.filter((connector) => connector !== undefined);
}
