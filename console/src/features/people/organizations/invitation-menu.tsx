import { Menu } from '@mantine/core';
import {
  type OrganizationInvitation,
  organizationInvitationsApi,
} from '@postern/contracts/people/organization-invitations';
import { IconSend, IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { ResendDialog } from './resend-dialog.tsx';

/** Actions for an invitation. Only a pending one can be sent again or revoked. */
export function InvitationMenu({ invitation }: { invitation: OrganizationInvitation }) {
  const { t } = useTranslation();
  const { id, invitee: email, status } = invitation;
  const [isResending, setResending] = useState(false);
  const revoke = useWrite(organizationInvitationsApi.setStatus, {
    onDone: () => showSuccess(t('organizations.invitations.revoked')),
  });
  const remove = useWrite(organizationInvitationsApi.remove, {
    onDone: () => showSuccess(t('organizations.invitations.deleted')),
  });
  const askToRevoke = async () => {
    const confirmed = await confirm({
      title: t('organizations.invitations.revokeTitle', { email }),
      body: t('organizations.invitations.revokeBody'),
      confirm: t('organizations.invitations.revoke'),
      danger: true,
    });
    if (confirmed) {
      revoke.mutate({ params: { id }, body: { status: 'Revoked' } });
    }
  };
  const askToDelete = async () => {
    const confirmed = await confirm({
      title: t('organizations.invitations.deleteTitle', { email }),
      body: t(
        status === 'Pending' ? 'organizations.invitations.deletePending' : 'organizations.invitations.deleteBody',
      ),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { id } });
    }
  };
  return (
    <>
      <MoreMenu name={email}>
        {status === 'Pending' && (
          <>
            <Menu.Item leftSection={<IconSend size={18} stroke={1.5} />} onClick={() => setResending(true)}>
              {t('organizations.invitations.resend')}
            </Menu.Item>
            <Menu.Item leftSection={<IconX size={18} stroke={1.5} />} onClick={() => void askToRevoke()}>
              {t('organizations.invitations.revoke')}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void askToDelete()}>
          {t('actions.delete')}
        </Menu.Item>
      </MoreMenu>
      {isResending && <ResendDialog invitation={invitation} onClose={() => setResending(false)} />}
    </>
  );
}
