import { randomUUID } from 'node:crypto';
import { getSignInExperience } from '#features/sign-in-experience';
import { findUser, touchSignIn, updateUser } from '#features/users';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events';
import type { Started } from '../interaction.ts';
import { requireProfile } from './require-profile.ts';

/** The last step: nothing the settings demand may be missing, then the person is signed in. */
export async function submit(signIn: Started): Promise<{ redirectTo: string }> {
  const { app, tenantId, clientId, state } = signIn;
  const { userId, profile, event } = state;
  if (!userId) {
    throw new AppError('session.identifier_not_found');
  }
  const experience = await getSignInExperience(app, tenantId);
  const user = await app.tenancy.read(tenantId, (db) => findUser(db, userId));
  if (!user) {
    throw new AppError('session.identifier_not_found');
  }
  if (user.isSuspended) {
    throw new AppError('user.suspended');
  }
  requireProfile(experience, {
    ...user,
    username: profile.username ?? user.username,
    hasPassword: Boolean(profile.password) || user.hasPassword,
  });
  if (event === 'SignIn') {
    await recordSignIn(app, tenantId, { userId, clientId, profile });
  }
  return { redirectTo: await signIn.finish(userId) };
}

type SignedIn = { userId: string; clientId: string; profile: Started['state']['profile'] };

/** When somebody signed in, and that they did: one statement for the many who change nothing else. */
async function recordSignIn(app: App, tenantId: string, { userId, clientId, profile }: SignedIn): Promise<void> {
  const data = { applicationId: clientId };
  if (!profile.username && !profile.password) {
    await app.tenancy.run(tenantId, touchSignIn, [userId, randomUUID(), JSON.stringify(data)]);
    return;
  }
  await app.tenancy.write(tenantId, async (db) => {
    await updateUser(db, userId, { ...profile, lastSignInAt: new Date() });
    await emit(db, { name: 'PostSignIn', subjectId: userId, data });
  });
}
