import { type Webhook, webhooksApi } from '@postern/contracts/records/webhooks';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';

/** Asks for confirmation and deletes; `onDone` runs before lists are refreshed. */
export function useDeleteWebhook(onDone?: () => unknown) {
  const { t } = useTranslation();
  const remove = useWrite(webhooksApi.remove, {
    onDone: async () => {
      await onDone?.();
      showSuccess(t('webhooks.danger.deleted'));
    },
  });
  return async ({ id, name }: Pick<Webhook, 'id' | 'name'>) => {
    const confirmed = await confirm({
      title: t('webhooks.danger.confirmTitle', { name }),
      body: t('webhooks.danger.consequence'),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { id } });
    }
  };
}
