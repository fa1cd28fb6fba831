import { IconSwitchHorizontal } from '@tabler/icons-react';
import i18next from 'i18next';
import type { Find } from '#platform/palette/commands.ts';
import { knownTenants } from '#platform/router/tenant-list.ts';
import { planLabel } from './plans.ts';
import { regionLabel } from './regions.ts';

const atMost = 5;

/** Other tenants for the palette, by name or id; "switch" finds them too. */
export const findTenants: Find = async (text, tenantId) => {
  const { t } = i18next;
  const wanted = text.toLocaleLowerCase();
  return knownTenants()
    .filter(({ id }) => id !== tenantId)
    .map((tenant) => ({ ...tenant, label: t('tenants.switchTo', { name: tenant.name }) }))
    .filter(({ id, label }) => id === wanted || label.toLocaleLowerCase().includes(wanted))
    .slice(0, atMost)
    .map(({ id, label, regionName, planId }) => ({
      id,
      label,
      note: t('tenants.place', { region: regionLabel(t, regionName), plan: planLabel(t, planId) }),
      icon: IconSwitchHorizontal,
      tenantId: id,
    }));
};
