import { Menu } from '@mantine/core';
import { type AdministratorInvitation, administratorInvitationsApi } from '@postern/contracts/people/administrators';
import { IconCheck, IconClock, IconClockX, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CardList } from '#features/people/users/shared/card-list.tsx';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import type { CardColumn } from '#platform/detail/card-table.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import classes from './administrators.module.css';
import { nameAdministrator } from './name-administrator.ts';

export function InvitationsCard() {
  const { t } = useTranslation();
  const read = useRead(administratorInvitationsApi.list, {}, { quiet: true });
  return (
    <ListCard title={t('tenantSettings.invitations.title')} help={t('administrators.invitationsHelp')}>
      <CardList
        label={t('tenantSettings.invitations.title')}
        read={read}
        none={t('tenantSettings.invitations.emptyTitle')}
        rowKey={({ id }) => id}
        columns={useColumns()}
        menu={(invitation) => invitation.status === 'Pending' && <InvitationMenu invitation={invitation} />}
      />
    </ListCard>
  );
}

const looks = {
  Pending: { tone: 'info', icon: IconClock },
  Accepted: { tone: 'success', icon: IconCheck },
  Expired: { tone: 'warning', icon: IconClockX },
  Revoked: { tone: 'neutral', icon: IconX },
} as const;

function InvitationMenu({ invitation: { id, email } }: { invitation: AdministratorInvitation }) {
  const { t } = useTranslation();
  const revoke = useWrite(administratorInvitationsApi.revoke, {
    onDone: () => showSuccess(t('tenantSettings.invitations.revoked')),
  });
  const ask = async () => {
    const isSure = await confirm({
      title: t('tenantSettings.invitations.revokeTitle', { email }),
      body: t('tenantSettings.invitations.revokeBody'),
      confirm: t('tenantSettings.invitations.revoke'),
      danger: true,
    });
    if (isSure) {
      revoke.mutate({ params: { id } });
    }
  };
  return (
    <MoreMenu name={email}>
      <Menu.Item data-danger leftSection={<IconX size={18} stroke={1.5} />} onClick={() => void ask()}>
        {t('tenantSettings.invitations.revoke')}
      </Menu.Item>
    </MoreMenu>
  );
}

function useColumns(): CardColumn<AdministratorInvitation>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return [
    {
      id: 'invitee',
      title: t('tenantSettings.invitations.columns.invitee'),
      cell: ({ email, role }) => (
        <span className={classes.names}>
          <span className="truncate">{email}</span>
          <span className={classes.second}>{t(`administrators.roles.${role}`)}</span>
        </span>
      ),
    },
    {
      id: 'status',
      title: t('tenantSettings.invitations.columns.status'),
      width: '160px',
      cell: ({ status }) => <Tag {...looks[status]}>{t(`tenantSettings.status.${status}`)}</Tag>,
    },
    {
      id: 'inviter',
      title: t('tenantSettings.invitations.columns.inviter'),
      width: '150px',
      isLabeled: true,
      cell: ({ inviter }) => <span className="truncate">{inviter ? nameAdministrator(inviter) : '–'}</span>,
    },
    {
      id: 'expires',
      title: t('tenantSettings.invitations.columns.expires'),
      width: '190px',
      isLabeled: true,
      cell: ({ expiresAt }) => <span className="tabular">{dateTime(expiresAt)}</span>,
    },
  ];
}
