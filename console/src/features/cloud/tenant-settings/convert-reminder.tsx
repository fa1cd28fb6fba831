import { lazy } from 'react';
import { loadPhrases } from '#platform/i18n/setup.ts';
import { useAbilities } from '#platform/router/abilities.ts';
import { useCurrentTenant } from '#platform/router/current-tenant.ts';
import { isDueForProduction } from './due-for-production.ts';

const Card = lazy(async () => {
  const [part] = await Promise.all([
    import('./convert-card.tsx'),
    loadPhrases(['tenantSettings', 'tenants', 'billing', 'plans']),
  ]);
  return { default: part.ConvertCard };
});

/** Shown a week after a development tenant was created. */
export function ConvertReminder() {
  const tenant = useCurrentTenant();
  const abilities = useAbilities();
  return tenant && abilities?.manageTenant && isDueForProduction(tenant, Date.now()) ? <Card tenant={tenant} /> : null;
}
