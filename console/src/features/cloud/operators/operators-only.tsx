import { adminTenantId } from '@postern/contracts/wire';
import type { ReactNode } from 'react';
import { useTenants } from '#platform/router/tenant-list.ts';

/** Whether the person is an operator, i.e. a member of the admin tenant. Undefined while loading. */
export function useIsOperator(): boolean | undefined {
  return useTenants().data?.some(({ id }) => id === adminTenantId);
}

export function OperatorsOnly({ children }: { children: ReactNode }) {
  return useIsOperator() ? children : null;
}
