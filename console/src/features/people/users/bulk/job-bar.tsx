import { Button } from '@mantine/core';
import { userJobsApi } from '@postern/contracts/people/user-jobs';
import { IconAlertTriangle, IconCircleX, IconLoader2, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { Dock } from '#platform/shell/dock.tsx';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { IconButton } from '#platform/ui/icon-button.tsx';
import classes from './bulk.module.css';
import { JobReport } from './job-report.tsx';
import { type BulkJob, isOpen } from './use-jobs.ts';

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
