import type { JobQueue, JobsApi } from '@postern/contracts/operations/jobs';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { type CardColumn, CardTable } from '#platform/detail/card-table.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { isReadOnly } from '#platform/session/read-only.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { kindOf } from './name-queue.ts';
import { QueueName } from './queue-name.tsx';

const counts = ['waiting', 'running', 'dead'] as const;

export function QueuesCard({ api, queues }: { api: JobsApi; queues: JobQueue[] | undefined }) {
  const { t } = useTranslation();
  const columns = useColumns(api);
  const nameOf = (queue: string) => {
    const kind = kindOf(queue);
    return kind ? t(`jobs.kinds.${kind}`) : '';
  };
  return (
    <ListCard title={t('jobs.queues.title')} help={t('jobs.queues.help')}>
      <CardTable
        label={t('jobs.queues.title')}
        columns={columns}
        rows={queues}
        rowKey={({ name }) => name}
        textOf={({ name }) => `${nameOf(name)} ${name}`}
        none={t('jobs.queues.none')}
        live
      />
    </ListCard>
  );
}

function RetryButton({ api, queue }: { api: JobsApi; queue: string }) {
  const { t } = useTranslation();
  const retry = useWrite(api.retryQueue, {
    onDone: ({ count }) => showSuccess(t('jobs.queues.retried', { count })),
  });
  return (
    <BusyButton
      variant="default"
      size="xs"
      aria-label={t('jobs.queues.retryWhat', { queue })}
      busy={retry.isPending}
      onClick={() => retry.mutate({ body: { queue } })}
    >
      {t('jobs.queues.retry')}
    </BusyButton>
  );
}

function useColumns(api: JobsApi): CardColumn<JobQueue>[] {
  const { t } = useTranslation();
  const { number, relative, moment } = useFormat();
  const countOf = (queue: JobQueue, kind: (typeof counts)[number]) => {
    const counted = number(queue[kind]);
    return queue.more.includes(kind) ? t('jobs.queues.atLeast', { number: counted }) : counted;
  };
  return [
    {
      id: 'name',
      title: t('jobs.columns.queue'),
      cell: ({ name }) => <QueueName queue={name} />,
    },
    ...counts.map((kind) => ({
      id: kind,
      title: t(`jobs.queues.${kind}`),
      width: '112px',
      isLabeled: true,
      cell: (queue: JobQueue) => (
        <span className="tabular">
          {kind === 'dead' && queue.dead > 0 ? <Tag tone="danger">{countOf(queue, kind)}</Tag> : countOf(queue, kind)}
        </span>
      ),
    })),
    {
      id: 'oldest',
      title: t('jobs.queues.oldest'),
      width: '136px',
      isLabeled: true,
      cell: ({ oldestDueAt }) =>
        oldestDueAt !== null && (
          <time className="tabular" dateTime={new Date(oldestDueAt).toISOString()} title={moment(oldestDueAt)}>
            {relative(oldestDueAt)}
          </time>
        ),
    },
    {
      id: 'actions',
      title: t('list.actions'),
      width: '216px',
      cell: ({ name, dead }) => dead > 0 && !isReadOnly() && <RetryButton api={api} queue={name} />,
    },
  ];
}
