import { applicationConsentApi } from '@postern/contracts/access/application-consent';
import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import type { OrganizationWithRoles } from '@postern/contracts/access/organization';
import { defaultPageSize } from '@postern/contracts/fields';
import { type User, usersApi } from '@postern/contracts/people/users';
import { IconBuilding } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { labelOf } from '#features/people/users/shared/label.ts';
import { applicationPath } from '#paths/applications.ts';
import { organizationMachinesPath, organizationMembersPath } from '#paths/organizations.ts';
import { userPath } from '#paths/users.ts';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import type { DataTableProps } from '#platform/list/data-table.tsx';
import { IdCell } from '#platform/list/id-cell.tsx';
import { type ListState, useListState } from '#platform/list/list-state.ts';
import { ListTab } from '#platform/list/list-tab.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { Tile } from '#platform/ui/tile.tsx';
import { AddDialog } from './add-dialog.tsx';
import { type MemberKind, useAddMembers } from './change-members.ts';
import { MembershipMenu } from './membership-menu.tsx';
import { OrganizationPicker } from './organization-picker.tsx';
import { RoleTags, roleNames } from './role-tags.tsx';

type Holder = { kind: MemberKind; id: string; name: string };
type Read = DataTableProps<OrganizationWithRoles, never>['read'];

/** Tab of a user: the organizations with the user's roles there. */
export function UserOrganizationsTab() {
  const { id } = usePathParams(userPath);
  const { data: user } = useRead(usersApi.get, { params: { userId: id } });
  return user && <OfUser user={user} />;
}

/** The API returns all organizations of a user at once, so they are searched here. */
function OfUser({ user }: { user: User }) {
  const list = useListState();
  const { data, ...read } = useRead(usersApi.listOrganizations, { params: { userId: user.id } }, { quiet: true });
  const wanted = list.search.toLocaleLowerCase();
  const found = data?.filter(({ id, name }) => id === list.search || name.toLocaleLowerCase().includes(wanted));
  const first = (list.page - 1) * defaultPageSize;
  return (
    <HolderOrganizations
      holder={{ kind: 'user', id: user.id, name: labelOf(user) }}
      list={list}
      read={{ ...read, data: found && { items: found.slice(first, first + defaultPageSize), total: found.length } }}
      isSearchable
    />
  );
}

/** Tab of a machine-to-machine application: its organizations, with its roles there. */
export function ApplicationOrganizationsTab() {
  const { id } = usePathParams(applicationPath);
  const { data: application } = useRead(applicationsApi.get, { params: { id } });
  return application && <OfApplication application={application} />;
}

function OfApplication({ application: { id, name } }: { application: Application }) {
  const list = useListState();
  const { page, page_size } = list.query;
  const read = useReadPage(applicationConsentApi.listOrganizations, { params: { id }, query: { page, page_size } });
  return <HolderOrganizations holder={{ kind: 'application', id, name }} list={list} read={read} />;
}

type HolderOrganizationsProps = { holder: Holder; list: ListState<never>; read: Read; isSearchable?: boolean };

function HolderOrganizations({ holder, list, read, isSearchable }: HolderOrganizationsProps) {
  const { t } = useTranslation();
  const isUser = holder.kind === 'user';
  return (
    <ListTab
      words={{
        ...(isSearchable && {
          search: t('organizations.search'),
          searchPlaceholder: t('organizations.ofHolder.searchPlaceholder'),
        }),
        add: t('organizations.ofHolder.add'),
        emptyTitle: t('organizations.ofHolder.emptyTitle'),
        emptyBody: t(isUser ? 'organizations.ofHolder.emptyUser' : 'organizations.ofHolder.emptyMachine'),
      }}
      dialog={(close) => <AddToOrganizations holder={holder} onClose={close} />}
      label={t('nav.organizations')}
      lead={{
        title: t('organizations.columns.organization'),
        width: '34%',
        image: () => <Tile icon={IconBuilding} />,
        name: ({ name }) => name,
        second: ({ organizationRoles, id }) => roleNames(organizationRoles) || id,
        to: ({ id }) => ({ page: isUser ? organizationMembersPath : organizationMachinesPath, params: { id } }),
      }}
      columns={[
        {
          id: 'id',
          title: t('organizations.columns.id'),
          width: '24%',
          hideUnder: 1100,
          cell: ({ id }) => <IdCell id={id} copyLabel={t('organizations.copyId')} />,
        },
        {
          id: 'roles',
          title: t('organizations.ofHolder.roles'),
          cell: ({ organizationRoles }) => <RoleTags roles={organizationRoles} />,
        },
      ]}
      rowKey={({ id }) => id}
      menu={({ organizationRoles, ...organization }) => (
        <MembershipMenu
          name={organization.name}
          membership={{ kind: holder.kind, organization, member: holder, roles: organizationRoles }}
        />
      )}
      list={list}
      read={read}
    />
  );
}

/** Ids of all organizations of the user or application; undefined while loading. */
function useOrganizationIds({ kind, id }: Holder): ReadonlySet<string> | undefined {
  const fresh = { quiet: true, staleTime: 0 } as const;
  const isUser = kind === 'user';
  const ofUser = useRead(usersApi.listOrganizations, { params: { userId: id } }, { ...fresh, enabled: isUser });
  const input = { params: { id }, query: {} };
  const ofApplication = useRead(applicationConsentApi.listOrganizations, input, { ...fresh, enabled: !isUser });
  const { data } = isUser ? ofUser : ofApplication;
  return data && new Set(data.map((organization) => organization.id));
}

function AddToOrganizations({ holder, onClose }: { holder: Holder; onClose: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const held = useOrganizationIds(holder);
  const add = useAddMembers(holder.kind, ({ organizationIds: { length: count } }) => {
    onClose();
    showSuccess(t('organizations.ofHolder.added', { count, number: number(count) }));
  });
  return (
    <AddDialog
      kind={holder.kind}
      title={t('organizations.ofHolder.addTitle', { name: holder.name })}
      action={t('organizations.ofHolder.add')}
      roles={t('organizations.roles.forNew')}
      pick={(props) => <OrganizationPicker {...props} without={held ?? new Set()} />}
      busy={add.isPending}
      onAdd={(organizationIds, roleIds) => add.mutate({ organizationIds, memberIds: [holder.id], roleIds })}
      onClose={onClose}
    />
  );
}
