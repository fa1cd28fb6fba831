import { type AccountRequest, deletePasswordRecords } from '#features/account/account';
import { findPasswordIssues } from '#features/experience/password-policy';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { hashPassword, updateUser } from '#features/people/users';
import { AppError } from '#platform/http/errors';
import { changeMe, getPerson } from './change.ts';
import { requireOwnStatus } from './require-status.ts';

/** Sets a password that matches the policy of the admin tenant. Invalidates proofs by the old one. */
export async function setPassword(asked: AccountRequest, password: string): Promise<void> {
  const { app, tenantId } = asked;
  // Before checking the policy, so that its result is not revealed without permission.
  const { name, username, primaryEmail, primaryPhone } = await app.tenancy.read(tenantId, async (db) => {
    const person = await getPerson(db, asked);
    await requireOwnStatus(asked, db, person);
    return person;
  });
  const { passwordPolicy } = await getSignInExperience(app, tenantId);
  const details = { name, username, email: primaryEmail, phone: primaryPhone };
  const issues = await findPasswordIssues(app, password, passwordPolicy, details);
  if (issues.length > 0) {
    throw new AppError('password.rejected', { status: 400, data: { issues } });
  }
  const hashed = await hashPassword(password);
  await changeMe(asked, async (db, person) => {
    await requireOwnStatus(asked, db, person, true);
    await updateUser(db, person.id, { password: hashed });
    await deletePasswordRecords(db, person.id);
    return { answer: undefined, notice: 'password' };
  });
}
