import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { cloudApiIndicator, meApiIndicator, tenantOrganizationId } from '@postern/contracts/wire';
import { ownEndpoint } from '../config.ts';
import { type Access, edition } from '../edition.ts';
import { tenantEndpoint } from './tenant-endpoint.ts';

export type Target = { base: string; access?: Access };

/** The URL and token of an endpoint, by the type of authorization in its contract. */
export async function targetOf(
  contract: { auth: Pick<AnyEndpoint['auth'], 'kind'> },
  params: Record<string, string> | undefined,
  tenantId: string,
): Promise<Target> {
  const base = ownEndpoint();
  switch (contract.auth.kind) {
    case 'management':
      return {
        base: edition.managementPrefix
          ? `${base}${edition.managementPrefix(tenantId)}`
          : await tenantEndpoint(tenantId),
        access: edition.managementAccess(tenantId),
      };
    case 'me':
      return { base, access: { resource: meApiIndicator } };
    case 'cloud':
    case 'operator':
      return { base, access: { resource: cloudApiIndicator } };
    case 'tenant':
      return { base, access: { organizationId: tenantOrganizationId(params?.id ?? tenantId) } };
    default:
      return { base };
  }
}
