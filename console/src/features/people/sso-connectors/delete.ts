import { type SsoConnector, ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';

/** Asks for the name and deletes; `onDone` runs before lists are refreshed. */
export function useDeleteSsoConnector(onDone?: () => unknown) {
  const { t } = useTranslation();
  const remove = useWrite(ssoConnectorsApi.remove, {
    onDone: async () => {
      await onDone?.();
      showSuccess(t('ssoConnectors.danger.deleted'));
    },
  });
  return async ({ id, connectorName }: Pick<SsoConnector, 'id' | 'connectorName'>) => {
    const confirmed = await confirm({
      title: t('ssoConnectors.danger.confirmTitle', { name: connectorName }),
      body: t('ssoConnectors.danger.consequence'),
      confirm: t('actions.delete'),
      danger: true,
      retype: connectorName,
    });
    if (confirmed) {
      remove.mutate({ params: { id } });
    }
  };
}
