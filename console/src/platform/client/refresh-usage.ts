import type { QueryClient } from '@tanstack/react-query';

/** Tag of the reads of plans and usage. By name, so that the first screen does not load their contracts. */
export const usageTag = 'Plans';

const mayUseUp = ['POST', 'PUT', 'DELETE'];

/** Creating and deleting changes what is left of a plan: whoever shows it now reads it again, others when they come. */
export function refreshUsage(queryClient: QueryClient, method: string, tenantId: string): void {
  if (mayUseUp.includes(method)) {
    void queryClient.invalidateQueries({ queryKey: [usageTag, tenantId] });
  }
}
