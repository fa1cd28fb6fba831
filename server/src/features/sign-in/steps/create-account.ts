import type { SignInExperience } from '@postern/contracts/sign-in-experience';
import { adminTenantId } from '@postern/contracts/wire';
import { makeFirstAdministrator } from '#features/provision';
import { createUser } from '#features/users';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events';
import type { Started } from '../interaction.ts';
import { requireProfile } from './require-profile.ts';

/** Creates the account of somebody who registers. Uniqueness is the database's word, so of two at once one wins. */
export async function createAccount(
  { app, tenantId, clientId, state }: Started,
  experience: SignInExperience,
): Promise<string> {
  const { username, password } = state.profile;
  requireProfile(experience, { username, hasPassword: password !== undefined });
  const isFirstAdministrator = tenantId === adminTenantId && experience.signInMode === 'Register';
  return app.tenancy.write(
    tenantId,
    async (db) => {
      const user = await createUser(db, app.config, tenantId, {
        username,
        password,
        applicationId: clientId,
        lastSignInAt: new Date(),
      });
      if (isFirstAdministrator && !(await makeFirstAdministrator(db, user.id))) {
        throw new AppError('auth.forbidden');
      }
      await emit(
        db,
        { name: 'User.Created', subjectId: user.id },
        { name: 'PostRegister', subjectId: user.id, data: { applicationId: clientId } },
      );
      return user.id;
    },
    { changesSettings: isFirstAdministrator },
  );
}
