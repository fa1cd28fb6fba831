import { type CustomProfileField, customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { labelOf } from '../shared/field-label.ts';

/** Asks for confirmation and deletes; `onDone` runs before lists are refreshed. */
export function useDeleteField(onDone?: () => unknown) {
  const { t } = useTranslation();
  const remove = useWrite(customProfileFieldsApi.remove, {
    onDone: async () => {
      await onDone?.();
      showSuccess(t('profileFields.danger.deleted'));
    },
  });
  return async (field: Pick<CustomProfileField, 'name' | 'label'>) => {
    const confirmed = await confirm({
      title: t('profileFields.danger.confirmTitle', { name: labelOf(field, t) }),
      body: t('profileFields.danger.consequence'),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { name: field.name } });
    }
  };
}
