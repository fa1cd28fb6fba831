import { tenantOrganizationId } from '@postern/contracts/wire';
import { useEffect } from 'react';
import { RequestError } from '../client/request-error.ts';
import { settleScopes } from '../session/access-token.ts';
import { useTenantId } from '../tenant.ts';
import { useOwnScopes } from './abilities.ts';
import { removeTenant } from './tenant-list.ts';

/** The tenant is gone, or this person is not a member: the API responds with 404, the token endpoint denies access. */
function isGone(error: unknown): boolean {
  return error instanceof RequestError
    ? error.code === 'entity.not_found'
    : error instanceof Error && 'error' in error && error.error === 'access_denied';
}

/**
 * Permissions in the tenant can change while a token is valid: more scopes require a new consent, fewer drop the token,
 * none means that the person is no longer a member.
 */
export function useScopeCheck(): void {
  const tenantId = useTenantId();
  const { data: scopes, error } = useOwnScopes();
  const isOut = scopes?.length === 0 || isGone(error);
  useEffect(() => {
    if (isOut) {
      void removeTenant(tenantId);
    } else if (scopes) {
      const names = scopes.map((scope) => scope.name);
      settleScopes({ organizationId: tenantOrganizationId(tenantId) }, names).catch(() => {
        // The next call requests the token again and reports the error.
      });
    }
  }, [isOut, scopes, tenantId]);
}
