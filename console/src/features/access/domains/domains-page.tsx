import { useTranslation } from 'react-i18next';
import { tenantSettingsPath } from '#paths/tenant-settings.ts';
import { NavFrame } from '#platform/page/nav-frame.tsx';
import { DomainCards } from './shared/domain-cards.tsx';

export function DomainsPage() {
  const { t } = useTranslation();
  return (
    <NavFrame of={tenantSettingsPath} purpose={t('domains.purpose')}>
      <DomainCards />
    </NavFrame>
  );
}
