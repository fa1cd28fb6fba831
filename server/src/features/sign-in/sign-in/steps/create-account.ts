import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { adminTenantId } from '@postern/contracts/wire';
import { makeFirstAdministrator } from '#features/access/provision';
import { createUser } from '#features/people/users';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events';
import { asIdentifier, type PendingProfile, type SocialIdentity, type VerificationRecord } from '../gather.ts';
import type { Started } from '../interaction.ts';
import { requirePlace } from './require-place.ts';
import { profileFieldsOf } from './require-profile.ts';

const identitiesOf = ({ target, userInfo }: SocialIdentity) => ({
  [target]: { userId: userInfo.id, details: { ...userInfo } },
});

/**
 * Creates the account and stores it in the sign-in in one transaction, so a second click finds both or neither. The
 * database enforces uniqueness, so one of two parallel requests wins.
 */
export async function createAccount(
  signIn: Started,
  experience: SignInExperience,
  { socialIdentity, isEmailUnverified, isPhoneUnverified, isInvited: _, ...profile }: PendingProfile,
  record: VerificationRecord | undefined,
): Promise<void> {
  const { app, tenantId, clientId } = signIn;
  await requirePlace(signIn);
  const identifiedBy = asIdentifier(record);
  const isFirstAdministrator = tenantId === adminTenantId && experience.signInMode === 'Register';
  const asksMore = (await profileFieldsOf(app, tenantId)).some(({ required }) => required);
  await app.tenancy.write(
    tenantId,
    async (db) => {
      const user = await createUser(db, app.config, tenantId, {
        ...profile,
        isEmailVerified: !isEmailUnverified,
        isPhoneVerified: !isPhoneUnverified,
        ...(socialIdentity ? { identities: identitiesOf(socialIdentity) } : {}),
        applicationId: clientId,
        // A user with missing details has not signed in: they are requested again at the next sign-in.
        ...(asksMore ? {} : { lastSignInAt: new Date() }),
      });
      if (isFirstAdministrator && !(await makeFirstAdministrator(db, user.id))) {
        throw new AppError('auth.forbidden');
      }
      await emit(
        db,
        { name: 'User.Created', subjectId: user.id },
        { name: 'PostRegister', subjectId: user.id, data: { applicationId: clientId } },
      );
      await signIn.save((fresh) => ({ ...fresh, userId: user.id, isNew: true, identifiedBy, profile: {} }), db);
    },
    { changesSettings: isFirstAdministrator },
  );
}
