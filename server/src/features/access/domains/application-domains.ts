import type { CustomDomain } from '@postern/contracts/access/applications';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { newId } from '#platform/secrets/ids';
import { allowDomain } from './allow-domain.ts';
import { enqueueCheck } from './check.ts';
import { changeDomains, deleteDomainOf } from './home.ts';
import { hurry } from './hurry.ts';
import { listRecords } from './list-records.ts';
import { insertDomain, isProven, listDomains } from './store.ts';

const listOf = ({ tenancy }: App, tenantId: string, applicationId: string) =>
  tenancy.home.read(tenantId, (db) => listDomains(db, applicationId));

export const hasApplicationDomains = async (app: App, tenantId: string, applicationId: string): Promise<boolean> =>
  (await listOf(app, tenantId, applicationId)).length > 0;

/** The custom domains of a protected application. Those that are not active are checked again soon. */
export async function listApplicationDomains(
  app: App,
  tenantId: string,
  applicationId: string,
): Promise<CustomDomain[]> {
  const domains = await listOf(app, tenantId, applicationId);
  await hurry(app, tenantId, domains);
  return domains.map(({ domain, status, errorMessage, target }) => ({
    domain,
    status,
    errorMessage,
    dnsRecords: listRecords(domain, target ?? ''),
    cloudflareData: null,
  }));
}

/** `host` is the default host of the application, which the CNAME record must point to. */
export async function addApplicationDomain(
  app: App,
  tenantId: string,
  application: { id: string; host: string },
  given: string,
): Promise<void> {
  const domain = allowDomain(app.config, given);
  const inUse = () => new AppError('domain.domain_in_use', { values: { domain }, data: { domain } });
  if (await app.tenancy.system((db) => isProven(db, domain))) {
    throw inUse();
  }
  await changeDomains(app, tenantId, async (db) => {
    if ((await listDomains(db, application.id)).length > 0) {
      throw new AppError('domain.limit_to_one_domain');
    }
    const id = newId();
    // Records name hosts, without a port.
    const target = application.host.replace(/:\d+$/, '');
    if (!(await insertDomain(db, id, domain, { id: application.id, target }))) {
      throw inUse();
    }
    await enqueueCheck(db, id);
    return { result: undefined, event: { name: 'Domain.Created', subjectId: id, data: { domain } } };
  });
}

export async function removeApplicationDomain(
  app: App,
  tenantId: string,
  applicationId: string,
  name: string,
): Promise<void> {
  const domain = (await listOf(app, tenantId, applicationId)).find((one) => one.domain === name.toLowerCase());
  if (!domain || !(await deleteDomainOf(app, tenantId, domain))) {
    throw new AppError('application.custom_domain_not_found');
  }
}
