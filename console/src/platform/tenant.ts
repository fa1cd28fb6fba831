import { defaultTenantId } from '@postern/contracts/wire';
import { createContext, useContext } from 'react';

/** The tenant whose data the pages show. */
export const TenantContext = createContext(defaultTenantId);

export function useTenantId(): string {
  return useContext(TenantContext);
}
