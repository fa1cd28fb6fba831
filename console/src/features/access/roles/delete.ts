import { type Role, rolesApi } from '@postern/contracts/access/roles';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';

/** Asks for confirmation and deletes; `onDone` runs before lists are refreshed. */
export function useDeleteRole(onDone?: () => unknown) {
  const { t } = useTranslation();
  const remove = useWrite(rolesApi.remove, {
    onDone: async () => {
      await onDone?.();
      showSuccess(t('roles.danger.deleted'));
    },
  });
  return async ({ id, name }: Pick<Role, 'id' | 'name'>) => {
    const confirmed = await confirm({
      title: t('roles.danger.confirmTitle', { name }),
      body: t('roles.danger.consequence'),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { id } });
    }
  };
}
