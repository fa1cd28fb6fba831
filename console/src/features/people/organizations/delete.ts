import type { Organization } from '@postern/contracts/access/organization';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';

/** Asks to type the name and deletes; `onDone` runs before lists are refreshed. */
export function useDeleteOrganization(onDone?: () => unknown) {
  const { t } = useTranslation();
  const remove = useWrite(organizationsApi.remove, {
    onDone: async () => {
      await onDone?.();
      showSuccess(t('organizations.danger.deleted'));
    },
  });
  return async ({ id, name }: Pick<Organization, 'id' | 'name'>) => {
    const confirmed = await confirm({
      title: t('organizations.danger.confirmTitle', { name }),
      body: t('organizations.danger.consequence'),
      confirm: t('actions.delete'),
      danger: true,
      retype: name,
    });
    if (confirmed) {
      remove.mutate({ params: { id } });
    }
  };
}
