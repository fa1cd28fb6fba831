import type { Organization } from '@postern/contracts/access/organization';
import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { useTranslation } from 'react-i18next';
import { labelOf, secondLabelOf } from '#features/people/users/shared/label.ts';
import { useMomentText } from '#features/people/users/shared/moment-text.ts';
import { UserPicker } from '#features/people/users/shared/user-picker.tsx';
import { organizationPath } from '#paths/organizations.ts';
import { userSettingsPath } from '#paths/users.ts';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { useListState } from '#platform/list/list-state.ts';
import { ListTab } from '#platform/list/list-tab.tsx';
import { nameOf } from '#platform/person.ts';
import { usePathParams } from '#platform/router/links.ts';
import { Avatar } from '#platform/ui/avatar.tsx';
import { AddDialog } from './add-dialog.tsx';
import { BulkMembers } from './bulk-members.tsx';
import { useAddMembers } from './change-members.ts';
import { MembershipMenu } from './membership-menu.tsx';
import { RoleTags, roleNames } from './role-tags.tsx';

export function MembersTab() {
  const { id } = usePathParams(organizationPath);
  const { data: organization } = useRead(organizationsApi.get, { params: { id } });
  return organization && <Members organization={organization} />;
}

function Members({ organization }: { organization: Organization }) {
  const { t } = useTranslation();
  const list = useListState();
  const momentText = useMomentText();
  const { page, page_size } = list.query;
  const read = useReadPage(organizationMembersApi.list, {
    params: { id: organization.id },
    query: { q: list.search || undefined, page, page_size },
  });
  return (
    <ListTab
      words={{
        search: t('organizations.members.search'),
        searchPlaceholder: t('organizations.members.searchPlaceholder'),
        add: t('organizations.members.add'),
        emptyTitle: t('organizations.members.emptyTitle'),
        emptyBody: t('organizations.members.emptyBody'),
      }}
      dialog={(close) => <AddMembers organization={organization} onClose={close} />}
      label={t('organizations.tabs.members')}
      lead={{
        title: t('organizations.members.columns.user'),
        width: '34%',
        round: true,
        image: (member) => <Avatar key={member.avatar} name={nameOf(member)} src={member.avatar} />,
        name: labelOf,
        second: (member) => roleNames(member.organizationRoles) || secondLabelOf(member) || member.id,
        to: ({ id }) => ({ page: userSettingsPath, params: { id } }),
      }}
      columns={[
        {
          id: 'roles',
          title: t('organizations.roles.title'),
          cell: ({ organizationRoles }) => <RoleTags roles={organizationRoles} />,
        },
        {
          id: 'latest',
          title: t('organizations.members.columns.latest'),
          width: '176px',
          hideUnder: 1100,
          cell: ({ lastSignInAt }) => <span className="tabular">{lastSignInAt ? momentText(lastSignInAt) : '–'}</span>,
        },
      ]}
      rowKey={({ id }) => id}
      menu={(member) => (
        <MembershipMenu
          name={labelOf(member)}
          membership={{
            kind: 'user',
            organization,
            member: { id: member.id, name: labelOf(member) },
            roles: member.organizationRoles,
          }}
        />
      )}
      bulk={<BulkMembers kind="user" organization={organization} list={list} />}
      list={list}
      read={read}
    />
  );
}

function AddMembers({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const add = useAddMembers('user', ({ memberIds: { length: count } }) => {
    onClose();
    showSuccess(t('organizations.members.added', { count, number: number(count) }));
  });
  return (
    <AddDialog
      kind="user"
      title={t('organizations.members.addTitle', { name: organization.name })}
      action={t('organizations.members.add')}
      roles={t('organizations.roles.forNew')}
      pick={(props) => (
        <UserPicker
          {...props}
          without={{ excludeOrganizationId: organization.id }}
          words={{
            label: t('organizations.members.users'),
            searchLabel: t('organizations.members.searchPlaceholder'),
            noneLeft: t('organizations.members.noneLeft'),
            none: t('organizations.members.noUsers'),
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
