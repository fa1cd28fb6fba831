import { useAbilities } from '#platform/router/abilities.ts';
import { useCurrentTenant } from '#platform/router/current-tenant.ts';

/** Development tenants are not billed, and only those who manage billing see bills. Undefined while loading. */
export function useHasBilling(): boolean | undefined {
  const abilities = useAbilities();
  const tenant = useCurrentTenant();
  return abilities && tenant && abilities.manageBilling && tenant.tag !== 'development';
}
