import { type OrganizationRoleWithScopes, organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { roleIcons } from '#features/access/roles/shared/kinds.ts';
import { RoleMenu } from '#features/access/roles/shared/role-menu.tsx';
import { createOrganizationRolePath, organizationRolePermissionsPath } from '#paths/organization-template.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { BulkDelete } from '#platform/list/bulk-delete.tsx';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { SearchField, Toolbar } from '#platform/list/toolbar.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { useDeleteOrganizationRole } from './delete.ts';
import { CreateButton, ListFrame, queryOf } from './list-frame.tsx';
import classes from './organization-template.module.css';

/** The tab of the organization roles. */
export function RolesPage() {
  const { t } = useTranslation();
  const list = useListState();
  const read = useReadPage(organizationRolesApi.list, { query: queryOf(list) });
  const remove = useDeleteOrganizationRole();
  const isEmpty = read.data?.total === 0 && !list.isFiltered;
  const create = <CreateButton to={createOrganizationRolePath} label={t('organizationTemplate.roles.create')} />;
  return (
    <ListFrame actions={!isEmpty && create} isPending={read.isPending}>
      {!isEmpty && (
        <Toolbar>
          <SearchField
            label={t('organizationTemplate.roles.search')}
            placeholder={t('organizationTemplate.roles.searchPlaceholder')}
            value={list.search}
            onSearch={list.setSearch}
          />
        </Toolbar>
      )}
      <DataTable
        label={t('organizationTemplate.tabs.roles')}
        lead={{
          title: t('organizationTemplate.roles.columns.role'),
          width: '34%',
          image: ({ type }) => <Tile icon={roleIcons[type]} />,
          name: ({ name }) => name,
          second: ({ type, description }) => description || t(`roles.types.${type}`),
          to: ({ id }) => ({ page: organizationRolePermissionsPath, params: { id } }),
        }}
        columns={[
          {
            id: 'type',
            title: t('organizationTemplate.roles.columns.type'),
            width: '204px',
            cell: ({ type }) => t(`roles.types.${type}`),
          },
          {
            id: 'permissions',
            title: t('organizationTemplate.roles.columns.permissions'),
            cell: (role) => <RolePermissions role={role} />,
          },
        ]}
        rowKey={({ id }) => id}
        menu={(role) => <RoleMenu role={role} onDelete={() => void remove(role)} />}
        bulk={
          <BulkDelete
            contract={organizationRolesApi.remove}
            inputOf={(id) => ({ params: { id } })}
            list={list}
            consequence={t('organizationTemplate.roles.danger.consequence')}
          />
        }
        list={list}
        read={read}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('organizationTemplate.roles.emptyTitle')}
            body={t('organizationTemplate.roles.emptyBody')}
            actions={create}
          />
        }
      />
      <Outlet />
    </ListFrame>
  );
}

const shownPermissions = 3;

function RolePermissions({ role }: { role: OrganizationRoleWithScopes }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const permissions = [...role.scopes, ...role.resourceScopes];
  if (permissions.length === 0) {
    return <span className="muted">{t('organizationTemplate.roles.noPermissions')}</span>;
  }
  return (
    <span className={classes.tags} title={permissions.map(({ name }) => name).join(', ')}>
      {permissions.slice(0, shownPermissions).map(({ id, name }) => (
        <Tag key={id}>{name}</Tag>
      ))}
      {permissions.length > shownPermissions && (
        <Tag tone="outline">+{number(permissions.length - shownPermissions)}</Tag>
      )}
    </span>
  );
}
