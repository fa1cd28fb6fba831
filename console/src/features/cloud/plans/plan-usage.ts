import { plansApi } from '@postern/contracts/cloud/plans';
import { useEffect } from 'react';
import { call } from '#platform/client/call.ts';
import { queryClient } from '#platform/client/queries.ts';
import { readKey, useRead } from '#platform/client/use-read.ts';
import { useCurrentTenant } from '#platform/router/current-tenant.ts';
import { useTenantId } from '#platform/tenant.ts';

const staleTime = 30_000;

/** The tenant with the limits and usage of its plan; undefined while loading. */
export function usePlanUsage() {
  const tenant = useCurrentTenant();
  const id = useTenantId();
  const { data: use } = useRead(plansApi.usage, { params: { id } }, { quiet: true, staleTime });
  return tenant && use ? { tenant, use } : undefined;
}

/** Prefetches without refreshing: a dialog that shows a limit must not change its size while open. */
export function usePrefetchPlanUsage(): void {
  const id = useTenantId();
  useEffect(() => {
    const input = { params: { id } };
    void queryClient.prefetchQuery({
      queryKey: readKey(plansApi.usage, input, id),
      queryFn: async ({ signal }) => (await call(plansApi.usage, input, id, signal)).data,
      meta: { quiet: true },
      staleTime,
    });
  }, [id]);
}
