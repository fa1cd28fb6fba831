import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';

/** Asks for the name and deletes; `onDone` runs before lists are refreshed. */
export function useDeleteApplication(onDone?: () => unknown) {
  const { t } = useTranslation();
  const remove = useWrite(applicationsApi.remove, {
    onDone: async () => {
      await onDone?.();
      showSuccess(t('applications.danger.deleted'));
    },
  });
  return async ({ id, name }: Pick<Application, 'id' | 'name'>) => {
    const confirmed = await confirm({
      title: t('applications.danger.confirmTitle', { name }),
      body: t('applications.danger.consequence'),
      confirm: t('actions.delete'),
      danger: true,
      retype: name,
    });
    if (confirmed) {
      remove.mutate({ params: { id } });
    }
  };
}
