import { Button } from '@mantine/core';
import { type Resource, resourcesApi, type Scope } from '@postern/contracts/access/resources';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resourcePath } from '#paths/resources.ts';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { TabBody } from '#platform/detail/tab-body.tsx';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { SearchField, Toolbar, ToolbarEnd } from '#platform/list/toolbar.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { isReadOnly } from '#platform/session/read-only.ts';
import { ReadOnlyNotice } from './read-only-notice.tsx';
import { ScopeDialog } from './scope-dialog.tsx';
import { ScopeMenu } from './scope-menu.tsx';
import { useIsBuiltIn } from './shared/built-in.ts';

export function PermissionsTab() {
  const { id } = usePathParams(resourcePath);
  const { data: resource } = useRead(resourcesApi.get, { params: { id } });
  return resource && <Permissions resource={resource} />;
}

/** `new` while creating, otherwise the permission being edited. */
type Editing = 'new' | Scope | undefined;

function Permissions({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const isBuiltIn = useIsBuiltIn()(resource);
  const list = useListState();
  const [editing, setEditing] = useState<Editing>();
  const read = useReadPage(resourcesApi.listScopes, { params: { resourceId: resource.id }, query: list.query });
  const isEmpty = read.data?.total === 0 && !list.isFiltered;
  const createButton = !isBuiltIn && !isReadOnly() && (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setEditing('new')}>
      {t('resources.permissions.create')}
    </Button>
  );
  return (
    <TabBody>
      {isBuiltIn && <ReadOnlyNotice indicator={resource.indicator} />}
      {!isEmpty && (
        <Toolbar>
          <SearchField
            label={t('resources.permissions.search')}
            placeholder={t('resources.permissions.searchPlaceholder')}
            value={list.search}
            onSearch={list.setSearch}
          />
          <ToolbarEnd isPending={read.isPending}>{createButton}</ToolbarEnd>
        </Toolbar>
      )}
      <DataTable
        label={t('resources.tabs.permissions')}
        lead={{
          title: t('resources.permissions.columns.permission'),
          width: '40%',
          name: ({ name }) => name,
          second: ({ description }) => description,
        }}
        columns={[
          {
            id: 'description',
            title: t('resources.permissions.columns.description'),
            cell: ({ description }) =>
              description || <span className="muted">{t('resources.permissions.noDescription')}</span>,
          },
        ]}
        rowKey={({ id }) => id}
        menu={isBuiltIn ? undefined : (scope) => <ScopeMenu scope={scope} onEdit={() => setEditing(scope)} />}
        list={list}
        read={read}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('resources.permissions.emptyTitle')}
            body={t('resources.permissions.emptyBody')}
            actions={createButton}
          />
        }
      />
      {editing && (
        <ScopeDialog
          resource={resource}
          scope={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </TabBody>
  );
}
