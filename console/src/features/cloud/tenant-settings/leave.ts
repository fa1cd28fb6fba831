import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useCurrentTenant } from '#platform/router/current-tenant.ts';
import { removeTenant } from '#platform/router/tenant-list.ts';
import { idTokenClaims } from '#platform/session/claims.ts';
import { useTenantId } from '#platform/tenant.ts';

/** Asks for confirmation, leaves the tenant and navigates to the root, which lists the others. */
export function useLeaveTenant() {
  const { t } = useTranslation();
  const id = useTenantId();
  const name = useCurrentTenant()?.name ?? id;
  const navigate = useNavigate();
  const { mutate } = useWrite(tenantMembersApi.remove, {
    onDone: async () => {
      showSuccess(t('tenantSettings.leave.left', { name }));
      await removeTenant(id);
      await navigate({ to: '/', ignoreBlocker: true });
    },
  });
  return async () => {
    const isSure = await confirm({
      title: t('tenantSettings.leave.title', { name }),
      body: t('tenantSettings.leave.body'),
      confirm: t('tenantSettings.leave.action'),
      danger: true,
    });
    if (isSure) {
      mutate({ params: { id, userId: idTokenClaims()?.sub ?? '' } });
    }
  };
}
