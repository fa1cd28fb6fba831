import type { QueryClient } from '@tanstack/react-query';

/** Tag of the reads of plans and usage. A constant, so that the first screen does not load their contracts. */
export const usageTag = 'Plans';

const mayUseUp = ['POST', 'PUT', 'DELETE'];

/** Creating and deleting changes the usage of a plan: active reads are refetched now, others when needed. */
export function refreshUsage(queryClient: QueryClient, method: string, tenantId: string): void {
  if (mayUseUp.includes(method)) {
    void queryClient.invalidateQueries({ queryKey: [usageTag, tenantId] });
  }
}
