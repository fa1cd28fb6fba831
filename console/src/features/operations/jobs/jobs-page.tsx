import { installationJobsApi } from '@postern/contracts/operations/jobs';
import { useTranslation } from 'react-i18next';
import { tenantSettingsPath } from '#paths/tenant-settings.ts';
import { NavFrame } from '#platform/page/nav-frame.tsx';
import { JobsView } from './shared/jobs-view.tsx';

export function JobsPage() {
  const { t } = useTranslation();
  return (
    <JobsView
      api={installationJobsApi}
      frame={({ busy, refresh, cards }) => (
        <NavFrame of={tenantSettingsPath} purpose={t('jobs.purpose')} busy={busy} actions={refresh} isForReaders>
          {cards}
        </NavFrame>
      )}
    />
  );
}
