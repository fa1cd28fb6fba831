import { invalidField } from './errors.ts';

/** Clients may name the tenant in a body; it must be the one whose address they use. */
export function refuseOtherTenant(tenantId: string, given: string | undefined): void {
  if (given !== undefined && given !== tenantId) {
    throw invalidField(['tenantId'], 'tenantId must be {{tenantId}}, or left out.', { tenantId });
  }
}
