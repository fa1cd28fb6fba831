import { Menu } from '@mantine/core';
import { type NewSsoSetupLink, type SsoSetupLink, ssoSetupLinksApi } from '@postern/contracts/people/sso-setup-links';
import { IconCheck, IconRefresh, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { AddressDialog } from './address-dialog.tsx';

/** Enables what a customer has set up. Asks first, and names what changes. */
function useApprove() {
  const { t } = useTranslation();
  const approve = useWrite(ssoSetupLinksApi.approve, { onDone: () => showSuccess(t('ssoSetup.approved')) });
  return async ({ id, name, provenDomains, organization }: SsoSetupLink) => {
    const domains = provenDomains.join(', ');
    const confirmed = await confirm({
      title: t('ssoSetup.approveTitle', { name }),
      body: [
        domains ? t('ssoSetup.approveDomains', { domains }) : t('ssoSetup.approveNoDomains'),
        organization ? t('ssoSetup.approveOrganization', { name: organization.name }) : '',
      ]
        .join(' ')
        .trim(),
      confirm: t('ssoSetup.approve'),
    });
    if (confirmed) {
      approve.mutate({ params: { id } });
    }
  };
}

/** Actions for a link. Ended links have none. */
export function LinkMenu({ link }: { link: SsoSetupLink }) {
  const { t } = useTranslation();
  const { id, name, status } = link;
  const [renewed, setRenewed] = useState<NewSsoSetupLink>();
  const approve = useApprove();
  const renew = useWrite(ssoSetupLinksApi.renew, { onDone: setRenewed });
  const revoke = useWrite(ssoSetupLinksApi.revoke, { onDone: () => showSuccess(t('ssoSetup.revoked')) });
  const isOpen = status === 'created' || status === 'opened';

  const askToRenew = async () => {
    const confirmed = await confirm({
      title: t('ssoSetup.renewTitle', { name }),
      body: t('ssoSetup.renewBody'),
      confirm: t('ssoSetup.renew'),
    });
    if (confirmed) {
      renew.mutate({ params: { id } });
    }
  };
  const askToRevoke = async () => {
    const confirmed = await confirm({
      title: t('ssoSetup.revokeTitle', { name }),
      body: t('ssoSetup.revokeBody'),
      confirm: t('ssoSetup.revoke'),
      danger: true,
    });
    if (confirmed) {
      revoke.mutate({ params: { id } });
    }
  };
  return (
    <>
      {status !== 'enabled' && status !== 'revoked' && (
        <MoreMenu name={name}>
          {status === 'waiting' && (
            <Menu.Item leftSection={<IconCheck size={18} stroke={1.5} />} onClick={() => void approve(link)}>
              {t('ssoSetup.approve')}
            </Menu.Item>
          )}
          {isOpen && (
            <Menu.Item leftSection={<IconRefresh size={18} stroke={1.5} />} onClick={() => void askToRenew()}>
              {t('ssoSetup.renew')}
            </Menu.Item>
          )}
          <Menu.Item data-danger leftSection={<IconX size={18} stroke={1.5} />} onClick={() => void askToRevoke()}>
            {t('ssoSetup.revoke')}
          </Menu.Item>
        </MoreMenu>
      )}
      {renewed && <AddressDialog link={renewed} onClose={() => setRenewed(undefined)} />}
    </>
  );
}
