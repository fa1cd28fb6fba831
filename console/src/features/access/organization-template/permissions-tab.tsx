import {
  type OrganizationRole,
  organizationRoleScopesApi,
  organizationRolesApi,
} from '@postern/contracts/access/organization-roles';
import { defaultPageSize } from '@postern/contracts/fields';
import { useTranslation } from 'react-i18next';
import { RemoveButton } from '#features/access/roles/shared/remove-button.tsx';
import { organizationRolePath } from '#paths/organization-template.ts';
import { resourcePermissionsPath } from '#paths/resources.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useListState } from '#platform/list/list-state.ts';
import { ListTab } from '#platform/list/list-tab.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { AssignPermissions } from './assign-permissions.tsx';
import classes from './organization-template.module.css';
import { type Permission, useRolePermissions } from './role-permissions.ts';

export function PermissionsTab() {
  const { id } = usePathParams(organizationRolePath);
  const { data: role } = useRead(organizationRolesApi.get, { params: { id } });
  return role && <Permissions role={role} />;
}

/** Searched and paged here, because the API lists both kinds separately. */
function pageOf(all: readonly Permission[], search: string, page: number) {
  const wanted = search.toLocaleLowerCase();
  const found = all.filter(({ id, name, description, resource }) =>
    [id, name, description, resource?.name].some((text) => text?.toLocaleLowerCase().includes(wanted)),
  );
  const start = (page - 1) * defaultPageSize;
  return { items: found.slice(start, start + defaultPageSize), total: found.length };
}

function Permissions({ role }: { role: OrganizationRole }) {
  const { t } = useTranslation();
  const list = useListState();
  const { data, ...read } = useRolePermissions(role.id);
  const kindOf = ({ resource }: Permission) => resource?.name ?? t('organizationTemplate.kinds.organization');
  return (
    <ListTab
      words={{
        search: t('roles.permissions.search'),
        searchPlaceholder: t('organizationTemplate.permissions.searchPlaceholder'),
        add: t('roles.permissions.assign'),
        emptyTitle: t('roles.permissions.emptyTitle'),
        emptyBody: t('organizationTemplate.permissions.emptyBody'),
      }}
      dialog={(close) => <AssignPermissions role={role} held={data ?? []} onClose={close} />}
      label={t('roles.tabs.permissions')}
      lead={{
        title: t('roles.permissions.columns.permission'),
        width: '34%',
        name: ({ name }) => name,
        second: kindOf,
      }}
      columns={[
        {
          id: 'description',
          title: t('roles.permissions.columns.description'),
          hideUnder: 900,
          cell: ({ description }) => <span title={description ?? undefined}>{description || '–'}</span>,
        },
        {
          id: 'type',
          title: t('organizationTemplate.permissions.type'),
          width: '26%',
          cell: (permission) =>
            permission.resource ? (
              <PageLink to={resourcePermissionsPath} params={{ id: permission.resource.id }} className={classes.link}>
                {permission.resource.name}
              </PageLink>
            ) : (
              kindOf(permission)
            ),
        },
      ]}
      rowKey={({ key }) => key}
      menu={(permission) => <RemovePermission role={role} permission={permission} />}
      list={list}
      read={{ ...read, data: data && pageOf(data, list.search, list.page), isPlaceholderData: false }}
    />
  );
}

function RemovePermission({ role, permission }: { role: OrganizationRole; permission: Permission }) {
  const { t } = useTranslation();
  const onDone = () => showSuccess(t('roles.permissions.removed'));
  const remove = useWrite(organizationRoleScopesApi.remove, { onDone });
  const removeResource = useWrite(organizationRoleScopesApi.removeResource, { onDone });
  const { id, kind, name } = permission;
  return (
    <RemoveButton
      label={t('actions.remove', { what: name })}
      title={t('roles.permissions.removeTitle', { permission: name, name: role.name })}
      body={t('organizationTemplate.permissions.removeBody')}
      onRemove={() =>
        kind === 'organization'
          ? remove.mutate({ params: { id: role.id, organizationScopeId: id } })
          : removeResource.mutate({ params: { id: role.id, scopeId: id } })
      }
    />
  );
}
