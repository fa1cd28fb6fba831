import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isOutOfReach } from '#platform/client/request-error.ts';
import { failureMessage } from '#platform/client/show-failure.ts';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { useTellOutOfReach } from './out-of-reach.ts';

type LoadFailedProps = {
  error: unknown;
  retry: () => unknown;
  /** The page has other content as well. */
  isPart?: boolean;
};

/** Replaces content that failed to load, with a retry button. */
export function LoadFailed({ error, retry, isPart = false }: LoadFailedProps) {
  const { t } = useTranslation();
  useTellOutOfReach(!isPart && isOutOfReach(error));
  return (
    <EmptyState
      alert
      title={t('errors.loadTitle')}
      body={failureMessage(error)}
      actions={
        <Button variant="default" size="xs" onClick={() => void retry()}>
          {t('actions.tryAgain')}
        </Button>
      }
    />
  );
}
