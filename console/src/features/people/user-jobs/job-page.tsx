import { Button } from '@mantine/core';
import { type UserJob, userJobDays, userJobsApi } from '@postern/contracts/people/user-jobs';
import { usersApi } from '@postern/contracts/people/users';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { userJobPath, userJobsPath } from '#paths/user-jobs.ts';
import { usersPath } from '#paths/users.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { isOpen, useJobTitle } from './describe-job.ts';
import { NextSteps } from './next-steps.tsx';
import { Progress } from './progress.tsx';
import { Report } from './report.tsx';
import { Results } from './results.tsx';
import { StateTag } from './state-tag.tsx';
import classes from './user-jobs.module.css';

const often = 1000;

/** One job: progress while it runs, results afterwards. Survives reloads and later visits. */
export function JobPage() {
  const { t } = useTranslation();
  const { id } = usePathParams(userJobPath);
  const queryClient = useQueryClient();
  const title = useJobTitle();
  const first = useRead(userJobsApi.get, { params: { id } }, { quiet: true, staleTime: 0 });
  const isRunning = first.data !== undefined && isOpen(first.data);
  // Reads the job again, polling while it runs.
  const {
    data: job,
    error,
    refetch,
  } = useRead(
    userJobsApi.get,
    { params: { id } },
    { quiet: true, staleTime: 0, ...(isRunning ? { every: often } : {}) },
  );
  useEffect(() => {
    if (!isRunning) {
      void queryClient.invalidateQueries({ queryKey: [usersApi.list.tag] });
    }
  }, [isRunning, queryClient]);
  const parents = [
    { to: usersPath, label: t('nav.users') },
    { to: userJobsPath, label: t('userJobs.jobs.title') },
  ];
  return (
    <PageBody busy={!job && !error}>
      <Breadcrumb parents={parents} current={job ? title(job) : '…'} />
      {job ? (
        <JobBody job={job} title={title(job)} />
      ) : error ? (
        <div className={classes.frame}>
          {error instanceof RequestError && error.status === 404 ? (
            <NoJob />
          ) : (
            <LoadFailed error={error} retry={refetch} />
          )}
        </div>
      ) : (
        <>
          <h1 className="sr-only">{t('states.loading')}</h1>
          <div className={classes.status}>
            <Skeleton width={240} height={24} />
            <Skeleton width="100%" height={8} />
          </div>
        </>
      )}
    </PageBody>
  );
}

function NoJob() {
  const { t } = useTranslation();
  return (
    <EmptyState
      art={<EmptyArt />}
      title={t('userJobs.job.nothing')}
      body={t('userJobs.job.nothingBody', { days: userJobDays })}
      actions={
        <Button component={PageLink} to={userJobsPath}>
          {t('userJobs.jobs.title')}
        </Button>
      }
    />
  );
}

function JobBody({ job, title }: { job: UserJob; title: string }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const when = job.finishedAt
    ? t('userJobs.job.finished', { when: dateTime(job.finishedAt) })
    : t('userJobs.job.started', { when: dateTime(job.startedAt ?? job.createdAt) });
  return (
    <>
      <PageHeader title={title} purpose={when} actions={isOpen(job) && <CancelButton job={job} />} />
      <section className={classes.status} aria-label={title}>
        <div className={classes.statusHead} role="status">
          <StateTag job={job} />
          {isOpen(job) && <span>{t('userJobs.job.leave')}</span>}
        </div>
        <Progress job={job} label={title} />
        <Results job={job} />
      </section>
      {!isOpen(job) && <NextSteps job={job} />}
      <Report job={job} />
    </>
  );
}

function CancelButton({ job }: { job: UserJob }) {
  const { t } = useTranslation();
  const cancel = useWrite(userJobsApi.cancel, { ignore: ['user_job.is_over'] });
  const isStopping = job.isCancelWanted || cancel.isPending;
  const ask = async () => {
    const isSure = await confirm({
      title: t('userJobs.job.cancelTitle'),
      body: t('userJobs.job.cancelBody'),
      confirm: t('userJobs.job.stop'),
      cancel: t('userJobs.job.keepOn'),
      danger: true,
    });
    if (isSure) {
      cancel.mutate({ params: { id: job.id } });
    }
  };
  return (
    <BusyButton variant="default" busy={isStopping} onClick={() => void ask()}>
      {t(isStopping ? 'userJobs.job.stopping' : 'userJobs.job.cancel')}
    </BusyButton>
  );
}
