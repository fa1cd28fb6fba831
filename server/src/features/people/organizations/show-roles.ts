import type { OrganizationRole } from '@postern/contracts/access/organization-roles';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';
import { AppError } from '#platform/http/errors';
import { countMemberRoles, isMember, listMemberRoles, type Member } from './memberships.store.ts';

export async function requireMember(db: Db, member: Member): Promise<void> {
  if (!(await isMember(db, member))) {
    throw new AppError('organization.require_membership');
  }
}

export async function showRoles(
  db: Db,
  member: Member,
  { page, total }: { page: Page | undefined; total: (count: number) => void },
): Promise<OrganizationRole[]> {
  await requireMember(db, member);
  if (page) {
    total(await countMemberRoles(db, member));
  }
  return listMemberRoles(db, member, page);
}
