import { IconSwitchHorizontal } from '@tabler/icons-react';
import i18next from 'i18next';
import type { Find } from '#platform/palette/commands.ts';
import { knownTenants } from '#platform/router/tenant-list.ts';
import { regionAndPlanOf } from './tenant-row.tsx';

const atMost = 5;

/** Finds other tenants for the palette by name or id; "switch" matches too. */
export const findTenants: Find = async (text, tenantId) => {
  const { t } = i18next;
  const wanted = text.toLocaleLowerCase();
  const all = knownTenants();
  return all
    .filter(({ id }) => id !== tenantId)
    .map((tenant) => ({
      id: tenant.id,
      label: t('tenants.switchTo', { name: tenant.name }),
      note: regionAndPlanOf(t, tenant, all),
      icon: IconSwitchHorizontal,
      tenantId: tenant.id,
    }))
    .filter(({ id, label }) => id === wanted || label.toLocaleLowerCase().includes(wanted))
    .slice(0, atMost);
};
