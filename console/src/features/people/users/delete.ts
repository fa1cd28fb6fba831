import { type User, usersApi } from '@postern/contracts/people/users';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { labelOf } from './label.ts';

/** Asks for confirmation and deletes; `onDone` runs before lists are refreshed. */
export function useDeleteUser(onDone?: () => unknown) {
  const { t } = useTranslation();
  const remove = useWrite(usersApi.remove, {
    onDone: async () => {
      await onDone?.();
      showSuccess(t('users.danger.deleted'));
    },
  });
  return async (user: User) => {
    const confirmed = await confirm({
      title: t('users.danger.confirmTitle', { name: labelOf(user) }),
      body: t('users.danger.consequence'),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { userId: user.id } });
    }
  };
}
