import { type Resource, resourcesApi } from '@postern/contracts/access/resources';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';

/** Asks for the name and deletes; `onDone` runs before lists are refreshed. */
export function useDeleteResource(onDone?: () => unknown) {
  const { t } = useTranslation();
  const remove = useWrite(resourcesApi.remove, {
    onDone: async () => {
      await onDone?.();
      showSuccess(t('resources.danger.deleted'));
    },
  });
  return async ({ id, name }: Pick<Resource, 'id' | 'name'>) => {
    const confirmed = await confirm({
      title: t('resources.danger.confirmTitle', { name }),
      body: t('resources.danger.consequence'),
      confirm: t('actions.delete'),
      danger: true,
      retype: name,
    });
    if (confirmed) {
      remove.mutate({ params: { id } });
    }
  };
}
