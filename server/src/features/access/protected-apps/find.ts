import { ProtectedAppMetadata } from '@postern/contracts/access/applications';
import type { App } from '#platform/app';
import { tenantOfHost } from '#platform/protected-apps-config';
import { compileRules, type PageRules } from './match-rules.ts';
import { findByHost } from './store.ts';

export type ProtectedApp = {
  tenantId: string;
  id: string;
  name: string;
  /** With the port if it is not the default one. */
  host: string;
  /** `https://` and the host. */
  address: string;
  origin: URL;
  sessionDuration: number;
  rules: PageRules;
};

type Row = { id: string; name: string; metadata: unknown };

async function load(app: App, tenantId: string, host: string): Promise<ProtectedApp | undefined> {
  const [row] = await app.tenancy.run<Row>(tenantId, findByHost, [host]);
  const { data } = ProtectedAppMetadata.safeParse(row?.metadata);
  return (
    row &&
    data && {
      tenantId,
      id: row.id,
      name: row.name,
      host,
      address: `${app.config.protectedApps?.scheme}://${host}`,
      origin: new URL(data.origin),
      sessionDuration: data.sessionDuration,
      rules: compileRules(data.pageRules.map(({ path }) => path)),
    }
  );
}

const defaultPort = { http: ':80', https: ':443' };

/** The application that a Host header names. The tenant cache keeps it until a setting of the tenant changes. */
export async function findProtectedApp(app: App, given: string): Promise<ProtectedApp | undefined> {
  const { protectedApps } = app.config;
  const port = defaultPort[protectedApps?.scheme ?? 'https'];
  const lower = given.toLowerCase();
  const host = lower.endsWith(port) ? lower.slice(0, -port.length) : lower;
  const tenantId = tenantOfHost(app.config, host);
  if (tenantId === undefined || !(await app.tenants.find(tenantId))) {
    return undefined;
  }
  return app.cache.get(tenantId, `protected-app:${host}`, () => load(app, tenantId, host));
}
