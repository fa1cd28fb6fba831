import { AppError } from './errors.ts';

/** Clients may name the tenant in a body; it must be the one whose address they use. */
export function refuseOtherTenant(tenantId: string, given: string | undefined): void {
  if (given !== undefined && given !== tenantId) {
    const details = `tenantId must be ${tenantId}, or left out.`;
    throw new AppError('request.invalid_input', { values: { details }, details });
  }
}
