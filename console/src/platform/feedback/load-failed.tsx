import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { failureMessage } from '#platform/client/show-failure.ts';
import { EmptyState } from '#platform/list/empty-state.tsx';

/** In place of what did not come, with another try. */
export function LoadFailed({ error, retry }: { error: unknown; retry: () => unknown }) {
  const { t } = useTranslation();
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
