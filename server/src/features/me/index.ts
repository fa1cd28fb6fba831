import { meApi } from '@postern/contracts/me';
import { findUser, mergeUserJson } from '#features/users';
import type { Feature } from '#platform/app';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events';
import { route, type Scope } from '#platform/route';

/** The person comes from the token alone; nothing in the request can name another one. */
async function getActiveUser(db: Db, id: string) {
  const user = await findUser(db, id);
  if (!user) {
    throw new AppError('auth.unauthorized');
  }
  if (user.isSuspended) {
    throw new AppError('user.suspended');
  }
  return user;
}

function meRoutes(scope: Scope): void {
  route(scope, meApi.get, async ({ db, caller }) => {
    const { hasPassword, ...user } = await getActiveUser(db, caller.subject);
    return hasPassword ? { ...user, hasPassword } : user;
  });

  route(scope, meApi.getCustomData, async ({ db, caller }) => (await getActiveUser(db, caller.subject)).customData);

  route(scope, meApi.patchCustomData, async ({ db, caller, body }) => {
    await getActiveUser(db, caller.subject);
    const merged = await mergeUserJson(db, caller.subject, 'custom_data', body);
    if (!merged) {
      throw new AppError('auth.unauthorized');
    }
    await emit(db, { name: 'User.Data.Updated', subjectId: caller.subject });
    return merged;
  });
}

export const me: Feature = { name: 'me', adminRoutes: meRoutes };
