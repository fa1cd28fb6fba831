import type { UserJob } from '@postern/contracts/people/user-jobs';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/i18n/format.ts';
import { shareOf } from './describe-job.ts';
import classes from './user-jobs.module.css';

/** Progress of a job: a bar and numbers. */
export function Progress({ job, label }: { job: UserJob; label: string }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const share = shareOf(job);
  const percent = Math.floor(share * 100);
  return (
    <div className={classes.progress}>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        data-state={job.state}
      >
        <div style={{ transform: `scaleX(${share})` }} />
      </div>
      <span className="tabular">
        {t('userJobs.job.progress', { done: number(job.done), total: number(job.total ?? job.done) })}
      </span>
      <span className="tabular">{t('userJobs.job.share', { percent: number(percent) })}</span>
    </div>
  );
}
