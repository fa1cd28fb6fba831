import { type OrganizationRole, organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { type OrganizationScope, organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';

/** Asks for confirmation and deletes; `onDone` runs before lists are refreshed. */
export function useDeleteOrganizationRole(onDone?: () => unknown) {
  const { t } = useTranslation();
  const remove = useWrite(organizationRolesApi.remove, {
    onDone: async () => {
      await onDone?.();
      showSuccess(t('organizationTemplate.roles.danger.deleted'));
    },
  });
  return async ({ id, name }: Pick<OrganizationRole, 'id' | 'name'>) => {
    const confirmed = await confirm({
      title: t('organizationTemplate.deleteTitle', { name }),
      body: t('organizationTemplate.roles.danger.consequence'),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { id } });
    }
  };
}

/** Asks for confirmation and deletes. Roles show their permissions, so they are refreshed too. */
export function useDeleteOrganizationScope() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const remove = useWrite(organizationScopesApi.remove, {
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: [organizationRolesApi.list.tag] });
      showSuccess(t('organizationTemplate.scopes.deleted'));
    },
  });
  return async ({ id, name }: Pick<OrganizationScope, 'id' | 'name'>) => {
    const confirmed = await confirm({
      title: t('organizationTemplate.deleteTitle', { name }),
      body: t('organizationTemplate.scopes.consequence'),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { id } });
    }
  };
}
