import { meSocialApi } from '@postern/contracts/account/me';
import type { Connector } from '@postern/contracts/messages/connectors';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';

/** Unlinks after a warning: without another sign-in method the person would be locked out. */
export function useUnlinkAccount() {
  const { t } = useTranslation();
  const write = useWrite(meSocialApi.unlink, { onDone: () => showSuccess(t('ownProfile.accounts.unlinked')) });
  return async ({ id: connectorId }: Connector, name: string) => {
    const isSure = await confirm({
      title: t('ownProfile.accounts.unlinkTitle', { name }),
      body: t('ownProfile.accounts.unlinkBody', { name }),
      confirm: t('ownProfile.accounts.unlink'),
      danger: true,
    });
    if (isSure) {
      write.mutate({ params: { connectorId } });
    }
  };
}
