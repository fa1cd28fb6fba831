import { tenantOrganizationId } from '@postern/contracts/wire';
import { useEffect } from 'react';
import { RequestError } from '../client/request-error.ts';
import { settleScopes } from '../session/access-token.ts';
import { useTenantId } from '../tenant.ts';
import { useOwnScopes } from './abilities.ts';
import { removeTenant } from './tenant-list.ts';

/** The tenant is gone, or this person is no member: the API says 404, the token endpoint refuses the organization. */
function isGone(error: unknown): boolean {
  return error instanceof RequestError
    ? error.code === 'entity.not_found'
    : error instanceof Error && 'error' in error && error.error === 'access_denied';
}

/**
 * What this person may do in the tenant can change while they hold a token: more scopes ask for a fresh consent,
 * fewer drop the token, none at all means that they are no member any more.
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
        // The next call asks for the token again, and says what is wrong.
      });
    }
  }, [isOut, scopes, tenantId]);
}
