import { adminTenantId } from '@postern/contracts/wire';
import type { ReactNode } from 'react';
import { useTenants } from '#platform/router/tenant-list.ts';

/** Members of the admin tenant run the installation. Undefined until it is known. */
export function useIsOperator(): boolean | undefined {
  return useTenants().data?.some(({ id }) => id === adminTenantId);
}

export function OperatorsOnly({ children }: { children: ReactNode }) {
  return useIsOperator() ? children : null;
}
