import { defaultTenantId } from '@postern/contracts/wire';
import { createContext, useContext } from 'react';

/** The tenant of the current pages. */
export const TenantContext = createContext(defaultTenantId);

export function useTenantId(): string {
  return useContext(TenantContext);
}
