import { addJitConnector } from '#features/people/organizations';
import { changeConnectorForSetup, findConnectorForSetup } from '#features/people/sso-connectors';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { findForeignDomains, lockDomains, markSetupLink, type SetupLink } from './store.ts';

/** Throws if another connector of the tenant has one of the domains. The transaction keeps the others from adding it. */
export async function requireFreeDomains(
  db: Db,
  { id, connectorId }: Pick<SetupLink, 'id' | 'connectorId'>,
  domains: string[],
): Promise<void> {
  await lockDomains(db);
  const taken = await findForeignDomains(db, domains, { linkId: id, connectorId });
  if (taken.length > 0) {
    throw new AppError('sso_setup.domain_in_use', { values: { domains: taken.join(', ') }, data: { domains: taken } });
  }
}

/**
 * Adds the proven domains to the connector, so that people can sign in with it, and makes newcomers members of the
 * organization of the link. The caller has locked the link.
 */
export async function enableConnector(app: App, db: Db, tenantId: string, link: SetupLink): Promise<void> {
  const { connectorId, organizationId, provenDomains } = link;
  const row = connectorId === null ? undefined : await findConnectorForSetup(app, db, tenantId, connectorId);
  if (!row) {
    throw new AppError('sso_setup.not_waiting');
  }
  await requireFreeDomains(db, link, provenDomains);
  const domains = [...new Set([...row.domains, ...provenDomains])];
  if (domains.length > row.domains.length) {
    await changeConnectorForSetup(app, db, tenantId, row.id, { domains });
  }
  if (organizationId !== null) {
    await addJitConnector(db, organizationId, row.id);
  }
  await markSetupLink(db, link.id, 'enabled');
}
