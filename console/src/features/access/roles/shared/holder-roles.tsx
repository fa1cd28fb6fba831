import { applicationRolesApi, type Role, userRolesApi } from '@postern/contracts/access/roles';
import { useTranslation } from 'react-i18next';
import { rolePermissionsPath } from '#paths/roles.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useListState } from '#platform/list/list-state.ts';
import { ListTab } from '#platform/list/list-tab.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import type { Holder } from '../holder.ts';
import { AssignRoles } from './assign.tsx';
import { roleIcons } from './kinds.ts';
import { RemoveButton } from './remove-button.tsx';

function useRolesOf(holder: Holder, query: ReturnType<typeof useListState>['query']) {
  const isUser = holder.kind === 'user';
  const ofUser = useReadPage(userRolesApi.list, { params: { userId: holder.id }, query }, { enabled: isUser });
  const ofApplication = useReadPage(
    applicationRolesApi.list,
    { params: { applicationId: holder.id }, query },
    { enabled: !isUser },
  );
  return isUser ? ofUser : ofApplication;
}

/** The roles of a user or machine-to-machine application, as a tab of its page. */
export function HolderRoles({ holder }: { holder: Holder }) {
  const { t } = useTranslation();
  const list = useListState();
  const read = useRolesOf(holder, list.query);
  return (
    <ListTab
      words={{
        search: t('roles.search'),
        searchPlaceholder: t('roles.searchPlaceholder'),
        add: t('roles.ofHolder.assign'),
        emptyTitle: t('roles.ofHolder.emptyTitle'),
        emptyBody: t(holder.kind === 'user' ? 'roles.ofHolder.emptyUser' : 'roles.ofHolder.emptyApplication'),
      }}
      dialog={(close) => <AssignRoles holder={holder} onClose={close} />}
      label={t('nav.roles')}
      lead={{
        title: t('roles.columns.role'),
        width: '46%',
        image: ({ type }) => <Tile icon={roleIcons[type]} />,
        name: ({ name }) => name,
        second: ({ description }) => description,
        after: ({ isDefault }) => isDefault && <Tag tone="accent">{t('roles.default')}</Tag>,
        to: ({ id }) => ({ page: rolePermissionsPath, params: { id } }),
      }}
      columns={[
        {
          id: 'description',
          title: t('roles.columns.description'),
          cell: ({ description }) => <span title={description}>{description}</span>,
        },
      ]}
      rowKey={({ id }) => id}
      menu={(role) => <RemoveRole holder={holder} role={role} />}
      list={list}
      read={read}
    />
  );
}

function RemoveRole({ holder, role }: { holder: Holder; role: Role }) {
  const { t } = useTranslation();
  const onDone = () => showSuccess(t('roles.users.removed'));
  const fromUser = useWrite(userRolesApi.remove, { onDone });
  const fromApplication = useWrite(applicationRolesApi.remove, { onDone });
  const isUser = holder.kind === 'user';
  return (
    <RemoveButton
      label={t('actions.remove', { what: role.name })}
      title={t('roles.users.removeTitle', { name: role.name, who: holder.name })}
      body={isUser ? t('roles.users.removeBody') : t('roles.applications.removeBody')}
      onRemove={() =>
        isUser
          ? fromUser.mutate({ params: { userId: holder.id, roleId: role.id } })
          : fromApplication.mutate({ params: { applicationId: holder.id, roleId: role.id } })
      }
    />
  );
}
