import { type Domain, domainsApi } from '@postern/contracts/access/domains';
import { adminTenantId } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { newId } from '#platform/secrets/ids';
import { allowDomain, targetOf } from './allow-domain.ts';
import { enqueueCheck } from './check.ts';
import { cleanUp } from './clean-up.ts';
import { changeDomains, deleteDomainOf } from './home.ts';
import { hurry } from './hurry.ts';
import { listRecords } from './list-records.ts';
import {
  countDomains,
  findChallenge,
  findDomain,
  findFiles,
  insertDomain,
  isProven,
  listDomains,
  type StoredDomain,
  saveFiles,
} from './store.ts';

const missing = (id: string) => new AppError('entity.not_exists_with_id', { values: { name: 'Domain', id } });

const toDomain = (
  app: App,
  tenantId: string,
  { id, domain, status, errorMessage, createdAt }: StoredDomain,
): Domain => ({
  id,
  domain,
  status,
  errorMessage,
  dnsRecords: listRecords(domain, targetOf(app.config, tenantId)),
  createdAt,
});

/** Nobody needs as many; the list has no pages. */
const maxDomains = 1000;

/** Throws unless the tenant may have one domain more. */
function requireRoom({ config }: App, count: number, planned: number | null): void {
  const limit = config.customDomains.max ?? maxDomains;
  if (count >= limit) {
    throw new AppError('domain.exceed_domain_limit', { values: { limit }, data: { limit } });
  }
  if (config.customDomains.max === undefined && planned !== null && count >= planned) {
    throw new AppError('subscription.limit_exceeded', {
      data: { key: 'customDomainsLimit', limit: planned, usage: count },
    });
  }
}

const inUse = (domain: string) => new AppError('domain.domain_in_use', { values: { domain }, data: { domain } });

export function domainRoutes(scope: Scope): void {
  route(scope, domainsApi.list, {
    respond: async ({ app, tenantId }) => {
      const domains = await app.tenancy.home.read(tenantId, (db) => listDomains(db));
      await hurry(app, tenantId, domains);
      return domains.map((domain) => toDomain(app, tenantId, domain));
    },
  });

  route(scope, domainsApi.get, {
    respond: async ({ app, tenantId, params: { id } }) => {
      const domain = await app.tenancy.home.read(tenantId, (db) => findDomain(db, id));
      if (!domain || domain.applicationId !== null) {
        throw missing(id);
      }
      await hurry(app, tenantId, [domain]);
      return toDomain(app, tenantId, domain);
    },
  });

  route(scope, domainsApi.create, {
    respond: async ({ app, tenantId, body }) => {
      if (tenantId === adminTenantId) {
        // Administrators sign in at the configured address only.
        throw new AppError('domain.domain_is_not_allowed');
      }
      if (app.config.edition === 'cloud' && (await app.tenants.find(tenantId))?.tag === 'development') {
        throw new AppError('domain.not_for_development');
      }
      targetOf(app.config, tenantId);
      const domain = allowDomain(app.config, body.domain);
      if (await app.tenancy.system((db) => isProven(db, domain))) {
        throw inUse(domain);
      }
      const planned = (await app.quota?.limitOf(tenantId, 'customDomainsLimit')) ?? null;
      const created = await changeDomains(app, tenantId, async (db) => {
        requireRoom(app, await countDomains(db), planned);
        const id = newId();
        if (!(await insertDomain(db, id, domain))) {
          throw inUse(domain);
        }
        await enqueueCheck(db, id);
        const result = await findDomain(db, id);
        return { result, event: { name: 'Domain.Created', subjectId: id, data: { domain } } };
      });
      if (!created) {
        throw new Error('An inserted row can be read in its transaction.');
      }
      return toDomain(app, tenantId, created);
    },
  });

  route(scope, domainsApi.listFiles, {
    respond: async ({ app, tenantId, params: { id } }) => {
      const files = await app.tenancy.home.read(tenantId, (db) => findFiles(db, id));
      if (!files) {
        throw missing(id);
      }
      return files;
    },
  });

  route(scope, domainsApi.replaceFiles, {
    respond: async ({ app, tenantId, params: { id }, body: { verificationFiles } }) => {
      const domain = await changeDomains(app, tenantId, async (db) => {
        const result = await saveFiles(db, id, verificationFiles);
        const data = { domain: result, verificationFiles: verificationFiles.map(({ path }) => path) };
        return { result, event: result ? { name: 'Domain.Data.Updated', subjectId: id, data } : undefined };
      });
      if (domain === undefined) {
        throw missing(id);
      }
      app.domains.forget(domain);
      return verificationFiles;
    },
  });

  route(scope, domainsApi.cleanUp, {
    respond: ({ app, tenantId, body: { staleDays } }) => cleanUp(app, tenantId, staleDays),
  });

  route(scope, domainsApi.remove, {
    respond: async ({ app, tenantId, params: { id } }) => {
      const domain = await app.tenancy.home.read(tenantId, (db) => findDomain(db, id));
      if (!domain || domain.applicationId !== null || !(await deleteDomainOf(app, tenantId, domain))) {
        throw missing(id);
      }
    },
  });
}

/** Certificate authorities call it on port 80 of a domain. Any node can answer, and no tenant can choose the answer. */
export function challengeRoute({ app, server }: Scope): void {
  server.get('/.well-known/acme-challenge/:token', async (request, reply) => {
    const { token } = request.params as { token: string };
    const isPossible = app.config.customDomains.tls !== undefined && /^[\w-]{16,128}$/.test(token);
    const domain = request.hostname.toLowerCase();
    const answer = isPossible ? await app.tenancy.system((db) => findChallenge(db, domain, token)) : undefined;
    if (answer === undefined) {
      throw new AppError('request.not_found');
    }
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(answer);
  });
}
