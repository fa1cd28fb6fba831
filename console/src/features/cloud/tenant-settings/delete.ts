import { type Tenant, tenantsApi } from '@postern/contracts/cloud/tenants';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { removeTenant } from '#platform/router/tenant-list.ts';

/** Asks for the name, deletes the tenant, and navigates to the root, which lists the others. */
export function useDeleteTenant() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutate } = useWrite(tenantsApi.remove, {
    onDone: async (_, { params: { id } }) => {
      showSuccess(t('tenantSettings.delete.done'));
      await removeTenant(id);
      await navigate({ to: '/', ignoreBlocker: true });
    },
  });
  return async ({ id, name }: Tenant) => {
    const isSure = await confirm({
      title: t('tenantSettings.delete.title', { name }),
      body: t('tenantSettings.delete.body'),
      confirm: t('tenantSettings.delete.action'),
      danger: true,
      retype: name,
    });
    if (isSure) {
      mutate({ params: { id } });
    }
  };
}
