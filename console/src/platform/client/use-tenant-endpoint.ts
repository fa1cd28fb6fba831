import { useQuery } from '@tanstack/react-query';
import { useTenantId } from '../tenant.ts';
import { tenantEndpoint } from './tenant-endpoint.ts';

/** Where the tenant's sign-in pages live, without a slash at the end; undefined while it is asked for. */
export function useTenantEndpoint(): string | undefined {
  const tenantId = useTenantId();
  const { data } = useQuery({
    queryKey: ['endpoint', tenantId],
    queryFn: () => tenantEndpoint(tenantId),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
