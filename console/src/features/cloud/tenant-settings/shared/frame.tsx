import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { tenantSettingsPath } from '#paths/tenant-settings.ts';
import { NavFrame } from '#platform/page/nav-frame.tsx';

/** Title and tabs of the tenant settings. */
export function TenantSettingsFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <NavFrame of={tenantSettingsPath} purpose={t('tenantSettings.purpose')}>
      {children}
    </NavFrame>
  );
}
