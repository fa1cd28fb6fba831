import { type Invitation, invitationsApi } from '@postern/contracts/tenant-invitations';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { useEnterTenant } from '#platform/router/enter-tenant.ts';
import { reloadTenants } from '#platform/router/tenant-list.ts';

/** Tenants that wait for this person. */
export function usePendingInvitations(): readonly Invitation[] {
  const { data } = useRead(
    invitationsApi.list,
    { query: { status: 'Pending' } },
    { quiet: true, staleTime: 60_000, every: 300_000 },
  );
  return data ?? [];
}

/** Accepts an invitation and goes to its tenant. */
export function useJoin({ quiet = false } = {}) {
  const enterTenant = useEnterTenant();
  return useWrite(invitationsApi.accept, {
    quiet,
    onDone: async ({ tenantId }) => {
      await reloadTenants();
      await enterTenant(tenantId, `/${tenantId}`);
    },
  });
}
