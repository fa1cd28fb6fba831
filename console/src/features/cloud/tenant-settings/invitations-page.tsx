import { Button } from '@mantine/core';
import { type Invitation, tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadPage } from '#platform/client/use-read.ts';
import { TabBody } from '#platform/detail/tab-body.tsx';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import type { Column } from '#platform/list/column.ts';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { Toolbar, ToolbarEnd } from '#platform/list/toolbar.tsx';
import { useAbilities } from '#platform/router/abilities.ts';
import { useTenantId } from '#platform/tenant.ts';
import { Avatar } from '#platform/ui/avatar.tsx';
import { InvitationMenu } from './invitation-menu.tsx';
import { InvitationStatusTag } from './invitation-status.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { memberName } from './member-name.ts';
import { PeopleSwitch } from './people-switch.tsx';
import { useRoleName } from './role-name.ts';
import { TenantSettingsFrame } from './shared/frame.tsx';
import { UnknownAbilities } from './shared/unknown-abilities.tsx';

/** In milliseconds. */
const refreshEvery = 15_000;

export function InvitationsPage() {
  const abilities = useAbilities();
  if (abilities && !abilities.inviteMembers) {
    return <NotFound />;
  }
  return <TenantSettingsFrame>{abilities ? <Invitations /> : <UnknownAbilities />}</TenantSettingsFrame>;
}

function Invitations() {
  const { t } = useTranslation();
  const id = useTenantId();
  const list = useListState();
  const [isInviting, setInviting] = useState(false);
  const { page, page_size } = list.query;
  // Members are part of the admin tenant, whose changes the stream of this tenant does not contain.
  const read = useReadPage(
    tenantInvitationsApi.list,
    { params: { id }, query: { page, page_size } },
    { every: refreshEvery },
  );
  const columns = useColumns();
  const roleName = useRoleName();
  const inviteButton = (
    <Button leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setInviting(true)}>
      {t('tenantSettings.invite.action')}
    </Button>
  );
  return (
    <TabBody>
      <Toolbar>
        <PeopleSwitch />
        {read.data?.total !== 0 && <ToolbarEnd isPending={read.isPending}>{inviteButton}</ToolbarEnd>}
      </Toolbar>
      <DataTable
        label={t('tenantSettings.invitations.title')}
        lead={{
          title: t('tenantSettings.invitations.columns.invitee'),
          round: true,
          image: ({ invitee }) => <Avatar name={invitee} />,
          name: ({ invitee }) => invitee,
          second: ({ status, organizationRoles }) =>
            [...organizationRoles.map(roleName), t(`tenantSettings.status.${status}`)].join(' · '),
        }}
        columns={columns}
        rowKey={(invitation) => invitation.id}
        menu={(invitation) => invitation.status === 'Pending' && <InvitationMenu invitation={invitation} />}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('tenantSettings.invitations.emptyTitle')}
            body={t('tenantSettings.invitations.emptyBody')}
            actions={inviteButton}
          />
        }
        list={list}
        read={read}
      />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </TabBody>
  );
}

function useColumns(): Column<Invitation>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const roleName = useRoleName();
  return [
    {
      id: 'role',
      title: t('tenantSettings.columns.role'),
      width: '140px',
      hideUnder: 900,
      cell: ({ organizationRoles }) => organizationRoles.map(roleName).join(', '),
    },
    {
      id: 'status',
      title: t('tenantSettings.invitations.columns.status'),
      width: '168px',
      cell: ({ status }) => <InvitationStatusTag status={status} />,
    },
    {
      id: 'inviter',
      title: t('tenantSettings.invitations.columns.inviter'),
      width: '16%',
      hideUnder: 1100,
      cell: ({ inviter }) => <span className="truncate">{inviter ? memberName(inviter) : '–'}</span>,
    },
    {
      id: 'expires',
      title: t('tenantSettings.invitations.columns.expires'),
      width: '204px',
      hideUnder: 900,
      cell: ({ expiresAt }) => <span className="tabular">{dateTime(expiresAt)}</span>,
    },
  ];
}
