import type { Organization } from '@postern/contracts/access/organization';
import { organizationInvitationsApi } from '@postern/contracts/people/organization-invitations';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { useTranslation } from 'react-i18next';
import { organizationPath } from '#paths/organizations.ts';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { useListState } from '#platform/list/list-state.ts';
import { ListTab } from '#platform/list/list-tab.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { Avatar } from '#platform/ui/avatar.tsx';
import { InvitationMenu } from './invitation-menu.tsx';
import { InvitationStatusTag } from './invitation-status.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RoleTags } from './role-tags.tsx';

export function InvitationsTab() {
  const { id } = usePathParams(organizationPath);
  const { data: organization } = useRead(organizationsApi.get, { params: { id } });
  return organization && <Invitations organization={organization} />;
}

function Invitations({ organization }: { organization: Organization }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const list = useListState();
  const { page, page_size } = list.query;
  const read = useReadPage(organizationInvitationsApi.list, {
    query: { organizationId: organization.id, page, page_size },
  });
  return (
    <ListTab
      words={{
        add: t('organizations.invitations.invite'),
        emptyTitle: t('organizations.invitations.emptyTitle'),
        emptyBody: t('organizations.invitations.emptyBody'),
      }}
      dialog={(close) => <InviteDialog organization={organization} onClose={close} />}
      label={t('organizations.tabs.invitations')}
      lead={{
        title: t('organizations.invitations.columns.invitee'),
        round: true,
        image: ({ invitee }) => <Avatar name={invitee} />,
        name: ({ invitee }) => invitee,
        second: ({ status }) => t(`organizations.invitations.status.${status}`),
      }}
      columns={[
        {
          id: 'roles',
          title: t('organizations.roles.title'),
          width: '26%',
          hideUnder: 900,
          cell: ({ organizationRoles }) => <RoleTags roles={organizationRoles} />,
        },
        {
          id: 'status',
          title: t('organizations.invitations.columns.status'),
          width: '148px',
          cell: ({ status }) => <InvitationStatusTag status={status} />,
        },
        {
          id: 'expires',
          title: t('organizations.invitations.columns.expires'),
          width: '204px',
          hideUnder: 1100,
          cell: ({ expiresAt }) => <span className="tabular">{dateTime(expiresAt)}</span>,
        },
      ]}
      rowKey={({ id }) => id}
      menu={(invitation) => <InvitationMenu invitation={invitation} />}
      list={list}
      read={read}
    />
  );
}
