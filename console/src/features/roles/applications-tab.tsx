import { Button } from '@mantine/core';
import type { Application } from '@postern/contracts/applications';
import { type Role, rolesApi } from '@postern/contracts/roles';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kindIcons } from '#features/applications/kinds.ts';
import { applicationSettingsPath } from '#features/applications/paths.ts';
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
import { Tile } from '#platform/ui/tile.tsx';
import { AssignApplications } from './assign.tsx';
import { rolePath } from './paths.ts';
import { RemoveButton } from './remove-button.tsx';

export function ApplicationsTab() {
  const { id } = usePathParams(rolePath);
  const { data: role } = useRead(rolesApi.get, { params: { id } });
  return role && <RoleApplications role={role} />;
}

function RoleApplications({ role }: { role: Role }) {
  const { t } = useTranslation();
  const list = useListState();
  const [isAssigning, setAssigning] = useState(false);
  const read = useReadPage(rolesApi.listApplications, { params: { id: role.id }, query: list.query });
  const isEmpty = read.data?.total === 0 && !list.isFiltered;
  const assignButton = (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setAssigning(true)}>
      {t('roles.applications.assign')}
    </Button>
  );
  return (
    <TabBody>
      {!isEmpty && (
        <Toolbar>
          <SearchField
            label={t('roles.applications.search')}
            placeholder={t('roles.applications.searchPlaceholder')}
            value={list.search}
            onSearch={list.setSearch}
          />
          <ToolbarEnd>{assignButton}</ToolbarEnd>
        </Toolbar>
      )}
      <DataTable
        label={t('roles.tabs.applications')}
        lead={{
          title: t('roles.applications.columns.application'),
          width: '46%',
          image: ({ type }) => <Tile icon={kindIcons[type]} />,
          name: ({ name }) => name,
          second: ({ id, description }) => description || id,
          to: ({ id }) => ({ page: applicationSettingsPath, params: { id } }),
        }}
        columns={[
          {
            id: 'description',
            title: t('roles.applications.columns.description'),
            cell: ({ description }) => <span title={description ?? undefined}>{description || '–'}</span>,
          },
        ]}
        rowKey={({ id }) => id}
        menu={(application) => <RemoveApplication role={role} application={application} />}
        list={list}
        read={read}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('roles.applications.emptyTitle')}
            body={t('roles.applications.emptyBody')}
            actions={assignButton}
          />
        }
      />
      {isAssigning && <AssignApplications role={role} onClose={() => setAssigning(false)} />}
    </TabBody>
  );
}

function RemoveApplication({ role, application }: { role: Role; application: Application }) {
  const { t } = useTranslation();
  const remove = useWrite(rolesApi.removeApplication, { onDone: () => showSuccess(t('roles.users.removed')) });
  return (
    <RemoveButton
      label={t('actions.remove', { what: application.name })}
      title={t('roles.users.removeTitle', { name: role.name, who: application.name })}
      body={t('roles.applications.removeBody')}
      onRemove={() => remove.mutate({ params: { id: role.id, applicationId: application.id } })}
    />
  );
}
