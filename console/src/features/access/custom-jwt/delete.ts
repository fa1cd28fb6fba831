import { type CustomTokenType, customJwtApi } from '@postern/contracts/access/custom-jwt';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { askToDelete } from './shared/ask-to-delete.ts';

/** Asks for confirmation and deletes; `onDone` runs before anything is refreshed. */
export function useDeleteScript(onDone?: () => unknown) {
  const { t } = useTranslation();
  const remove = useWrite(customJwtApi.remove, {
    onDone: async () => {
      await onDone?.();
      showSuccess(t('customJwt.deleted'));
    },
  });
  return async (tokenType: CustomTokenType) => {
    if (await askToDelete(t('customJwt.deleteBody'))) {
      remove.mutate({ params: { tokenTypePath: tokenType } });
    }
  };
}
