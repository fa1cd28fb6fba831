import { type CustomTokenType, customJwtApi } from '@postern/contracts/access/custom-jwt';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';

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
    const confirmed = await confirm({
      title: t('customJwt.deleteTitle'),
      body: t('customJwt.deleteBody'),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { tokenTypePath: tokenType } });
    }
  };
}
