import { installationJobsApi } from '@postern/contracts/records/jobs';
import { useTranslation } from 'react-i18next';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { JobsView } from './shared/jobs-view.tsx';

export function JobsPage() {
  const { t } = useTranslation();
  return (
    <PageBody>
      <PageHeader title={t('nav.jobs')} purpose={t('jobs.purpose')} />
      <JobsView api={installationJobsApi} />
    </PageBody>
  );
}
