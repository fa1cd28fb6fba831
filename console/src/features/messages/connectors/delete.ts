import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { type Connector, connectorsApi } from '@postern/contracts/messages/connectors';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/client/call.ts';
import { showFailure } from '#platform/client/show-failure.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useTenantId } from '#platform/tenant.ts';
import { findUses, type Use } from './find-uses.ts';
import { sayIn } from './shared/say-in.ts';

/** Lists what would stop working, asks for confirmation and deletes; `onDone` runs before lists are refreshed. */
export function useDeleteConnector(onDone?: () => unknown) {
  const { t, i18n } = useTranslation();
  const tenantId = useTenantId();
  const remove = useWrite(connectorsApi.remove, {
    onDone: async () => {
      await onDone?.();
      showSuccess(t('connectors.delete.deleted'));
    },
  });
  const warningFor = (uses: readonly Use[]) => {
    const named = uses.map((use) => t(`connectors.delete.uses.${use}`));
    return t('connectors.delete.inUse', {
      uses: new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(named),
    });
  };
  return async (connector: Connector) => {
    let uses: Use[];
    try {
      // Always fetched: cached data could miss a warning.
      const [settings, all] = await Promise.all([
        call(signInExperienceApi.get, {}, tenantId),
        call(connectorsApi.list, { query: {} }, tenantId),
      ]);
      uses = findUses(connector, settings.data, all.data);
    } catch (error) {
      showFailure(error);
      return;
    }
    const body = t(`connectors.delete.bodies.${connector.type}`);
    const confirmed = await confirm({
      title: t('connectors.delete.title', { name: sayIn(connector.name, i18n.language) }),
      body: uses.length > 0 ? `${warningFor(uses)} ${body}` : body,
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { id: connector.id } });
    }
  };
}
