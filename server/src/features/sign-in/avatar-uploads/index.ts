import { createHash } from 'node:crypto';
import { avatarUploadsApi } from '@postern/contracts/sign-in/avatar-uploads';
import { findUser, updateUser } from '#features/people/users';
import { loadSignIn, requireStarted, type Started } from '#features/sign-in/interaction';
import type { App, Feature } from '#platform/app';
import type { Db } from '#platform/db/db';
import { acceptUploads } from '#platform/files/upload';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { enqueue, type Job } from '#platform/jobs/jobs';
import { copyPicture, findPendingPicture, pendingPictures, storeAvatar } from './store-avatar.ts';

export { storeAvatar } from './store-avatar.ts';

const keepQueue = 'avatar-uploads.keep';

/** Addresses of pictures are public, so they contain nothing of the cookie but its digest. */
const registrationOf = ({ secret }: Pick<Started, 'secret'>) =>
  createHash('sha256').update(`picture ${secret}`).digest('hex').slice(0, 32);

/** Only people who register: others have the account center. */
function requireRegistration({ state: { event, userId, isNew } }: Started): void {
  if (event === 'ForgotPassword') {
    throw new AppError('session.not_supported_for_forgot_password');
  }
  if (event !== 'Register' || (userId !== undefined && !isNew)) {
    throw new AppError('session.invalid_interaction_type');
  }
}

function avatarUploadRoutes(scope: Scope): void {
  acceptUploads(scope, (inner) =>
    route(inner, avatarUploadsApi.upload, {
      respond: async ({ app, tenantId, request, reply, languages }) => {
        const signIn = requireStarted(await loadSignIn(app, tenantId, request, reply, languages));
        requireRegistration(signIn);
        const { userId } = signIn.state;
        const who = userId === undefined ? { registration: registrationOf(signIn) } : { userId };
        return { url: await storeAvatar(app, tenantId, who, request) };
      },
    }),
  );
}

/** Pictures from before the account existed are deleted after a day. The account gets its own copy of the one it uses. */
export async function keepPicture(db: Db, signIn: Started, userId: string, avatar: string | undefined): Promise<void> {
  const key = findPendingPicture(signIn.app, signIn.tenantId, registrationOf(signIn), avatar);
  if (key) {
    await enqueue(db, { queue: keepQueue, key: userId, payload: { userId, key, avatar } });
  }
}

async function copyToUser({ tenantId = '', payload }: Job, app: App): Promise<undefined> {
  // Only keepPicture adds jobs to this queue, in the transaction of a tenant.
  const { userId, key, avatar } = payload as { userId: string; key: string; avatar: string };
  const copy = await copyPicture(app, tenantId, userId, key);
  if (copy) {
    await app.tenancy.write(tenantId, async (db) => {
      // The person may have chosen another one meanwhile.
      if ((await findUser(db, userId))?.avatar === avatar) {
        await updateUser(db, userId, { avatar: copy });
        await emit(db, { name: 'User.Data.Updated', subjectId: userId, data: { fields: ['avatar'] } });
      }
    });
  }
}

export const avatarUploads: Feature = {
  name: 'avatar-uploads',
  tenantRoutes: avatarUploadRoutes,
  queues: [{ queue: keepQueue, run: copyToUser }, pendingPictures],
};
