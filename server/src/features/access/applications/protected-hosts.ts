import { adminTenantId, defaultTenantId } from '@postern/contracts/wire';
import type { ProtectedAppsConfig } from '#platform/config/protected-hosts';

type Hosts = { edition: 'oss' | 'cloud'; protectedApps: ProtectedAppsConfig | undefined };

/** The domain of a tenant's protected applications. In the cloud edition it starts with the tenant ID. */
export function protectedDomainOf({ edition, protectedApps }: Hosts, tenantId: string): string | undefined {
  if (!protectedApps || tenantId === adminTenantId) {
    return undefined;
  }
  return edition === 'cloud' ? `${tenantId}.${protectedApps.domain}` : protectedApps.domain;
}

/** The tenant that a host of a protected application belongs to. */
export function tenantOfHost({ edition, protectedApps }: Hosts, host: string): string | undefined {
  if (!protectedApps || !host.endsWith(`.${protectedApps.domain}`)) {
    return undefined;
  }
  const labels = host.slice(0, -protectedApps.domain.length - 1).split('.');
  if (edition === 'oss') {
    return labels.length === 1 ? defaultTenantId : undefined;
  }
  const [, tenantId = ''] = labels;
  return labels.length === 2 && /^[\da-z]{1,21}$/.test(tenantId) && tenantId !== adminTenantId ? tenantId : undefined;
}
