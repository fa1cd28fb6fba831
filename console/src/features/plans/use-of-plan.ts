import { plansApi } from '@postern/contracts/plans';
import { useRead } from '#platform/client/use-read.ts';
import { useCurrentTenant } from '#platform/router/current-tenant.ts';
import { useTenantId } from '#platform/tenant.ts';

/** The tenant with what its plan allows and what is used of it; undefined while that is not known. */
export function useUseOfPlan() {
  const tenant = useCurrentTenant();
  const id = useTenantId();
  const { data: use } = useRead(plansApi.usage, { params: { id } }, { quiet: true, staleTime: 30_000 });
  return tenant && use ? { tenant, use } : undefined;
}
