import type { UserJob } from '@postern/contracts/people/user-jobs';
import { useTranslation } from 'react-i18next';

export const isOpen = ({ state }: Pick<UserJob, 'state'>) => state === 'queued' || state === 'running';

/** The options of an import; other job types have other inputs. */
export const isDryRun = ({ input }: Pick<UserJob, 'input'>) => input.isDryRun === true;
export const fileIdOf = ({ input }: Pick<UserJob, 'input'>) =>
  typeof input.fileId === 'string' ? input.fileId : undefined;

export const shareOf = ({ done, total, state }: Pick<UserJob, 'done' | 'total' | 'state'>) => {
  if (state === 'succeeded') {
    return 1;
  }
  return total ? Math.min(1, done / total) : 0;
};

/** `Import of users.csv`, `Suspend users`. */
export function useJobTitle(): (job: Pick<UserJob, 'kind' | 'input'>) => string {
  const { t } = useTranslation();
  return (job) => {
    const { fileName } = job.input;
    if (job.kind === 'import' && typeof fileName === 'string') {
      return t(isDryRun(job) ? 'userJobs.job.check' : 'userJobs.job.import', { file: fileName });
    }
    return t(`userJobs.job.kinds.${job.kind}`);
  };
}
