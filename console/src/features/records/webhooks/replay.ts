import { webhooksApi } from '@postern/contracts/records/webhooks';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';

/** Sends one delivery now, whether it waits or has failed for good. */
export function useReplay(hookId: string) {
  const { t } = useTranslation();
  const replay = useWrite(webhooksApi.replay, { onDone: () => showSuccess(t('webhooks.undelivered.replayed')) });
  return {
    isPending: replay.isPending,
    replay: (deliveryId: string) => replay.mutate({ params: { id: hookId, deliveryId } }),
  };
}

/** Sends all dead deliveries of a webhook again, after a question. */
export function useReplayAll(hookId: string) {
  const { t } = useTranslation();
  const replay = useWrite(webhooksApi.replayAll, {
    onDone: ({ replayed }) => showSuccess(t('webhooks.undelivered.replayedAll', { count: replayed })),
  });
  const ask = async (count: number) => {
    const confirmed = await confirm({
      title: t('webhooks.undelivered.replayAllTitle', { count }),
      body: t('webhooks.undelivered.replayAllBody'),
      confirm: t('webhooks.undelivered.replayAll'),
    });
    if (confirmed) {
      replay.mutate({ params: { id: hookId } });
    }
  };
  return { isPending: replay.isPending, replayAll: ask };
}
