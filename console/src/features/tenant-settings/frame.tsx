import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Tabs } from '#platform/detail/tabs.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { membersPath, ownSettingsPath } from './paths.ts';

/** Title and tabs of the settings of a tenant. */
export function TenantSettingsFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <PageBody>
      <PageHeader title={t('tenantSettings.title')} purpose={t('tenantSettings.purpose')} />
      <Tabs
        overList
        tabs={[
          { to: ownSettingsPath, label: t('tenantSettings.tabs.settings') },
          { to: membersPath, label: t('tenantSettings.tabs.members') },
        ]}
      />
      {children}
    </PageBody>
  );
}
