import { applicationRolesApi, type Role, rolesApi, userRolesApi } from '@postern/contracts/roles';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { AssignDialog } from './assign-dialog.tsx';
import type { Holder } from './holder.ts';
import { PickApplications, PickRoles, PickUsers } from './pick-holders.tsx';
import { PickScopes } from './pick-scopes.tsx';

type OfRole = {
  role: Role;
  onClose: () => void;
  /** The words of a role that was created a moment ago. */
  words?: { title: string; description: string; dismiss: string };
};

const countOf = (list: readonly string[], number: (value: number) => string) => ({
  count: list.length,
  number: number(list.length),
});

export function AssignUsers({ role, onClose, words }: OfRole) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const assign = useWrite(rolesApi.assignUsers, {
    onDone: (_, { body }) => {
      onClose();
      showSuccess(t('roles.users.assigned', countOf(body.userIds, number)));
    },
  });
  return (
    <AssignDialog
      title={t('roles.users.assignTitle', { name: role.name })}
      {...words}
      confirm={t('roles.users.assign')}
      pick={(chosen, onChange) => <PickUsers roleId={role.id} chosen={chosen} onChange={onChange} />}
      busy={assign.isPending}
      onAssign={(userIds) => assign.mutate({ params: { id: role.id }, body: { userIds } })}
      onClose={onClose}
    />
  );
}

export function AssignApplications({ role, onClose, words }: OfRole) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const assign = useWrite(rolesApi.assignApplications, {
    onDone: (_, { body }) => {
      onClose();
      showSuccess(t('roles.applications.assigned', countOf(body.applicationIds, number)));
    },
  });
  return (
    <AssignDialog
      title={t('roles.applications.assignTitle', { name: role.name })}
      {...words}
      confirm={t('roles.applications.assign')}
      pick={(chosen, onChange) => <PickApplications roleId={role.id} chosen={chosen} onChange={onChange} />}
      busy={assign.isPending}
      onAssign={(applicationIds) => assign.mutate({ params: { id: role.id }, body: { applicationIds } })}
      onClose={onClose}
    />
  );
}

export function AssignScopes({ role, onClose }: Omit<OfRole, 'words'>) {
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
  /** The words of an application that was created a moment ago. */
  words?: OfRole['words'];
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
      pick={(chosen, onChange) => <PickRoles holder={holder} chosen={chosen} onChange={onChange} />}
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
