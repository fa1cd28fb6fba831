import { type OrganizationRole, organizationRoleScopesApi } from '@postern/contracts/access/organization-roles';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { AssignDialog } from '#platform/pick/assign-dialog.tsx';
import { idsOf, PickPermissions } from './pick-permissions.tsx';
import type { Permission } from './role-permissions.ts';

type AssignPermissionsProps = { role: OrganizationRole; held: readonly Permission[]; onClose: () => void };

/** Adds permissions of both kinds. If one of the two calls fails, the dialog stays open and offers the rest. */
export function AssignPermissions({ role, held, onClose }: AssignPermissionsProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const add = useWrite(organizationRoleScopesApi.add);
  const addResource = useWrite(organizationRoleScopesApi.addResource);
  const params = { id: role.id };
  const assign = async (keys: string[]) => {
    const [organizationScopeIds, scopeIds] = [idsOf('organization', keys), idsOf('resource', keys)];
    if (organizationScopeIds.length > 0) {
      await add.mutateAsync({ params, body: { organizationScopeIds } });
    }
    if (scopeIds.length > 0) {
      await addResource.mutateAsync({ params, body: { scopeIds } });
    }
    onClose();
    showSuccess(t('roles.permissions.assigned', { count: keys.length, number: number(keys.length) }));
  };
  return (
    <AssignDialog
      title={t('roles.permissions.assignTitle', { name: role.name })}
      confirm={t('roles.permissions.assign')}
      pick={(chosen, onChange) => (
        <PickPermissions
          type={role.type}
          without={new Set(held.map(({ key }) => key))}
          chosen={chosen}
          onChange={onChange}
          autoFocus
        />
      )}
      busy={add.isPending || addResource.isPending}
      // useWrite has shown the error already.
      onAssign={(keys) => void assign(keys).catch(() => undefined)}
      onClose={onClose}
    />
  );
}
