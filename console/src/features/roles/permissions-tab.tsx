import { Button } from '@mantine/core';
import { type Role, type RoleScope, rolesApi } from '@postern/contracts/roles';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resourcePermissionsPath } from '#features/resources/paths.ts';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { TabBody } from '#platform/detail/tab-body.tsx';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { SearchField, Toolbar, ToolbarEnd } from '#platform/list/toolbar.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { AssignScopes } from './assign.tsx';
import { rolePath } from './paths.ts';
import { RemoveButton } from './remove-button.tsx';
import classes from './roles.module.css';

export function PermissionsTab() {
  const { id } = usePathParams(rolePath);
  const { data: role } = useRead(rolesApi.get, { params: { id } });
  return role && <Permissions role={role} />;
}

function Permissions({ role }: { role: Role }) {
  const { t } = useTranslation();
  const list = useListState();
  const [isAssigning, setAssigning] = useState(false);
  const read = useReadPage(rolesApi.listScopes, { params: { id: role.id }, query: list.query });
  const isEmpty = read.data?.total === 0 && !list.isFiltered;
  const assignButton = (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setAssigning(true)}>
      {t('roles.permissions.assign')}
    </Button>
  );
  return (
    <TabBody>
      {!isEmpty && (
        <Toolbar>
          <SearchField
            label={t('roles.permissions.search')}
            placeholder={t('roles.permissions.searchPlaceholder')}
            value={list.search}
            onSearch={list.setSearch}
          />
          <ToolbarEnd>{assignButton}</ToolbarEnd>
        </Toolbar>
      )}
      <DataTable
        label={t('roles.tabs.permissions')}
        lead={{
          title: t('roles.permissions.columns.permission'),
          width: '34%',
          name: ({ name }) => name,
          second: ({ resource }) => resource.name,
        }}
        columns={[
          {
            id: 'description',
            title: t('roles.permissions.columns.description'),
            hideUnder: 900,
            cell: ({ description }) => <span title={description ?? undefined}>{description || '–'}</span>,
          },
          {
            id: 'api',
            title: t('roles.permissions.columns.api'),
            width: '26%',
            cell: ({ resource }) => (
              <PageLink to={resourcePermissionsPath} params={{ id: resource.id }} className={classes.link}>
                {resource.name}
              </PageLink>
            ),
          },
        ]}
        rowKey={({ id }) => id}
        menu={(scope) => <RemoveScope role={role} scope={scope} />}
        list={list}
        read={read}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('roles.permissions.emptyTitle')}
            body={t('roles.permissions.emptyBody')}
            actions={assignButton}
          />
        }
      />
      {isAssigning && <AssignScopes role={role} onClose={() => setAssigning(false)} />}
    </TabBody>
  );
}

function RemoveScope({ role, scope }: { role: Role; scope: RoleScope }) {
  const { t } = useTranslation();
  const remove = useWrite(rolesApi.removeScope, { onDone: () => showSuccess(t('roles.permissions.removed')) });
  return (
    <RemoveButton
      label={t('actions.remove', { what: scope.name })}
      title={t('roles.permissions.removeTitle', { permission: scope.name, name: role.name })}
      body={t('roles.permissions.removeBody')}
      onRemove={() => remove.mutate({ params: { id: role.id, scopeId: scope.id } })}
    />
  );
}
