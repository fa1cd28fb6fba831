import { ssoProviderTypes } from '@postern/contracts/people/sso-configs';
import type { SsoSetup, SsoSetupConnector } from '@postern/contracts/people/sso-setup';
import type { SsoSetupLink, SsoSetupStep } from '@postern/contracts/people/sso-setup-links';
import { findConnectorForSetup, type SsoConnector, ssoAddressesOf } from '#features/people/sso-connectors';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { statusOfLink } from './link.ts';
import { recordNameOf } from './prove-domain.ts';
import { listSetupDomains, type SetupLink } from './store.ts';

function stepsDone(link: SetupLink): SsoSetupStep[] {
  const done: Record<SsoSetupStep, boolean> = {
    provider: link.connectorId !== null,
    connect: link.isConfigured,
    domain: link.provenDomains.length > 0,
    test: link.testedAt !== null,
    directory: link.directoryAt !== null,
    finish: link.finishedAt !== null,
  };
  return (Object.keys(done) as SsoSetupStep[]).filter((step) => done[step]);
}

/** A link as administrators see it. */
export function showLink(link: SetupLink): SsoSetupLink {
  const { organizationId, organizationName, connectorId, connectorName } = link;
  return {
    id: link.id,
    name: link.name,
    status: statusOfLink(link),
    organization: organizationId === null ? null : { id: organizationId, name: organizationName ?? '' },
    connector: connectorId === null ? null : { id: connectorId, name: connectorName ?? '' },
    isForConnector: link.isForConnector,
    providers: link.providers,
    purposes: link.purposes,
    enableWithoutReview: link.enableWithoutReview,
    stepsDone: stepsDone(link),
    provenDomains: link.provenDomains,
    createdAt: link.createdAt,
    expiresAt: link.expiresAt,
    openedAt: link.openedAt,
    lastUsedAt: link.lastUsedAt,
  };
}

function describeConnector(app: App, tenantId: string, row: SsoConnector, mayConnect: boolean): SsoSetupConnector {
  const { clientSecret, ...config } = row.config;
  return {
    providerName: row.providerName,
    providerType: ssoProviderTypes[row.providerName],
    values: ssoAddressesOf(app, tenantId, row),
    config: mayConnect ? config : {},
    hasSecret: mayConnect && clientSecret !== undefined,
    isConfigured: row.isConfigured,
  };
}

/** What the customer sees. */
export async function describeSetup(app: App, tenantId: string, db: Db, link: SetupLink): Promise<SsoSetup> {
  const row = link.connectorId === null ? undefined : await findConnectorForSetup(app, db, tenantId, link.connectorId);
  const domains = await listSetupDomains(db, link.id);
  const status = statusOfLink(link);
  return {
    id: link.id,
    name: link.name,
    status: status === 'waiting' || status === 'enabled' ? status : 'open',
    expiresAt: link.expiresAt,
    purposes: link.purposes,
    providers: link.providers,
    canChooseProvider: !link.isForConnector,
    enableWithoutReview: link.enableWithoutReview,
    connector: row ? describeConnector(app, tenantId, row, link.purposes.includes('connect')) : null,
    domains: domains.map(({ challenge, ...domain }) => ({
      ...domain,
      recordName: recordNameOf(domain.domain),
      recordValue: challenge,
    })),
    isTested: link.testedAt !== null,
    directory: link.purposes.includes('directory') ? { isOn: link.directoryAt !== null } : null,
  };
}
