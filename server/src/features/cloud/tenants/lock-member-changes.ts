import { tenantOrganizationId } from '@postern/contracts/wire';
import type { Caller } from '#platform/caller';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { isMember, listMemberScopes, lockMembership } from './members.store.ts';

export type Turn = { organizationId: string; scopes: ReadonlySet<string> };

/**
 * Serializes changes of the members of a tenant. The caller may have lost a role while waiting, so their permissions
 * are read again.
 */
export async function lockMemberChanges(db: Db, tenantId: string, caller: Caller): Promise<Turn> {
  const organizationId = tenantOrganizationId(tenantId);
  if (!(await lockMembership(db, organizationId)) || !(await isMember(db, organizationId, caller.subject))) {
    throw new AppError('entity.not_found');
  }
  const live = await listMemberScopes(db, organizationId, caller.subject);
  return { organizationId, scopes: new Set(live.map(({ name }) => name).filter((name) => caller.scopes.has(name))) };
}

export function demand({ scopes }: Turn, ...wanted: string[]): void {
  if (!wanted.every((scope) => scopes.has(scope))) {
    throw new AppError('auth.forbidden');
  }
}
