import { applicationRolesApi, rolesApi, userRolesApi } from '@postern/contracts/access/roles';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { AssignDialog } from '#platform/pick/assign-dialog.tsx';
import type { Holder } from '../holder.ts';
import { PickScopes } from '../pick-scopes.tsx';
import type { AssignProps } from '../places.ts';
import { RolePicker } from './role-picker.tsx';

/** Interpolation values for the number of assignments. */
export const countOf = (list: readonly string[], number: (value: number) => string) => ({
  count: list.length,
  number: number(list.length),
});

export function AssignScopes({ role, onClose }: Omit<AssignProps, 'words'>) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data: held } = useRead(rolesApi.listScopes, { params: { id: role.id }, query: {} });
  const assign = useWrite(rolesApi.assignScopes, {
    onDone: (_, { body }) => {
      onClose();
      showSuccess(t('roles.permissions.assigned', countOf(body.scopeIds, number)));
    },
  });
  const without = new Set(held?.map(({ id }) => id));
  return (
    <AssignDialog
      title={t('roles.permissions.assignTitle', { name: role.name })}
      confirm={t('roles.permissions.assign')}
      pick={(chosen, onChange) => (
        <PickScopes type={role.type} without={without} chosen={chosen} onChange={onChange} autoFocus />
      )}
      busy={assign.isPending}
      onAssign={(scopeIds) => assign.mutate({ params: { id: role.id }, body: { scopeIds } })}
      onClose={onClose}
    />
  );
}

type OfHolder = {
  holder: Holder;
  onClose: () => void;
  /** Texts for an application that was just created. */
  words?: AssignProps['words'];
};

export function AssignRoles({ holder, onClose, words }: OfHolder) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const onDone = (_: unknown, { body }: { body: { roleIds: string[] } }) => {
    onClose();
    showSuccess(t('roles.ofHolder.assigned', countOf(body.roleIds, number)));
  };
  const toUser = useWrite(userRolesApi.assign, { onDone });
  const toApplication = useWrite(applicationRolesApi.assign, { onDone });
  return (
    <AssignDialog
      title={t('roles.ofHolder.assignTitle', { name: holder.name })}
      {...words}
      confirm={t('roles.ofHolder.assign')}
      pick={(chosen, onChange) => (
        <RolePicker
          type={holder.kind === 'user' ? 'User' : 'MachineToMachine'}
          without={holder}
          chosen={chosen}
          onChange={onChange}
          autoFocus
        />
      )}
      busy={toUser.isPending || toApplication.isPending}
      onAssign={(roleIds) =>
        holder.kind === 'user'
          ? toUser.mutate({ params: { userId: holder.id }, body: { roleIds } })
          : toApplication.mutate({ params: { applicationId: holder.id }, body: { roleIds } })
      }
      onClose={onClose}
    />
  );
}
