import type { UserJob } from '@postern/contracts/people/user-jobs';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconLoader2,
  IconPlayerStop,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '#platform/ui/tag.tsx';

const looks = {
  queued: { tone: 'neutral', icon: IconClock },
  running: { tone: 'accent', icon: IconLoader2 },
  succeeded: { tone: 'success', icon: IconCircleCheck },
  failed: { tone: 'danger', icon: IconCircleX },
  canceled: { tone: 'neutral', icon: IconPlayerStop },
} as const;

/** The state of a job. A job that succeeded with errors is not shown as a plain success. */
export function StateTag({ job }: { job: Pick<UserJob, 'state' | 'failed' | 'isCancelWanted'> }) {
  const { t } = useTranslation();
  const { tone, icon } =
    job.state === 'succeeded' && job.failed > 0
      ? ({ tone: 'warning', icon: IconAlertTriangle } as const)
      : looks[job.state];
  const isStopping = job.state === 'running' && job.isCancelWanted;
  return (
    <Tag tone={tone} icon={icon}>
      {isStopping ? t('userJobs.job.stopping') : t(`userJobs.job.states.${job.state}`)}
    </Tag>
  );
}
