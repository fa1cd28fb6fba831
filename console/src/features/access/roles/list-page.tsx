import { Button } from '@mantine/core';
import { RoleType, type RoleWithHolders, rolesApi, roleTypes } from '@postern/contracts/access/roles';
import { IconPlus } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { createRolePath, rolePermissionsPath } from '#paths/roles.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { BulkDelete } from '#platform/list/bulk-delete.tsx';
import type { Column } from '#platform/list/column.ts';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { Filter } from '#platform/list/filter.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { SearchField, Toolbar } from '#platform/list/toolbar.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { PlanTag } from '#platform/plan/plan-parts.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { useDeleteRole } from './delete.ts';
import { Holders, useHolderCount } from './holders.tsx';
import { roleIcons } from './shared/kinds.ts';
import { RoleMenu } from './shared/role-menu.tsx';

export function ListPage() {
  const { t } = useTranslation();
  const list = useListState(['type']);
  const [type, another] = list.filters.type;
  // Selecting both types means no filter; unknown types in the URL are ignored.
  const query = { ...list.query, type: another ? undefined : RoleType.safeParse(type).data };
  const read = useReadPage(rolesApi.list, { query });
  const isEmpty = read.data?.total === 0 && !list.isFiltered;
  const remove = useDeleteRole();
  const countText = useHolderCount();
  return (
    <PageBody>
      <PageHeader
        title={t('nav.roles')}
        tag={<PlanTag of="userRolesLimit" />}
        purpose={t('roles.purpose')}
        actions={!isEmpty && <CreateButton />}
        isPending={read.isPending}
      />
      {!isEmpty && (
        <Toolbar>
          <SearchField
            label={t('roles.search')}
            placeholder={t('roles.searchPlaceholder')}
            value={list.search}
            onSearch={list.setSearch}
          />
          <Filter
            label={t('roles.columns.type')}
            options={roleTypes.map((value) => ({ value, label: t(`roles.types.${value}`) }))}
            values={list.filters.type}
            onChange={(values) => list.setFilter('type', values)}
          />
        </Toolbar>
      )}
      <DataTable
        label={t('nav.roles')}
        lead={{
          title: t('roles.columns.role'),
          sort: 'name',
          image: (role) => <Tile icon={roleIcons[role.type]} />,
          name: ({ name }) => name,
          second: (role) => `${t(`roles.types.${role.type}`)} · ${countText(role)}`,
          after: ({ isDefault }) => isDefault && <Tag tone="accent">{t('roles.default')}</Tag>,
          to: ({ id }) => ({ page: rolePermissionsPath, params: { id } }),
        }}
        columns={useColumns()}
        rowKey={({ id }) => id}
        menu={(role) => <RoleMenu role={role} onDelete={() => void remove(role)} />}
        bulk={
          <BulkDelete
            contract={rolesApi.remove}
            inputOf={(id) => ({ params: { id } })}
            list={list}
            consequence={t('roles.danger.consequence')}
          />
        }
        list={list}
        read={read}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('roles.emptyTitle')}
            body={t('roles.emptyBody')}
            actions={<CreateButton />}
          />
        }
      />
      <Outlet />
    </PageBody>
  );
}

function useColumns(): Column<RoleWithHolders>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'type',
      title: t('roles.columns.type'),
      width: '204px',
      cell: ({ type }) => t(`roles.types.${type}`),
    },
    {
      id: 'description',
      title: t('roles.columns.description'),
      width: '28%',
      hideUnder: 1100,
      cell: ({ description }) => <span title={description}>{description}</span>,
    },
    {
      id: 'holders',
      title: t('roles.columns.holders'),
      width: '200px',
      cell: (role) => <Holders role={role} />,
    },
  ];
}

function CreateButton() {
  const { t } = useTranslation();
  return (
    <Button component={PageLink} to={createRolePath} search leftSection={<IconPlus size={18} stroke={2} aria-hidden />}>
      {t('roles.create')}
    </Button>
  );
}
