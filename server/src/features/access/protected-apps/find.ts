import { ProtectedAppMetadata } from '@postern/contracts/access/applications';
import { isDomainName } from '@postern/contracts/access/domains';
import { tenantOfHost } from '#features/access/applications';
import { proxyScope } from '#features/access/oidc';
import type { App } from '#platform/app';
import type { Statement } from '#platform/tenancy/tenancy';
import { compileRules, type PageRules } from './match-rules.ts';
import { findByHost, findById } from './store.ts';

export type ProtectedApp = {
  tenantId: string;
  id: string;
  name: string;
  /** With the port if it is not the default one. */
  host: string;
  /** `https://` and the host. */
  address: string;
  /** Whether the host is a domain of the tenant, not below the domain of the operator. */
  isCustom: boolean;
  origin: URL;
  sessionDuration: number;
  /** What the proxy requests, separated by spaces. */
  scope: string;
  rules: PageRules;
  hasIdentityHeaders: boolean;
  /** Users need one of each list that is not empty. */
  allowed: { roleIds: readonly string[]; organizationIds: readonly string[] };
  /** Whether the rules of access of the application apply too. */
  isLimited: boolean;
};

type Row = { id: string; name: string; metadata: unknown; isLimited: boolean };

type Where = { statement: Statement; key: string; address: string; isCustom: boolean };

async function load(
  app: App,
  tenantId: string,
  { statement, key, address, isCustom }: Where,
): Promise<ProtectedApp | undefined> {
  const [row] = await app.tenancy.run<Row>(tenantId, statement, [key]);
  const { data } = ProtectedAppMetadata.safeParse(row?.metadata);
  return (
    row &&
    data && {
      tenantId,
      id: row.id,
      name: row.name,
      host: new URL(address).host,
      address,
      isCustom,
      origin: new URL(data.origin),
      sessionDuration: data.sessionDuration,
      scope: proxyScope(data.additionalScopes),
      rules: compileRules(
        data.pageRules.map(({ path }) => path),
        tenantId,
      ),
      hasIdentityHeaders: data.hasIdentityHeaders === true,
      allowed: { roleIds: data.allowedRoleIds ?? [], organizationIds: data.allowedOrganizationIds ?? [] },
      isLimited: row.isLimited,
    }
  );
}

const defaultPort = { http: ':80', https: ':443' };

/** The application with this custom domain. The port of the Host header is ignored, as for domains of tenants. */
async function findByDomain(app: App, given: string): Promise<ProtectedApp | undefined> {
  const hostname = given.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
  const domain = isDomainName(hostname) ? await app.domains.find(hostname) : undefined;
  if (domain?.applicationId === undefined || !(await app.tenants.find(domain.tenantId))) {
    return undefined;
  }
  const { tenantId, applicationId: key, origin: address } = domain;
  return app.cache.get(tenantId, `protected-app:${hostname}`, () =>
    load(app, tenantId, { statement: findById, key, address, isCustom: true }),
  );
}

/** The application that a Host header names. The tenant cache keeps it until a setting of the tenant changes. */
export async function findProtectedApp(app: App, given: string): Promise<ProtectedApp | undefined> {
  const { protectedApps } = app.config;
  const port = defaultPort[protectedApps?.scheme ?? 'https'];
  const lower = given.toLowerCase();
  const host = lower.endsWith(port) ? lower.slice(0, -port.length) : lower;
  const tenantId = tenantOfHost(app.config, host);
  if (tenantId === undefined) {
    return findByDomain(app, given);
  }
  if (!(await app.tenants.find(tenantId))) {
    return undefined;
  }
  const address = `${protectedApps?.scheme}://${host}`;
  return app.cache.get(tenantId, `protected-app:${host}`, () =>
    load(app, tenantId, { statement: findByHost, key: host, address, isCustom: false }),
  );
}
