import { Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { type Invitation, tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { IconCopy, IconSend, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useTenantId } from '#platform/tenant.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';

/** Actions for a pending invitation. */
export function InvitationMenu({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation();
  const id = useTenantId();
  const params = { id, invitationId: invitation.id };
  const clipboard = useClipboard();
  const resend = useWrite(tenantInvitationsApi.resend, {
    onDone: () => showSuccess(t('tenantSettings.invitations.resent', { email: invitation.invitee })),
  });
  const revoke = useWrite(tenantInvitationsApi.revoke, {
    onDone: () => showSuccess(t('tenantSettings.invitations.revoked')),
  });
  const copy = () => {
    clipboard.copy(`${location.origin}/accept/${invitation.id}`);
    showSuccess(t('actions.copied'));
  };
  const ask = async () => {
    const isSure = await confirm({
      title: t('tenantSettings.invitations.revokeTitle', { email: invitation.invitee }),
      body: t('tenantSettings.invitations.revokeBody'),
      confirm: t('tenantSettings.invitations.revoke'),
      danger: true,
    });
    if (isSure) {
      revoke.mutate({ params, body: { status: 'Revoked' } });
    }
  };
  return (
    <MoreMenu name={invitation.invitee}>
      <Menu.Item leftSection={<IconSend size={18} stroke={1.5} />} onClick={() => resend.mutate({ params })}>
        {t('tenantSettings.invitations.resend')}
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy size={18} stroke={1.5} />} onClick={copy}>
        {t('tenantSettings.invitations.copyLink')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item data-danger leftSection={<IconX size={18} stroke={1.5} />} onClick={() => void ask()}>
        {t('tenantSettings.invitations.revoke')}
      </Menu.Item>
    </MoreMenu>
  );
}
