import { useAbilities } from '#platform/router/abilities.ts';
import { useCurrentTenant } from '#platform/router/current-tenant.ts';

/** Nobody pays for a development tenant, and only those who manage a tenant see its bills. Undefined while unknown. */
export function useHasBilling(): boolean | undefined {
  const abilities = useAbilities();
  const tenant = useCurrentTenant();
  return abilities && tenant && abilities.manageTenant && tenant.tag !== 'development';
}
