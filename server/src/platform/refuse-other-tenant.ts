import { invalidField } from './errors.ts';

/** Clients may send the tenant id in a body; it must match the tenant of the request. */
export function refuseOtherTenant(tenantId: string, given: string | undefined): void {
  if (given !== undefined && given !== tenantId) {
    throw invalidField(['tenantId'], 'tenantId must be {{tenantId}}, or left out.', { tenantId });
  }
}
