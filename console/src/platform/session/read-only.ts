import { defaultTenantId, tenantOrganizationId } from '@postern/contracts/wire';
import { storageKeys } from '../storage.ts';
import { idTokenClaims } from './claims.ts';

const organization = tenantOrganizationId(defaultTenantId);

/** Every row of a list asks, so the claims are read again only if the session has changed. */
let latest: { session: string | null; isReadOnly: boolean } | undefined;

function readRoles(): boolean {
  const roles = idTokenClaims()?.organization_roles ?? [];
  return roles.includes(`${organization}:reader`) && !roles.includes(`${organization}:admin`);
}

/**
 * Whether the person is a read-only administrator of the open-source edition. The server rejects their changes; the
 * console hides what would fail. A change of the role ends the session, so the ID token is current.
 */
export function isReadOnly(): boolean {
  const session = localStorage.getItem(storageKeys.session);
  if (latest?.session !== session) {
    latest = { session, isReadOnly: readRoles() };
  }
  return latest?.isReadOnly ?? false;
}

/** Whether the person may only pay for a tenant of the cloud edition. The server refuses their other changes. */
export const isBillingMember = (): boolean =>
  (idTokenClaims()?.organization_roles ?? []).some((role) => role.endsWith(':billing'));
