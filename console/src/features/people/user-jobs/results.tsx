import type { UserJob } from '@postern/contracts/people/user-jobs';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/i18n/format.ts';
import { isDryRun } from './describe-job.ts';
import classes from './user-jobs.module.css';

const ofImport = ['created', 'updated', 'skipped'] as const;
const would = { created: 'wouldCreate', updated: 'wouldUpdate', skipped: 'wouldSkip' } as const;

/** The counts of a job, in large numbers. */
export function Results({ job }: { job: UserJob }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const changed = Object.values(job.counts).reduce((sum, count) => sum + count, 0);
  const rows =
    job.kind === 'import'
      ? ofImport.map((name) => ({
          label: t(`userJobs.job.counts.${isDryRun(job) ? would[name] : name}`),
          count: job.counts[name] ?? 0,
        }))
      : [{ label: t('userJobs.job.counts.changed'), count: changed }];
  return (
    <dl className={classes.counts}>
      {rows.map(({ label, count }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="tabular">{number(count)}</dd>
        </div>
      ))}
      <div data-bad={job.failed > 0 || undefined}>
        <dt>{t('userJobs.job.counts.failed')}</dt>
        <dd className="tabular">{number(job.failed)}</dd>
      </div>
    </dl>
  );
}
