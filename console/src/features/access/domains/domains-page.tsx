import { useTranslation } from 'react-i18next';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { DomainCards } from './shared/domain-cards.tsx';

export function DomainsPage() {
  const { t } = useTranslation();
  return (
    <PageBody>
      <PageHeader title={t('nav.domains')} purpose={t('domains.purpose')} />
      <DomainCards />
    </PageBody>
  );
}
