import { Button } from '@mantine/core';
import { type UserJob, userJobsApi } from '@postern/contracts/people/user-jobs';
import { type BulkKind, bulkKinds } from '@postern/contracts/people/user-jobs-bulk';
import { usersApi } from '@postern/contracts/people/users';
import { IconAlertTriangle, IconCircleX, IconLoader2, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { Dock } from '#platform/shell/dock.tsx';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import classes from './bulk.module.css';

type JobBarsProps = { jobs: readonly BulkJob[]; onDismiss: (id: string) => void };

/** At the bottom of the page: progress of running jobs, and results of those with errors. */
export function JobBars({ jobs, onDismiss }: JobBarsProps) {
  if (jobs.length === 0) {
    return null;
  }
  return (
    <Dock>
      <div className={classes.wrap} data-selection-bar>
        {jobs
          .slice(0, 3)
          .map((job) =>
            isOpen(job) ? (
              <OpenJob key={job.id} job={job} />
            ) : (
              <EndedJob key={job.id} job={job} onDismiss={() => onDismiss(job.id)} />
            ),
          )}
      </div>
    </Dock>
  );
}

function useProgress({ done, total }: BulkJob) {
  const { number } = useFormat();
  return { done: number(done), total: number(total ?? done) };
}

function OpenJob({ job }: { job: BulkJob }) {
  const { t } = useTranslation();
  const progress = useProgress(job);
  const cancel = useWrite(userJobsApi.cancel, { ignore: ['user_job.is_over'] });
  const share = job.total ? Math.min(1, job.done / job.total) : 0;
  const isStopping = job.isCancelWanted || cancel.isPending;
  const stop = async () => {
    const confirmed = await confirm({
      title: t('userList.job.cancelTitle'),
      body: t('userList.job.cancelBody'),
      confirm: t('userList.job.stop'),
      cancel: t('userList.job.keepOn'),
      danger: true,
    });
    if (confirmed) {
      cancel.mutate({ params: { id: job.id } });
    }
  };
  const what = t(`userList.job.running.${job.kind}`);
  return (
    <section className={classes.job} aria-label={what}>
      <IconLoader2 size={20} stroke={1.5} data-spinning aria-hidden />
      <span className={classes.words}>
        <span className={`${classes.what} truncate`}>{what}</span>
        <span className={classes.how}>
          {job.startedAt === null ? t('userList.job.waiting') : t('userList.job.progress', progress)}
        </span>
      </span>
      <BusyButton variant="default" size="xs" busy={isStopping} onClick={() => void stop()}>
        {t(isStopping ? 'userList.job.canceling' : 'userList.job.cancel')}
      </BusyButton>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={what}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <div className={classes.bar} style={{ transform: `scaleX(${share})` }} />
      </div>
    </section>
  );
}

function EndedJob({ job, onDismiss }: { job: BulkJob; onDismiss: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [isReading, setReading] = useState(false);
  const progress = useProgress(job);
  const isFailed = job.state === 'failed';
  const Icon = isFailed ? IconCircleX : IconAlertTriangle;
  const doneText = useDoneText();
  const what =
    job.state === 'canceled'
      ? t('userList.job.canceled', progress)
      : isFailed
        ? t('userList.job.failed', progress)
        : doneText(job);
  const problems = job.failed > 0 && t('userList.job.problems', { count: job.failed, number: number(job.failed) });
  return (
    <section className={classes.job} data-look={isFailed ? 'danger' : 'warning'} aria-label={what}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <span className={classes.words} role="status">
        <span className={`${classes.what} truncate`}>{what}</span>
        <span className={classes.how}>{job.error?.message ?? problems}</span>
      </span>
      {job.failed > 0 && (
        <Button variant="default" size="xs" onClick={() => setReading(true)}>
          {t('userList.job.report')}
        </Button>
      )}
      <IconButton label={t('userList.job.dismiss')} size="small" onClick={onDismiss}>
        <IconX size={18} stroke={1.5} aria-hidden />
      </IconButton>
      {isReading && <JobReport jobId={job.id} onClose={() => setReading(false)} />}
    </section>
  );
}

const changedWords = ['suspended', 'reactivated', 'deleted', 'changed'] as const;

/** Localized number of changed users, depending on the action. */
export function useDoneText(): (job: BulkJob) => string {
  const { t } = useTranslation();
  const { number } = useFormat();
  return ({ kind, counts }) => {
    const count = changedWords.reduce((sum, word) => sum + (counts[word] ?? 0), 0);
    return t(`userList.job.done.${kind}`, { count, number: number(count) });
  };
}

const reportPageSize = '100';

/** The users that a job could not change, and why. */
function JobReport({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data, error, refetch } = useReadPage(
    userJobsApi.report,
    { params: { id: jobId }, query: { page: '1', page_size: reportPageSize } },
    { quiet: true },
  );
  return (
    <DialogFrame
      opened
      size="create"
      onClose={onClose}
      title={t('userList.job.reportTitle')}
      description={t('userList.job.reportHelp')}
      onSubmit={(event) => {
        event.preventDefault();
        onClose();
      }}
      footer={
        <Button type="submit" data-autofocus>
          {t('actions.close')}
        </Button>
      }
    >
      {error && !data && <LoadFailed error={error} retry={refetch} />}
      {!data && !error && <Skeleton width={320} />}
      {data && (
        <table className={classes.report}>
          <thead>
            <tr>
              <th>{t('userList.job.reportUser')}</th>
              <th>{t('userList.job.reportReason')}</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map(({ line, subject, message }) => (
              <tr key={line}>
                <td>
                  <code>{subject}</code>
                </td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && data.total > data.items.length && (
        <p className={classes.rest}>
          {t('userList.job.reportRest', { shown: number(data.items.length), total: number(data.total) })}
        </p>
      )}
    </DialogFrame>
  );
}

type BulkJob = UserJob & { kind: BulkKind };

const isOpen = ({ state }: Pick<UserJob, 'state'>) => state === 'queued' || state === 'running';
const isBulk = (job: UserJob): job is BulkJob => bulkKinds.some((kind) => kind === job.kind);

const pollWhileOpen = 1000;
const pollWhenIdle = 30_000;

/**
 * Running jobs of all administrators, and finished ones with errors until they are dismissed. `onEnd` reports a
 * finished job, or returns that it stays visible.
 */
export function useJobs(onEnd: (job: BulkJob) => 'announced' | 'stays') {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<readonly string[]>([]);
  const [ended, setEnded] = useState<readonly string[]>([]);
  const read = useRead(
    userJobsApi.list,
    { query: { page: '1', page_size: '10' } },
    { quiet: true, every: open.length > 0 ? pollWhileOpen : pollWhenIdle, staleTime: 0 },
  );
  const jobs = (read.data ?? []).filter(isBulk);
  const begun = jobs.filter((job) => isOpen(job) && !open.includes(job.id));
  const over = jobs.filter((job) => !isOpen(job) && open.includes(job.id));

  useEffect(() => {
    if (begun.length === 0 && over.length === 0) {
      return;
    }
    setOpen((ids) => [...ids.filter((id) => !over.some((job) => job.id === id)), ...begun.map(({ id }) => id)]);
    const staying = over.filter((job) => onEnd(job) === 'stays').map(({ id }) => id);
    setEnded((ids) => [...ids, ...staying]);
    if (over.length > 0) {
      void queryClient.invalidateQueries({ queryKey: [usersApi.list.tag] });
    }
  }, [begun, over, onEnd, queryClient]);

  return {
    jobs: jobs.filter((job) => isOpen(job) || ended.includes(job.id)),
    dismiss: (id: string) => setEnded((ids) => ids.filter((one) => one !== id)),
    /** Polls often until the job is over, even before it appears in a response. */
    follow: (id: string) => setOpen((ids) => [...ids, id]),
  };
}
