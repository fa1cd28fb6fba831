import { type ActionType, actionsApi } from '@postern/contracts/sign-in/actions';
import { useTranslation } from 'react-i18next';
import { askToDelete } from '#features/access/custom-jwt/shared/ask-to-delete.ts';
import { useWrite } from '#platform/client/use-write.ts';
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
    if (await askToDelete(t('signInActions.deleteBody'))) {
      remove.mutate({ params: { actionType } });
    }
  };
}
