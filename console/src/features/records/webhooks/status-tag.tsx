import type { WebhookRequest } from '@postern/contracts/records/webhooks';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '#platform/ui/tag.tsx';

/** The status of the response, or that there was none. */
export function StatusTag({ payload: { result, response } }: { payload: WebhookRequest }) {
  const { t } = useTranslation();
  return (
    <Tag tone={result === 'Success' ? 'success' : 'danger'} icon={result === 'Success' ? IconCheck : IconX}>
      {response?.statusCode ?? t('webhooks.requests.noResponse')}
    </Tag>
  );
}
