import type { JobsApi } from '@postern/contracts/records/jobs';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { JobsCard } from '../jobs-card.tsx';
import { QueuesCard } from '../queues-card.tsx';

/** Jobs come and go by themselves. */
const refreshEvery = 5000;

/** Queues and their jobs. It stays up to date while somebody looks at it. */
export function JobsView({ api }: { api: JobsApi }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRead(api.overview, {}, { quiet: true, every: refreshEvery, staleTime: 0 });
  if (error && !data) {
    return <LoadFailed error={error} retry={refetch} />;
  }
  const unreachable = data?.unreachable ?? [];
  return (
    <Cards>
      {unreachable.length > 0 && (
        <Notice tone="warning" icon={IconPlugConnectedX} title={t('jobs.unreachableTitle')}>
          {t('jobs.unreachableBody', { regions: unreachable.join(', ') })}
        </Notice>
      )}
      <JobsCard api={api} kind="dead" jobs={data?.dead} />
      {data && data.retrying.length > 0 && <JobsCard api={api} kind="retrying" jobs={data.retrying} />}
      <JobsCard api={api} kind="running" jobs={data?.running} />
      <QueuesCard api={api} queues={data?.queues} />
    </Cards>
  );
}
