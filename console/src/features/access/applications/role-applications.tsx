import type { Application } from '@postern/contracts/access/applications';
import { type Role, rolesApi } from '@postern/contracts/access/roles';
import { useTranslation } from 'react-i18next';
import type { AssignProps } from '#features/access/roles/places.ts';
import { countOf } from '#features/access/roles/shared/assign.tsx';
import { RemoveButton } from '#features/access/roles/shared/remove-button.tsx';
import { applicationSettingsPath } from '#paths/applications.ts';
import { rolePath } from '#paths/roles.ts';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { useListState } from '#platform/list/list-state.ts';
import { ListTab } from '#platform/list/list-tab.tsx';
import { AssignDialog } from '#platform/pick/assign-dialog.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { Tile } from '#platform/ui/tile.tsx';
import { kindIcons } from './kinds.ts';
import { MachinePicker } from './shared/machine-picker.tsx';

/** Tab of a role: the applications that have it. */
export function RoleApplicationsTab() {
  const { id } = usePathParams(rolePath);
  const { data: role } = useRead(rolesApi.get, { params: { id } });
  return role && <RoleApplications role={role} />;
}

function RoleApplications({ role }: { role: Role }) {
  const { t } = useTranslation();
  const list = useListState();
  const read = useReadPage(rolesApi.listApplications, { params: { id: role.id }, query: list.query });
  return (
    <ListTab
      words={{
        search: t('roles.applications.search'),
        searchPlaceholder: t('roles.applications.searchPlaceholder'),
        add: t('roles.applications.assign'),
        emptyTitle: t('roles.applications.emptyTitle'),
        emptyBody: t('roles.applications.emptyBody'),
      }}
      dialog={(close) => <AssignApplications role={role} onClose={close} />}
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
    />
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

/** Assigns a role to machine-to-machine applications. */
export function AssignApplications({ role, onClose, words }: AssignProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const assign = useWrite(rolesApi.assignApplications, {
    onDone: (_, { body }) => {
      onClose();
      showSuccess(t('roles.applications.assigned', countOf(body.applicationIds, number)));
    },
  });
  return (
    <AssignDialog
      title={t('roles.applications.assignTitle', { name: role.name })}
      {...words}
      confirm={t('roles.applications.assign')}
      pick={(chosen, onChange) => (
        <MachinePicker
          without={{ excludeRoleId: role.id }}
          words={{
            label: t('roles.pick.applications'),
            searchLabel: t('roles.pick.searchApplications'),
            noneLeft: t('roles.pick.noApplications'),
            none: t('roles.pick.noApplicationsYet'),
          }}
          chosen={chosen}
          onChange={onChange}
          autoFocus
        />
      )}
      busy={assign.isPending}
      onAssign={(applicationIds) => assign.mutate({ params: { id: role.id }, body: { applicationIds } })}
      onClose={onClose}
    />
  );
}
