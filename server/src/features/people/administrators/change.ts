import type { Administrator, AdministratorRole } from '@postern/contracts/people/administrators';
import { endSessionsOf } from '#features/access/oidc';
import { revokeInvitationTokens } from '#features/access/one-time-tokens';
import { revokeInvitationsBy } from '#features/people/organizations';
import { changeAdministrator } from '#features/people/provision';
import { removeUser } from '#features/people/users';
import type { Db } from '#platform/db/db';
import type { Caller } from '#platform/http/caller';
import { AppError } from '#platform/http/errors';
import { recordChange } from './record-change.ts';
import { getAdministrator, lockForChange } from './require-administrator.ts';
import { administratorsOrganization, hasOtherAdministrator } from './store.ts';

async function requireOther(db: Db, { id, role }: Administrator): Promise<void> {
  if (role === 'admin' && !(await hasOtherAdministrator(db, id))) {
    throw new AppError('administrator.last');
  }
}

/** Without this, a removed person could return through an invitation to themselves. */
async function revokeInvitations(db: Db, userId: string): Promise<void> {
  const revoked = await revokeInvitationsBy(db, administratorsOrganization, userId);
  await revokeInvitationTokens(db, revoked);
  await recordChange(
    db,
    ...revoked.map((subjectId) => ({ name: 'AdministratorInvitation.Revoked', subjectId }) as const),
  );
}

/** What the audit log keeps about a person after their account is gone. */
const describe = ({ name, username, primaryEmail }: Administrator) => ({ person: { name, username, primaryEmail } });

/** Ends their sessions, so that the next sign-in has exactly the permissions of the new role. */
export async function setRole(db: Db, caller: Caller, userId: string, role: AdministratorRole): Promise<Administrator> {
  await lockForChange(db, caller);
  const before = await getAdministrator(db, userId);
  if (before.role === role) {
    return before;
  }
  await requireOther(db, before);
  await changeAdministrator(db, userId, role);
  if (role !== 'admin') {
    await revokeInvitations(db, userId);
  }
  await endSessionsOf(db, userId);
  await recordChange(db, {
    name: 'Administrator.Roles.Updated',
    subjectId: userId,
    data: { ...describe(before), before: before.role, role },
  });
  return getAdministrator(db, userId);
}

/** Deletes the account: in the open-source edition, accounts of the admin tenant have no other purpose. */
export async function removeAdministrator(db: Db, caller: Caller, userId: string): Promise<void> {
  await lockForChange(db, caller);
  const administrator = await getAdministrator(db, userId);
  await requireOther(db, administrator);
  await revokeInvitations(db, userId);
  await removeUser(db, userId);
  await recordChange(db, {
    name: 'Administrator.Deleted',
    subjectId: userId,
    data: { ...describe(administrator), role: administrator.role },
  });
}
