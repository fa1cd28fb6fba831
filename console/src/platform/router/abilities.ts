import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { useRead } from '../client/use-read.ts';
import { edition } from '../edition.ts';
import { idTokenClaims } from '../session/claims.ts';
import { useTenantId } from '../tenant.ts';

/** The scopes of this person in the tenant, as last read. */
export function useOwnScopes() {
  const tenantId = useTenantId();
  const userId = idTokenClaims()?.sub ?? '';
  return useRead(
    tenantMembersApi.scopes,
    { params: { id: tenantId, userId } },
    { quiet: true, enabled: userId !== '' && edition.tenantInPath, staleTime: 300_000 },
  );
}

export type Abilities = {
  inviteMembers: boolean;
  removeMembers: boolean;
  changeRoles: boolean;
  manageTenant: boolean;
  /** Plan, payments and invoices. */
  manageBilling: boolean;
};

/** Undefined while loading. */
export function useAbilities(): Abilities | undefined {
  const { data } = useOwnScopes();
  const has = (scope: string) => data?.some(({ name }) => name === scope) ?? false;
  return (
    data && {
      inviteMembers: has('invite:member'),
      removeMembers: has('remove:member'),
      changeRoles: has('update:member:role'),
      manageTenant: has('manage:tenant'),
      manageBilling: has('manage:tenant') || has('manage:billing'),
    }
  );
}
