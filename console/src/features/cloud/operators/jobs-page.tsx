import { operatorJobsApi } from '@postern/contracts/operations/jobs';
import { useTranslation } from 'react-i18next';
import { JobsView } from '#features/operations/jobs/shared/jobs-view.tsx';
import { homeInArea } from '#paths/operators.ts';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { PageLink } from '#platform/router/page-link.tsx';

/** Background jobs of all tenants and of the installation, in all databases. */
export function JobsPage() {
  const { t } = useTranslation();
  const links = (
    <PageLink to={homeInArea} className="link">
      {t('operators.home.title')}
    </PageLink>
  );
  return (
    <JobsView
      api={operatorJobsApi}
      frame={({ busy, refresh, cards }) => (
        <PageBody busy={busy}>
          <PageHeader
            title={t('nav.jobs')}
            purpose={t('jobs.purpose')}
            isForReaders
            actions={
              <>
                {links}
                {refresh}
              </>
            }
          />
          {cards}
        </PageBody>
      )}
    />
  );
}
