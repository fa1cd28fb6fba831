import { type ActionType, actionsApi } from '@postern/contracts/sign-in/actions';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';

/** Asks for confirmation and deletes; `onDone` runs before anything is refreshed. */
export function useDeleteAction(onDone?: () => unknown) {
  const { t } = useTranslation();
  const remove = useWrite(actionsApi.remove, {
    onDone: async () => {
      await onDone?.();
      showSuccess(t('customJwt.deleted'));
    },
  });
  return async (actionType: ActionType) => {
    const confirmed = await confirm({
      title: t('customJwt.deleteTitle'),
      body: t('signInActions.deleteBody'),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { actionType } });
    }
  };
}
