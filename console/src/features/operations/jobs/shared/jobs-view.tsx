import { Button } from '@mantine/core';
import type { JobOverview, JobsApi } from '@postern/contracts/operations/jobs';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { JobsCard } from '../jobs-card.tsx';
import { QueuesCard } from '../queues-card.tsx';

/** Jobs change in the background. */
const refreshEvery = 5000;

type JobsViewProps = {
  api: JobsApi;
  /** Title and purpose around the cards, with the button that refreshes them. */
  frame: (parts: { busy: boolean; refresh: ReactNode; cards: ReactNode }) => ReactNode;
};

/** Queues and their jobs. Refreshes while it is visible. */
export function JobsView({ api, frame }: JobsViewProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRead(api.overview, {}, { quiet: true, every: refreshEvery, staleTime: 0 });
  return frame({
    busy: !data && !error,
    refresh: (
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} stroke={1.5} aria-hidden />}
        onClick={() => void refetch()}
      >
        {t('jobs.refresh')}
      </Button>
    ),
    cards: error && !data ? <LoadFailed error={error} retry={refetch} /> : <JobCards api={api} overview={data} />,
  });
}

function JobCards({ api, overview }: { api: JobsApi; overview: JobOverview | undefined }) {
  const { t } = useTranslation();
  const unreachable = overview?.unreachable ?? [];
  return (
    <Cards>
      {unreachable.length > 0 && (
        <Notice tone="warning" icon={IconPlugConnectedX} title={t('jobs.unreachableTitle')}>
          {t('jobs.unreachableBody', { regions: unreachable.join(', ') })}
        </Notice>
      )}
      <JobsCard api={api} kind="dead" jobs={overview?.dead} />
      <JobsCard api={api} kind="retrying" jobs={overview?.retrying} />
      <JobsCard api={api} kind="running" jobs={overview?.running} />
      <QueuesCard api={api} queues={overview?.queues} />
    </Cards>
  );
}
