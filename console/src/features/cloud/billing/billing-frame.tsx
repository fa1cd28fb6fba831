import type { Tenant } from '@postern/contracts/cloud/tenants';
import type { ReactNode } from 'react';
import { TenantSettingsFrame } from '#features/cloud/tenant-settings/shared/frame.tsx';
import { useHasBilling } from '#features/cloud/tenant-settings/shared/has-billing.ts';
import { UnknownAbilities } from '#features/cloud/tenant-settings/shared/unknown-abilities.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { useCurrentTenant } from '#platform/router/current-tenant.ts';

/** The tenant tabs around billing pages; other members do not see these pages. */
export function BillingFrame({ children }: { children: (tenant: Tenant) => ReactNode }) {
  const tenant = useCurrentTenant();
  const hasBilling = useHasBilling();
  if (hasBilling === false) {
    return <NotFound />;
  }
  return <TenantSettingsFrame>{hasBilling && tenant ? children(tenant) : <UnknownAbilities />}</TenantSettingsFrame>;
}
