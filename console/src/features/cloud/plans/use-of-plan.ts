import { plansApi } from '@postern/contracts/cloud/plans';
import { useEffect } from 'react';
import { call } from '#platform/client/call.ts';
import { queryClient } from '#platform/client/queries.ts';
import { readKey, useRead } from '#platform/client/use-read.ts';
import { useCurrentTenant } from '#platform/router/current-tenant.ts';
import { useTenantId } from '#platform/tenant.ts';

const staleTime = 30_000;

/** The tenant with what its plan allows and what is used of it; undefined while that is not known. */
export function useUseOfPlan() {
  const tenant = useCurrentTenant();
  const id = useTenantId();
  const { data: use } = useRead(plansApi.usage, { params: { id } }, { quiet: true, staleTime });
  return tenant && use ? { tenant, use } : undefined;
}

/** Reads it ahead, without keeping it fresh: a dialog that says what is left of a limit must not grow while it is open. */
export function useReadAhead(): void {
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
