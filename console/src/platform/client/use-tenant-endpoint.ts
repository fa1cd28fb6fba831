import { useQuery } from '@tanstack/react-query';
import { useTenantId } from '../tenant.ts';
import { tenantEndpoint } from './tenant-endpoint.ts';

/** URL of the tenant's sign-in pages, without a trailing slash; undefined while loading. */
export function useTenantEndpoint(): string | undefined {
  const tenantId = useTenantId();
  const { data } = useQuery({
    queryKey: ['endpoint', tenantId],
    queryFn: () => tenantEndpoint(tenantId),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
