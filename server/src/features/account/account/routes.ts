import { isDeepStrictEqual } from 'node:util';
import { accountApi, type UpdateAccount } from '@postern/contracts/account/account';
import { scopes } from '@postern/contracts/wire';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { emitUserUpdated, mergeUserJson, updateUser } from '#features/people/users';
import { demandedProfile } from '#features/sign-in/sign-in';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';
import { route, type Scope } from '#platform/route';
import { getPerson } from './change.ts';
import { type Access, getAccess } from './may.ts';
import { showAccount } from './show.ts';

const scopeOf = { name: 'profile', avatar: 'profile', username: 'profile', customData: scopes.customData } as const;

async function requireAllowed(app: App, tenantId: string, access: Access, body: UpdateAccount): Promise<void> {
  for (const field of ['name', 'avatar', 'username', 'customData'] as const) {
    if (body[field] !== undefined) {
      access.requireEditable(field, scopeOf[field]);
    }
  }
  if (body.username === null && demandedProfile(await getSignInExperience(app, tenantId)).includes('username')) {
    throw new AppError('user.username_required');
  }
}

export function accountRoutes(scope: Scope): void {
  route(scope, accountApi.get, {
    respond: async ({ app, tenantId, caller }) => {
      const access = await getAccess(app, tenantId, caller);
      return showAccount(await app.tenancy.read(tenantId, (db) => getPerson(db, { caller })), access);
    },
  });

  route(scope, accountApi.update, {
    prepare: async ({ app, tenantId, caller, body }) => {
      const access = await getAccess(app, tenantId, caller);
      await requireAllowed(app, tenantId, access, body);
      return access;
    },
    handle: async ({ db, caller, body, prepared }) => {
      const { id, customData } = await getPerson(db, { caller });
      const user = await updateUser(db, id, body);
      if (!user) {
        throw new AppError('auth.unauthorized');
      }
      const isSame = (field: string) => field === 'customData' && isDeepStrictEqual(body.customData, customData);
      await emitUserUpdated(
        db,
        id,
        Object.keys(body).filter((field) => !isSame(field)),
      );
      return showAccount(user, prepared);
    },
  });

  route(scope, accountApi.updateProfile, {
    prepare: async ({ app, tenantId, caller, body }) => {
      const access = await getAccess(app, tenantId, caller);
      const { address, ...rest } = body;
      if (address === undefined || Object.keys(rest).length > 0) {
        access.requireEditable('profile', 'profile');
      }
      if (address !== undefined) {
        access.requireEditable('profile', 'address');
      }
    },
    handle: async ({ db, caller, body }) => {
      const { id } = await getPerson(db, { caller });
      const merged = await mergeUserJson(db, id, 'profile', body);
      if (!merged) {
        throw new AppError('auth.unauthorized');
      }
      await emitUserUpdated(db, id, Object.keys(body).length > 0 ? ['profile'] : []);
      return merged;
    },
  });
}
