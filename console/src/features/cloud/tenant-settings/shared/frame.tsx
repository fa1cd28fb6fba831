import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { domainsPath } from '#paths/domains.ts';
import { billingHistoryPath, membersPath, ownSettingsPath, subscriptionPath } from '#paths/tenant-settings.ts';
import { Tabs } from '#platform/detail/tabs.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { useHasBilling } from './has-billing.ts';

/** Title and tabs of the tenant settings. */
export function TenantSettingsFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const hasBilling = useHasBilling();
  return (
    <PageBody>
      <PageHeader title={t('tenantSettings.title')} purpose={t('tenantSettings.purpose')} />
      <Tabs
        overList
        tabs={[
          { to: ownSettingsPath, label: t('tenantSettings.tabs.settings') },
          { to: membersPath, label: t('tenantSettings.tabs.members') },
          { to: domainsPath, label: t('tenantSettings.tabs.domains') },
          ...(hasBilling
            ? [
                { to: subscriptionPath, label: t('tenantSettings.tabs.subscription') },
                { to: billingHistoryPath, label: t('tenantSettings.tabs.billingHistory') },
              ]
            : []),
        ]}
      />
      {children}
    </PageBody>
  );
}
