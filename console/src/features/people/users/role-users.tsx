import { type Role, rolesApi } from '@postern/contracts/access/roles';
import { roleUsersApi } from '@postern/contracts/people/role-users';
import type { User } from '@postern/contracts/people/users';
import { useTranslation } from 'react-i18next';
import type { AssignProps } from '#features/access/roles/places.ts';
import { countOf } from '#features/access/roles/shared/assign.tsx';
import { RemoveButton } from '#features/access/roles/shared/remove-button.tsx';
import { rolePath } from '#paths/roles.ts';
import { userSettingsPath } from '#paths/users.ts';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import type { Column } from '#platform/list/column.ts';
import { useListState } from '#platform/list/list-state.ts';
import { ListTab } from '#platform/list/list-tab.tsx';
import { nameOf } from '#platform/person.ts';
import { AssignDialog } from '#platform/pick/assign-dialog.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { Avatar } from '#platform/ui/avatar.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { useApplicationNames } from './list/columns.tsx';
import { contactOf, labelOf, secondLabelOf } from './shared/label.ts';
import { useMomentText } from './shared/moment-text.ts';
import { UserPicker } from './shared/user-picker.tsx';

/** Tab of a role: the users that have it. */
export function RoleUsersTab() {
  const { id } = usePathParams(rolePath);
  const { data: role } = useRead(rolesApi.get, { params: { id } });
  return role && <RoleUsers role={role} />;
}

function RoleUsers({ role }: { role: Role }) {
  const { t } = useTranslation();
  const list = useListState();
  const read = useReadPage(roleUsersApi.list, { params: { id: role.id }, query: list.query });
  const columns = useColumns(read.data?.items ?? []);
  return (
    <ListTab
      words={{
        search: t('roles.users.search'),
        searchPlaceholder: t('roles.users.searchPlaceholder'),
        add: t('roles.users.assign'),
        emptyTitle: t('roles.users.emptyTitle'),
        emptyBody: t('roles.users.emptyBody'),
      }}
      dialog={(close) => <AssignUsers role={role} onClose={close} />}
      label={t('roles.tabs.users')}
      lead={{
        title: t('roles.users.columns.user'),
        round: true,
        image: (user) => <Avatar key={user.avatar} name={nameOf(user)} src={user.avatar} />,
        name: labelOf,
        second: (user) => secondLabelOf(user) ?? user.id,
        to: ({ id }) => ({ page: userSettingsPath, params: { id } }),
      }}
      columns={columns}
      rowKey={({ id }) => id}
      menu={(user) => <RemoveUser role={role} user={user} />}
      list={list}
      read={read}
    />
  );
}

function useColumns(users: readonly User[]): Column<User>[] {
  const { t } = useTranslation();
  const applicationName = useApplicationNames(users);
  const momentText = useMomentText();
  return [
    {
      id: 'contact',
      title: t('users.columns.contact'),
      width: '26%',
      cell: (user) => contactOf(user) ?? '–',
    },
    {
      id: 'application',
      title: t('roles.users.columns.application'),
      width: '18%',
      hideUnder: 1100,
      cell: ({ applicationId }) => (applicationId ? (applicationName(applicationId) ?? <Skeleton width={96} />) : '–'),
    },
    {
      id: 'latest',
      title: t('roles.users.columns.latest'),
      width: '176px',
      cell: ({ lastSignInAt }) => <span className="tabular">{lastSignInAt ? momentText(lastSignInAt) : '–'}</span>,
    },
  ];
}

function RemoveUser({ role, user }: { role: Role; user: User }) {
  const { t } = useTranslation();
  const remove = useWrite(rolesApi.removeUser, { onDone: () => showSuccess(t('roles.users.removed')) });
  const who = labelOf(user);
  return (
    <RemoveButton
      label={t('actions.remove', { what: who })}
      title={t('roles.users.removeTitle', { name: role.name, who })}
      body={t('roles.users.removeBody')}
      onRemove={() => remove.mutate({ params: { id: role.id, userId: user.id } })}
    />
  );
}

/** Assigns a role to users. */
export function AssignUsers({ role, onClose, words }: AssignProps) {
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
      pick={(chosen, onChange) => (
        <UserPicker
          without={{ excludeRoleId: role.id }}
          words={{
            label: t('roles.pick.users'),
            searchLabel: t('roles.pick.searchUsers'),
            noneLeft: t('roles.pick.noUsers'),
            none: t('roles.pick.noUsersYet'),
          }}
          chosen={chosen}
          onChange={onChange}
          autoFocus
        />
      )}
      busy={assign.isPending}
      onAssign={(userIds) => assign.mutate({ params: { id: role.id }, body: { userIds } })}
      onClose={onClose}
    />
  );
}
