import { AsyncLocalStorage } from 'node:async_hooks';
import { isDomainName } from '@postern/contracts/access/domains';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type Config, endpointOf, endpointPatterns } from '#platform/config/config';
import { AppError } from '#platform/http/errors';
import type { TenantCache } from './cache.ts';
import { NoTenantError } from './no-tenant-error.ts';
import type { Statement, Tenancy } from './tenancy.ts';

/** The tenant of a request by a custom domain, and the origin of the addresses that it creates. */
type Via = { tenantId: string; origin: string };

/** An active custom domain. */
type CustomDomain = Via & {
  /** Set for the domain of a protected application, which the proxy serves. */
  applicationId?: string;
  /** The paths of the files that it serves for other services. */
  filePaths: readonly string[];
};

export type CustomDomains = {
  /** The active domain with this host name. */
  find(hostname: string): Promise<CustomDomain | undefined>;
  /** All endpoints of a tenant, the default one first. */
  endpointsOf(tenantId: string): Promise<string[]>;
  /** The origins of active domains of a protected application. */
  applicationOriginsOf(tenantId: string, applicationId: string): Promise<string[]>;
  /** Called when a domain changed on any node. */
  forget(domain: string): void;
  /** Called with every domain that changed. */
  onForget(listener: (domain: string) => void): void;
};

const current = new AsyncLocalStorage<Via>();

/** The custom domain that the current request came by. */
export const currentDomain = (): Via | undefined => current.getStore();

/** For a job that continues what a request by a custom domain began: its addresses have the same origin. */
export const viaDomain = <T>(domain: Via | undefined, work: () => Promise<T>): Promise<T> =>
  domain ? current.run(domain, work) : work();

/** The custom domain in the payload of a job. */
export const KeptDomain = z.object({ tenantId: z.string(), origin: z.string() }).optional();

/** Without what jobs do not keep. */
const viaOf = ({ tenantId, origin }: CustomDomain): Via => ({ tenantId, origin });

const maxHosts = 10_000;

const listStatement: Statement = {
  name: 'active-domains',
  text: `select domain from domains where tenant_id = $1 and application_id is null and status = 'Active'
    order by created_at, id`,
};

const applicationStatement: Statement = {
  name: 'active-application-domains',
  text: `select domain from domains where tenant_id = $1 and application_id = $2 and status = 'Active'`,
};

/**
 * Without a TLS port, an outer proxy serves the domains under the scheme and the port of the default endpoint, and those
 * of protected applications under the scheme and the port of the default hosts of these.
 */
function originOf(config: Config, tenantId: string, domain: string, isApplication = false): string {
  if (config.customDomains.tls) {
    return `https://${domain}`;
  }
  const { protectedApps } = config;
  const url = new URL(
    isApplication && protectedApps ? `${protectedApps.scheme}://${protectedApps.domain}` : endpointOf(config, tenantId),
  );
  url.hostname = domain;
  return url.origin;
}

/**
 * Finds tenants by custom domains. The domains are in the home database. Names without a domain are cached too, so
 * that requests with arbitrary hosts cost one query per name.
 */
export function createCustomDomains(config: Config, tenancy: Tenancy, cache: TenantCache): CustomDomains {
  const hosts = new LRUCache<string, { found: Promise<CustomDomain | undefined> }>({ max: maxHosts });
  const listeners: ((domain: string) => void)[] = [];
  // After a lost connection to the database, notifications may have been missed.
  cache.onDrop((tenantId) => tenantId === undefined && hosts.clear());

  async function load(hostname: string): Promise<CustomDomain | undefined> {
    const { rows } = await tenancy.system((db) =>
      sql<{ tenantId: string; applicationId: string | null; filePaths: string[] }>`
        select tenant_id as "tenantId", application_id as "applicationId",
          jsonb_path_query_array(verification_files, '$[*].path') as "filePaths" from domains
        where domain = ${hostname} and status = 'Active'`.execute(db),
    );
    const [row] = rows;
    if (!row) {
      return undefined;
    }
    const { tenantId, applicationId, filePaths } = row;
    return {
      tenantId,
      origin: originOf(config, tenantId, hostname, applicationId !== null),
      filePaths,
      ...(applicationId === null ? {} : { applicationId }),
    };
  }

  return {
    find(hostname) {
      const known = hosts.get(hostname);
      if (known) {
        return known.found;
      }
      const entry = { found: load(hostname) };
      hosts.set(hostname, entry);
      entry.found.catch(() => hosts.get(hostname) === entry && hosts.delete(hostname));
      return entry.found;
    },
    endpointsOf: (tenantId) =>
      cache.get(tenantId, 'origins', async () => {
        const rows = await tenancy.home.run<{ domain: string }>(tenantId, listStatement, [tenantId]);
        return [endpointOf(config, tenantId), ...rows.map(({ domain }) => originOf(config, tenantId, domain))];
      }),
    applicationOriginsOf: async (tenantId, applicationId) => {
      const rows = await tenancy.home.run<{ domain: string }>(tenantId, applicationStatement, [
        tenantId,
        applicationId,
      ]);
      return rows.map(({ domain }) => originOf(config, tenantId, domain, true));
    },
    forget(domain) {
      hosts.delete(domain);
      for (const listener of listeners) {
        listener(domain);
      }
    },
    onForget: (listener) => void listeners.push(listener),
  };
}

const hostKey = Symbol('custom domain of a request');
type Marked = { [hostKey]?: CustomDomain };

/** The custom domain that a request came by. */
export const domainOf = ({ raw }: FastifyRequest): CustomDomain | undefined => (raw as Marked)[hostKey];

/** Whether a host name is, or can become, a default endpoint of this installation. Others may be custom domains. */
export function ownHosts(config: Config): (hostname: string) => boolean {
  const { endpoint: mtls } = config.mtls ?? {};
  const patterns = [...endpointPatterns(config), ...(mtls?.includes('*') ? [mtls] : [])].map((pattern) => {
    const { hostname } = new URL(pattern.replace('*', 'tenant-id'));
    const [before = '', after] = hostname.split('tenant-id');
    return { before, after };
  });
  return (hostname) =>
    patterns.some(({ before, after }) =>
      after === undefined
        ? hostname === before
        : (hostname.startsWith(before) && hostname.endsWith(after)) || hostname === after.replace(/^\./, ''),
    );
}

/** The path where certificate authorities look for proofs (RFC 8555 §8.3). It belongs to no tenant. */
export const isChallenge = (url: string) => url.startsWith('/.well-known/acme-challenge/');

/** Paths that programs call. Under /oidc people see only these three. */
const forPrograms = /^\/(?:api|scim|\.well-known)\/|^\/oidc\/(?!auth\b|session\b|device\b)/;

/**
 * Whether a request by plain HTTP may be redirected. A program that sends its token or its data unencrypted must fail,
 * because it would go unnoticed behind a redirect.
 */
const isForBrowsers = ({ method, headers, url = '' }: { method?: string; url?: string } & HasHeaders) =>
  (method === 'GET' || method === 'HEAD') && headers.authorization === undefined && !forPrograms.test(url);

type HasHeaders = { headers: { authorization?: string | undefined } };

/**
 * Requests on an active custom domain belong to its tenant, and its origin replaces the default one in everything that
 * the request creates. The port in the Host header is ignored.
 */
export function useCustomDomains(server: FastifyInstance, config: Config, domains: CustomDomains): void {
  const isOwn = ownHosts(config);
  server.addHook('onRequest', (request, reply, done) => {
    const hostname = request.hostname.toLowerCase().replace(/\.$/, '');
    if (isOwn(hostname) || !isDomainName(hostname)) {
      done();
      return;
    }
    domains.find(hostname).then(
      (domain) => {
        if (!domain) {
          done();
          return;
        }
        if (domain.applicationId === undefined) {
          (request.raw as Marked)[hostKey] = domain;
        }
        if (domain.origin.startsWith('https:')) {
          // Other names below the domain belong to the customer and may have no certificate.
          reply.header('strict-transport-security', 'max-age=31536000');
        }
        if (config.customDomains.tls && request.protocol === 'http' && !isChallenge(request.url)) {
          if (!isForBrowsers(request)) {
            done(new AppError('request.needs_https'));
            return;
          }
          const path = request.url.startsWith('/') ? request.url : '/';
          void reply.redirect(`${domain.origin}${path}`, 308);
          return;
        }
        if (domain.applicationId === undefined) {
          current.run(viaOf(domain), done);
        } else if (isChallenge(request.url)) {
          done();
        } else {
          // Only the proxy serves it: the sign-in pages must not share a host with a website of others.
          done(new NoTenantError());
        }
      },
      (error) => done(error),
    );
  });
  // The events of the socket that deliver a body have no context.
  server.addHook('preValidation', (request, _reply, done) => {
    const domain = domainOf(request);
    if (domain) {
      current.run(viaOf(domain), done);
    } else {
      done();
    }
  });
}
