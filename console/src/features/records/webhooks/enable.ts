import { type Webhook, webhooksApi } from '@postern/contracts/records/webhooks';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';

/** Switches a webhook on, or off after a question: events that happen meanwhile are never sent. */
export function useEnableWebhook() {
  const { t } = useTranslation();
  const update = useWrite(webhooksApi.update, {
    onDone: ({ enabled }) => showSuccess(t(enabled ? 'webhooks.enable.enabled' : 'webhooks.enable.disabled')),
  });
  return async ({ id, name, enabled }: Pick<Webhook, 'id' | 'name' | 'enabled'>) => {
    const confirmed =
      !enabled ||
      (await confirm({
        title: t('webhooks.enable.disableTitle', { name }),
        body: t('webhooks.enable.disableBody'),
        confirm: t('webhooks.enable.disable'),
      }));
    if (confirmed) {
      update.mutate({ params: { id }, body: { enabled: !enabled } });
    }
  };
}
