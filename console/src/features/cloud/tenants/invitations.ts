import { type Invitation, invitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { useEnterTenant } from '#platform/router/enter-tenant.ts';
import { reloadTenants } from '#platform/router/tenant-list.ts';

/** Pending invitations of this person; undefined while loading. */
export function useKnownInvitations(): readonly Invitation[] | undefined {
  const { data, error } = useRead(
    invitationsApi.list,
    { query: { status: 'Pending' } },
    { quiet: true, staleTime: 60_000, every: 300_000 },
  );
  return data ?? (error ? [] : undefined);
}

export const usePendingInvitations = (): readonly Invitation[] => useKnownInvitations() ?? [];

/** Accepts an invitation and navigates to its tenant. */
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
