import type { Tenant } from '@postern/contracts/cloud/tenants';
import type { TFunction } from 'i18next';
import { planLabel } from '#features/cloud/plans/shared/plan-label.ts';
import { regionLabel } from './shared/regions.ts';

/** Second line of a tenant: region and plan, plus the id if another one has the same name. */
export function placeOf(t: TFunction, tenant: Tenant, among: readonly Tenant[]): string {
  const hasNamesake = among.some(({ id, name }) => id !== tenant.id && name === tenant.name);
  return [regionLabel(t, tenant.regionName), planLabel(t, tenant.planId), ...(hasNamesake ? [tenant.id] : [])].join(
    ' · ',
  );
}
