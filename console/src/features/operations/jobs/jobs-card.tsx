import { Menu } from '@mantine/core';
import { type JobsApi, type ListedJob, maxListedJobs } from '@postern/contracts/operations/jobs';
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { type CardColumn, CardTable } from '#platform/detail/card-table.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import classes from './jobs.module.css';
import { QueueName } from './queue-name.tsx';

type Kind = 'dead' | 'retrying' | 'running';
type JobsCardProps = { api: JobsApi; kind: Kind; jobs: ListedJob[] | undefined };

export function JobsCard({ api, kind, jobs }: JobsCardProps) {
  const { t } = useTranslation();
  const columns = useColumns(kind);
  const title = t(`jobs.${kind}.title`);
  return (
    <ListCard title={title} help={t(`jobs.${kind}.help`)}>
      <CardTable
        label={title}
        columns={columns}
        rows={jobs}
        rowKey={({ id }) => id}
        textOf={({ queue, tenantId, lastError }) => `${queue} ${tenantId ?? ''} ${lastError ?? ''}`}
        none={t(`jobs.${kind}.none`)}
        folds
        live
        menu={(job) => <JobMenu api={api} job={job} />}
      />
      {jobs && jobs.length >= maxListedJobs && (
        <p className={classes.more}>{t('jobs.onlyFirst', { number: maxListedJobs })}</p>
      )}
    </ListCard>
  );
}

function JobMenu({ api, job }: { api: JobsApi; job: ListedJob }) {
  const { t } = useTranslation();
  const { queue } = job;
  const params = { id: job.id };
  const retry = useWrite(api.retry, { onDone: () => showSuccess(t('jobs.retried')) });
  const cancel = useWrite(api.cancel, { onDone: () => showSuccess(t('jobs.canceled')) });
  const askAndCancel = async () => {
    const confirmed = await confirm({
      title: t('jobs.cancelTitle'),
      body: t(job.state === 'dead' ? 'jobs.cancelDead' : 'jobs.cancelBody', { queue }),
      confirm: t('jobs.cancel'),
      cancel: t('jobs.keep'),
      danger: true,
    });
    if (confirmed) {
      cancel.mutate({ params });
    }
  };
  return (
    <MoreMenu name={queue}>
      {job.state !== 'running' && (
        <Menu.Item leftSection={<IconRefresh size={18} stroke={1.5} />} onClick={() => retry.mutate({ params })}>
          {t('jobs.retry')}
        </Menu.Item>
      )}
      <Menu.Item
        data-danger
        leftSection={<IconPlayerStop size={18} stroke={1.5} />}
        onClick={() => void askAndCancel()}
      >
        {t('jobs.cancel')}
      </Menu.Item>
    </MoreMenu>
  );
}

function useColumns(kind: Kind): CardColumn<ListedJob>[] {
  const { t } = useTranslation();
  const { relative, number, moment } = useFormat();
  const time = (at: number) => (
    <time dateTime={new Date(at).toISOString()} title={moment(at)}>
      {relative(at)}
    </time>
  );
  const labeled = (id: 'attempts' | 'age' | 'due' | 'failed', cell: (job: ListedJob) => ReactNode) => ({
    id,
    title: t(`jobs.columns.${id}`),
    width: id === 'attempts' ? '96px' : '136px',
    isLabeled: true,
    cell: (job: ListedJob) => <span className="tabular">{cell(job)}</span>,
  });
  return [
    {
      id: 'queue',
      title: t('jobs.columns.queue'),
      width: '26%',
      cell: ({ queue, tenantId, region, isCancelWanted }) => (
        <QueueName queue={queue}>
          <span className={classes.second}>
            {tenantId === null ? t('jobs.installation') : t('jobs.ofTenant', { id: tenantId })}
            {region !== null && ` · ${region}`}
          </span>
          {isCancelWanted && (
            <Tag tone="warning" small>
              {t('jobs.ending')}
            </Tag>
          )}
        </QueueName>
      ),
    },
    {
      id: 'error',
      title: t('jobs.columns.error'),
      cell: ({ lastError }) =>
        lastError === null ? (
          <span className={classes.second}>{t('jobs.noError')}</span>
        ) : (
          <span className={classes.error}>{lastError}</span>
        ),
    },
    labeled('attempts', ({ attempts }) => number(attempts)),
    kind === 'dead'
      ? labeled('failed', ({ deadAt, dueAt }) => time(deadAt ?? dueAt))
      : labeled('due', ({ dueAt }) => time(dueAt)),
    labeled('age', ({ createdAt }) => time(createdAt)),
  ];
}
