import { Button } from '@mantine/core';
import { userJobsApi } from '@postern/contracts/people/user-jobs';
import { useTranslation } from 'react-i18next';
import { useReadPage } from '#platform/client/use-read.ts';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import classes from './bulk.module.css';

const shown = '100';

/** The users that a job could not change, and why. */
export function JobReport({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data, error, refetch } = useReadPage(
    userJobsApi.report,
    { params: { id: jobId }, query: { page: '1', page_size: shown } },
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
