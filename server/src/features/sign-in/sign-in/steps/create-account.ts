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
 * Creates the account of somebody who registers, together with the note that this sign-in is theirs: a second click finds
 * both or neither. Uniqueness is the database's word, so of two at once one wins.
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
        // Somebody who still owes details has not signed in: they are asked again, whenever they come back.
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
