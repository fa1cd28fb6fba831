import { type Role, type RoleScope, rolesApi } from '@postern/contracts/access/roles';
import { managementApiIndicator } from '@postern/contracts/wire';
import { useTranslation } from 'react-i18next';
import { resourcePermissionsPath } from '#paths/resources.ts';
import { rolePath } from '#paths/roles.ts';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { AcknowledgedNotice } from '#platform/feedback/acknowledged-notice.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useListState } from '#platform/list/list-state.ts';
import { ListTab } from '#platform/list/list-tab.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { useTenantId } from '#platform/tenant.ts';
import classes from './roles.module.css';
import { AssignScopes } from './shared/assign.tsx';
import { RemoveButton } from './shared/remove-button.tsx';

export function PermissionsTab() {
  const { id } = usePathParams(rolePath);
  const { data: role } = useRead(rolesApi.get, { params: { id } });
  return role && <Permissions role={role} />;
}

function Permissions({ role }: { role: Role }) {
  const { t } = useTranslation();
  const list = useListState();
  const read = useReadPage(rolesApi.listScopes, { params: { id: role.id }, query: list.query });
  const managementApi = managementApiIndicator(useTenantId());
  const hasManagement = read.data?.items.some(({ resource }) => resource.indicator === managementApi);
  return (
    <>
      {role.type === 'MachineToMachine' && (
        <AcknowledgedNotice
          of="m2mRoleNotificationAcknowledged"
          title={t('roles.notices.machine.title')}
          body={t('roles.notices.machine.body')}
        />
      )}
      {hasManagement && (
        <AcknowledgedNotice
          of="roleWithManagementApiAccessNotificationAcknowledged"
          title={t('roles.notices.management.title')}
          body={t('roles.notices.management.body')}
        />
      )}
      <ListTab
        words={{
          search: t('roles.permissions.search'),
          searchPlaceholder: t('roles.permissions.searchPlaceholder'),
          add: t('roles.permissions.assign'),
          emptyTitle: t('roles.permissions.emptyTitle'),
          emptyBody: t('roles.permissions.emptyBody'),
        }}
        dialog={(close) => <AssignScopes role={role} onClose={close} />}
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
      />
    </>
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
