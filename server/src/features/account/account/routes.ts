import { isDeepStrictEqual } from 'node:util';
import { type Account, accountApi, type UpdateAccount } from '@postern/contracts/account/account';
import { addressChangesApi } from '@postern/contracts/account/address-changes';
import type { User } from '@postern/contracts/people/users';
import { scopes } from '@postern/contracts/wire';
import { hideUser } from '#features/access/oidc';
import { getSignInExperience, requireGoodUsername } from '#features/experience/sign-in-experience';
import { listSsoIdentities } from '#features/people/sso-connectors';
import { emitUserUpdated, mergeUserJson, updateUser } from '#features/people/users';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { type Access, getAccess, hasSecurityMethod } from './access.ts';
import { getPerson, requireProofs } from './change.ts';
import { keepWayIn } from './keep-way-in.ts';
import { notify } from './notify.ts';
import { inspectChange, undoChange } from './undo-address.ts';

function profileOf({ address, ...profile }: User['profile'], access: Access): Account['profile'] {
  return {
    ...(access.hasScope('profile') ? profile : {}),
    ...(access.hasScope('address') && address ? { address } : {}),
  };
}

/** The part of an account that its owner may see with this token. */
async function showAccount(db: Db, user: User, access: Access): Promise<Account> {
  const { sees, hasScope } = access;
  const { lastSignInAt, createdAt, updatedAt, applicationId, isSuspended } = user;
  return {
    id: user.id,
    ...(hasScope('profile') ? { lastSignInAt, createdAt, updatedAt, applicationId, isSuspended } : {}),
    ...(sees('username', 'profile') ? { username: user.username } : {}),
    ...(sees('name', 'profile') ? { name: user.name } : {}),
    ...(sees('avatar', 'profile') ? { avatar: user.avatar } : {}),
    ...(sees('profile') && (hasScope('profile') || hasScope('address'))
      ? { profile: profileOf(user.profile, access) }
      : {}),
    ...(sees('email', 'email') ? { primaryEmail: user.primaryEmail } : {}),
    ...(sees('phone', 'phone') ? { primaryPhone: user.primaryPhone } : {}),
    ...(sees('customData', scopes.customData) ? { customData: user.customData } : {}),
    ...(sees('social', scopes.identities)
      ? { identities: user.identities, ssoIdentities: await listSsoIdentities(db, user.id) }
      : {}),
    ...(sees('password') && !access.isThirdParty ? { hasPassword: user.hasPassword === true } : {}),
    ...(access.isThirdParty ? {} : { hasSecurityVerificationMethod: hasSecurityMethod(user) }),
  };
}

/** Routes of the link in the notice of a changed address. The token is the only credential. */
export function undoRoutes(scope: Scope): void {
  route(scope, addressChangesApi.inspect, { respond: ({ body, ...asked }) => inspectChange(asked, body.token) });

  route(scope, addressChangesApi.undo, {
    respond: async ({ body, ...asked }) => {
      // Without a link, so that the removed address cannot take over the account again.
      return undoChange(asked, body, (db, { userId, before, type }) =>
        notify(db, asked, { userId, before, notice: type }),
      );
    },
  });
}

const scopeOf = { name: 'profile', avatar: 'profile', username: 'profile', customData: scopes.customData } as const;

function requireAllowed(access: Access, body: UpdateAccount): void {
  for (const field of ['name', 'avatar', 'username', 'customData'] as const) {
    if (body[field] !== undefined) {
      access.requireEditable(field, scopeOf[field]);
    }
  }
}

/** People with a name from before the policy can send it back with other changes. */
async function requireGoodName(
  { app, tenantId }: { app: App; tenantId: string },
  username: string | null | undefined,
  current: string | null,
): Promise<void> {
  if (username && username !== current) {
    requireGoodUsername(await getSignInExperience(app, tenantId), username);
  }
}

export function accountRoutes(scope: Scope): void {
  route(scope, accountApi.get, {
    respond: async ({ app, tenantId, caller }) => {
      const access = await getAccess(app, tenantId, caller);
      const account = await app.tenancy.read(tenantId, async (db) =>
        showAccount(db, await getPerson(db, { caller }), access),
      );
      return hideUser(app, tenantId, caller, account);
    },
  });

  route(scope, accountApi.update, {
    prepare: async ({ app, tenantId, caller, body }) => {
      const access = await getAccess(app, tenantId, caller);
      requireAllowed(access, body);
      return access;
    },
    handle: async ({ db, body, prepared, ...asked }) => {
      const person = await getPerson(db, asked);
      const { id, customData } = person;
      if (body.username !== undefined) {
        await requireProofs(asked, db, person);
      }
      await requireGoodName(asked, body.username, person.username);
      const change = () => updateUser(db, id, body);
      const user = await (body.username === null ? keepWayIn(asked, db, id, change) : change());
      if (!user) {
        throw new AppError('auth.unauthorized');
      }
      const isSame = (field: string) => field === 'customData' && isDeepStrictEqual(body.customData, customData);
      await emitUserUpdated(
        db,
        id,
        Object.keys(body).filter((field) => !isSame(field)),
      );
      return hideUser(asked.app, asked.tenantId, asked.caller, await showAccount(db, user, prepared));
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
