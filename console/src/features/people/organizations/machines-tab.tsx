import type { Organization } from '@postern/contracts/access/organization';
import { organizationApplicationsApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MachinePicker } from '#features/access/applications/shared/machine-picker.tsx';
import { applicationSettingsPath } from '#paths/applications.ts';
import { organizationPath } from '#paths/organizations.ts';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { useListState } from '#platform/list/list-state.ts';
import { ListTab } from '#platform/list/list-tab.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { Tile } from '#platform/ui/tile.tsx';
import { AddDialog } from './add-dialog.tsx';
import { BulkMembers } from './bulk-members.tsx';
import { useAddMembers } from './change-members.ts';
import { MembershipMenu } from './membership-menu.tsx';
import { RoleTags, roleNames } from './role-tags.tsx';

export function MachinesTab() {
  const { id } = usePathParams(organizationPath);
  const { data: organization } = useRead(organizationsApi.get, { params: { id } });
  return organization && <Machines organization={organization} />;
}

function Machines({ organization }: { organization: Organization }) {
  const { t } = useTranslation();
  const list = useListState();
  const { page, page_size } = list.query;
  const read = useReadPage(organizationApplicationsApi.list, {
    params: { id: organization.id },
    query: { q: list.search || undefined, page, page_size },
  });
  return (
    <ListTab
      words={{
        search: t('organizations.machines.search'),
        searchPlaceholder: t('organizations.machines.searchPlaceholder'),
        add: t('organizations.machines.add'),
        emptyTitle: t('organizations.machines.emptyTitle'),
        emptyBody: t('organizations.machines.emptyBody'),
      }}
      dialog={(close) => <AddMachines organization={organization} onClose={close} />}
      label={t('organizations.tabs.machines')}
      lead={{
        title: t('organizations.machines.columns.application'),
        width: '46%',
        image: () => <Tile icon={IconArrowsExchange} />,
        name: ({ name }) => name,
        second: ({ organizationRoles, description, id }) => roleNames(organizationRoles) || description || id,
        to: ({ id }) => ({ page: applicationSettingsPath, params: { id } }),
      }}
      columns={[
        {
          id: 'roles',
          title: t('organizations.roles.title'),
          cell: ({ organizationRoles }) => <RoleTags roles={organizationRoles} />,
        },
      ]}
      rowKey={({ id }) => id}
      menu={({ id, name, organizationRoles }) => (
        <MembershipMenu
          name={name}
          membership={{ kind: 'application', organization, member: { id, name }, roles: organizationRoles }}
        />
      )}
      bulk={<BulkMembers kind="application" organization={organization} list={list} />}
      list={list}
      read={read}
    />
  );
}

function AddMachines({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const add = useAddMembers('application', ({ memberIds: { length: count } }) => {
    onClose();
    showSuccess(t('organizations.machines.added', { count, number: number(count) }));
  });
  return (
    <AddDialog
      kind="application"
      title={t('organizations.machines.addTitle', { name: organization.name })}
      action={t('organizations.machines.add')}
      roles={t('organizations.roles.forNew')}
      pick={(props) => (
        <MachinePicker
          {...props}
          without={{ excludeOrganizationId: organization.id }}
          words={{
            label: t('organizations.machines.applications'),
            searchLabel: t('organizations.machines.searchPlaceholder'),
            noneLeft: t('organizations.machines.noneLeft'),
            none: t('organizations.machines.noMachines'),
          }}
          autoFocus
        />
      )}
      busy={add.isPending}
      onAdd={(memberIds, roleIds) => add.mutate({ organizationIds: [organization.id], memberIds, roleIds })}
      onClose={onClose}
    />
  );
}
