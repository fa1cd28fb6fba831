import { Button } from '@mantine/core';
import { applicationRolesApi, type Role, userRolesApi } from '@postern/contracts/roles';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadPage } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { TabBody } from '#platform/detail/tab-body.tsx';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { SearchField, Toolbar, ToolbarEnd } from '#platform/list/toolbar.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { AssignRoles } from './assign.tsx';
import type { Holder } from './holder.ts';
import { roleIcons } from './kinds.ts';
import { rolePermissionsPath } from './paths.ts';
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

/** The roles of a user or of a machine-to-machine application, as a tab of its page. */
export function HolderRoles({ holder }: { holder: Holder }) {
  const { t } = useTranslation();
  const list = useListState();
  const [isAssigning, setAssigning] = useState(false);
  const read = useRolesOf(holder, list.query);
  const isEmpty = read.data?.total === 0 && !list.isFiltered;
  const assignButton = (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setAssigning(true)}>
      {t('roles.ofHolder.assign')}
    </Button>
  );
  return (
    <TabBody>
      {!isEmpty && (
        <Toolbar>
          <SearchField
            label={t('roles.search')}
            placeholder={t('roles.searchPlaceholder')}
            value={list.search}
            onSearch={list.setSearch}
          />
          <ToolbarEnd>{assignButton}</ToolbarEnd>
        </Toolbar>
      )}
      <DataTable
        label={t('roles.title')}
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
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('roles.ofHolder.emptyTitle')}
            body={holder.kind === 'user' ? t('roles.ofHolder.emptyUser') : t('roles.ofHolder.emptyApplication')}
            actions={assignButton}
          />
        }
      />
      {isAssigning && <AssignRoles holder={holder} onClose={() => setAssigning(false)} />}
    </TabBody>
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
