import { Button } from '@mantine/core';
import { userImportsApi } from '@postern/contracts/people/user-imports';
import type { UserJob } from '@postern/contracts/people/user-jobs';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { importFilePath, userJobPath } from '#paths/user-jobs.ts';
import { usersPath } from '#paths/users.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Notice } from '#platform/feedback/notice.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { useGo } from '#platform/router/links.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { fileIdOf, isDryRun } from './describe-job.ts';
import { optionsIn } from './file-form.ts';
import classes from './user-jobs.module.css';

/** Links to the next steps after a job has ended. */
export function NextSteps({ job }: { job: UserJob }) {
  const { t } = useTranslation();
  if (job.kind === 'import' && isDryRun(job) && job.state === 'succeeded') {
    return <AfterCheck job={job} />;
  }
  return (
    <>
      {job.error && (
        <div className={classes.note}>
          <Notice tone="danger" icon={IconCircleX} title={t('userJobs.job.failedTitle')}>
            {[job.error.message, job.error.details].filter(Boolean).join(' ')}
          </Notice>
        </div>
      )}
      <div className={classes.steps}>
        {job.kind === 'import' && job.state !== 'succeeded' && (
          <FileLink job={job} label={t('userJobs.job.tryAgain')} />
        )}
        <Button variant="default" component={PageLink} to={usersPath}>
          {t('userJobs.job.toUsers')}
        </Button>
      </div>
    </>
  );
}

/** The file of a job, as long as it exists. */
function useFile(job: UserJob) {
  const id = fileIdOf(job) ?? '';
  return useRead(userImportsApi.get, { params: { id } }, { quiet: true, enabled: id !== '' }).data;
}

function FileLink({ job, label }: { job: UserJob; label: string }): ReactNode {
  const file = useFile(job);
  return (
    file && (
      <Button
        variant="default"
        component={PageLink}
        to={importFilePath}
        params={{ id: file.id }}
        search={{ job: job.id }}
      >
        {label}
      </Button>
    )
  );
}

function AfterCheck({ job }: { job: UserJob }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const go = useGo();
  const file = useFile(job);
  const start = useWrite(userImportsApi.start, { onDone: ({ id }) => go(userJobPath, { id }) });
  const options = optionsIn(job.input);
  const count = (job.counts.created ?? 0) + (job.counts.updated ?? 0);
  const isGood = job.failed === 0;
  return (
    <>
      <div className={classes.note}>
        <Notice
          tone={isGood ? 'info' : 'warning'}
          icon={isGood ? IconCircleCheck : IconAlertTriangle}
          title={
            isGood
              ? t('userJobs.job.checkGood')
              : t('userJobs.job.checkBad', { count: job.failed, number: number(job.failed) })
          }
        >
          {t(isGood ? 'userJobs.job.checkGoodBody' : 'userJobs.job.checkBadBody')}
        </Notice>
      </div>
      <div className={classes.steps}>
        {file && options && !file.needsFirebase && count > 0 && (
          <BusyButton
            busy={start.isPending}
            onClick={() => start.mutate({ params: { id: file.id }, body: { ...options, isDryRun: false } })}
          >
            {t('userJobs.job.importRest', { count, number: number(count) })}
          </BusyButton>
        )}
        <FileLink job={job} label={t('userJobs.job.change')} />
      </div>
    </>
  );
}
