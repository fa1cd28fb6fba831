import { type OrganizationScope, organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { IconKey } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createOrganizationScopePath } from '#paths/organization-template.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { SearchField, Toolbar } from '#platform/list/toolbar.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { CreateButton, ListFrame, queryOf } from './list-frame.tsx';
import { ScopeDialog } from './scope-dialog.tsx';
import { ScopeMenu } from './scope-menu.tsx';

/** The tab of the organization permissions. */
export function ScopesPage() {
  const { t } = useTranslation();
  const list = useListState();
  const [editing, setEditing] = useState<OrganizationScope>();
  const read = useReadPage(organizationScopesApi.list, { query: queryOf(list) });
  const isEmpty = read.data?.total === 0 && !list.isFiltered;
  const create = <CreateButton to={createOrganizationScopePath} label={t('organizationTemplate.scopes.create')} />;
  return (
    <ListFrame actions={!isEmpty && create} isPending={read.isPending}>
      {!isEmpty && (
        <Toolbar>
          <SearchField
            label={t('organizationTemplate.scopes.search')}
            placeholder={t('organizationTemplate.scopes.searchPlaceholder')}
            value={list.search}
            onSearch={list.setSearch}
          />
        </Toolbar>
      )}
      <DataTable
        label={t('organizationTemplate.tabs.scopes')}
        lead={{
          title: t('organizationTemplate.scopes.columns.permission'),
          width: '40%',
          image: () => <Tile icon={IconKey} />,
          name: ({ name }) => name,
          second: ({ description }) => description,
          open: setEditing,
        }}
        columns={[
          {
            id: 'description',
            title: t('organizationTemplate.scopes.columns.description'),
            cell: ({ description }) =>
              description || <span className="muted">{t('organizationTemplate.scopes.noDescription')}</span>,
          },
        ]}
        rowKey={({ id }) => id}
        menu={(scope) => <ScopeMenu scope={scope} onEdit={() => setEditing(scope)} />}
        list={list}
        read={read}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('organizationTemplate.scopes.emptyTitle')}
            body={t('organizationTemplate.scopes.emptyBody')}
            actions={create}
          />
        }
      />
      {editing && <ScopeDialog scope={editing} onClose={() => setEditing(undefined)} />}
      <Outlet />
    </ListFrame>
  );
}
