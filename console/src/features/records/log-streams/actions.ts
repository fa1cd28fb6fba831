import { type LogStream, logStreamsApi } from '@postern/contracts/records/log-streams';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';

type Stream = Pick<LogStream, 'id' | 'name' | 'enabled'>;

/** Pauses a stream or continues it. Nothing is lost, so there is no question. */
export function usePauseStream() {
  const { t } = useTranslation();
  const update = useWrite(logStreamsApi.update, {
    onDone: ({ enabled }) => showSuccess(t(enabled ? 'logStreams.continued' : 'logStreams.paused')),
  });
  return ({ id, enabled }: Stream) => update.mutate({ params: { id }, body: { enabled: !enabled } });
}

export function useDeleteStream() {
  const { t } = useTranslation();
  const remove = useWrite(logStreamsApi.remove, { onDone: () => showSuccess(t('logStreams.delete.deleted')) });
  return async ({ id, name }: Stream) => {
    const confirmed = await confirm({
      title: t('logStreams.delete.title', { name }),
      body: t('logStreams.delete.body'),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { id } });
    }
  };
}

/** Sends everything that is kept once more. */
export function useRestartStream() {
  const { t } = useTranslation();
  const restart = useWrite(logStreamsApi.restart, { onDone: () => showSuccess(t('logStreams.restart.done')) });
  return async ({ id, name }: Stream) => {
    const confirmed = await confirm({
      title: t('logStreams.restart.title', { name }),
      body: t('logStreams.restart.body'),
      confirm: t('logStreams.restart.confirm'),
    });
    if (confirmed) {
      restart.mutate({ params: { id }, body: { start: 'beginning' } });
    }
  };
}
