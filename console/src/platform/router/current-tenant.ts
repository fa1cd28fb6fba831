import type { Tenant } from '@postern/contracts/cloud/tenants';
import { createContext, useContext } from 'react';

export const CurrentTenantContext = createContext<Tenant | undefined>(undefined);

/** Name, plan and state of the tenant; undefined if there is only one. */
export function useCurrentTenant(): Tenant | undefined {
  return useContext(CurrentTenantContext);
}
