import { managementApiIndicator } from '@postern/contracts/wire';
import { useTenantId } from '#platform/tenant.ts';

/** Whether an API resource is the management API of this tenant, which is read-only. */
export function useIsBuiltIn(): (resource: { indicator: string }) => boolean {
  const own = managementApiIndicator(useTenantId());
  return ({ indicator }) => indicator === own;
}
