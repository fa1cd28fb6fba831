import type { Tenant } from '@postern/contracts/tenants';
import type { TFunction } from 'i18next';
import { planLabel } from './plans.ts';
import { regionLabel } from './regions.ts';

/** Second line of a tenant: region and plan, and the id where another one has the same name. */
export function placeOf(t: TFunction, tenant: Tenant, among: readonly Tenant[]): string {
  const hasNamesake = among.some(({ id, name }) => id !== tenant.id && name === tenant.name);
  return [regionLabel(t, tenant.regionName), planLabel(t, tenant.planId), ...(hasNamesake ? [tenant.id] : [])].join(
    ' · ',
  );
}
