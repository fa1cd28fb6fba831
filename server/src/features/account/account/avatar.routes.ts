import { accountAvatarApi, avatarTypes, maxAvatarBytes } from '@postern/contracts/account/account-avatar';
import { updateUser } from '#features/people/users';
import { removeUpload, storeUpload } from '#features/records/user-assets';
import { storeAvatar } from '#features/sign-in/avatar-uploads';
import { acceptUploads } from '#platform/files/upload';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { type AccountRequest, getAccess } from './access.ts';
import { getPerson } from './change.ts';

const limits = { types: avatarTypes, maxBytes: maxAvatarBytes };

/** A failure to remove the old file does not affect the new picture. */
async function forget({ app, tenantId, caller }: AccountRequest, address: string): Promise<void> {
  try {
    await removeUpload(app, tenantId, caller.subject, address);
  } catch (error) {
    app.log.warn({ err: error, tenantId }, 'old avatar removal failed');
  }
}

/** Uploaded profile pictures. `upload` sets the picture and removes the previous file; `store` only stores one. */
export function accountAvatarRoutes(scope: Scope): void {
  acceptUploads(scope, (inner) => {
    route(inner, accountAvatarApi.store, {
      respond: async ({ app, tenantId, caller, request }) => {
        const access = await getAccess(app, tenantId, caller);
        if (!access.hasScope('profile')) {
          throw new AppError('auth.unauthorized');
        }
        access.requireEditable('avatar');
        await app.tenancy.read(tenantId, (db) => getPerson(db, { caller }));
        return { url: await storeAvatar(app, tenantId, { userId: caller.subject }, request) };
      },
    });

    route(inner, accountAvatarApi.upload, {
      respond: async (asked) => {
        const { app, tenantId, caller, request } = asked;
        (await getAccess(app, tenantId, caller)).requireEditable('avatar', 'profile');
        const avatar = await storeUpload(app, tenantId, caller.subject, request, limits);
        const before = await app.tenancy.write(tenantId, async (db) => {
          const person = await getPerson(db, asked);
          await updateUser(db, person.id, { avatar });
          await emit(db, { name: 'User.Data.Updated', subjectId: person.id });
          return person.avatar;
        });
        if (before) {
          await forget(asked, before);
        }
        return { avatar };
      },
    });
  });
}
