import { isTrue, type SearchQuery } from '@postern/contracts/fields';
import { factorTarget, lockableFactors } from '@postern/contracts/operations/throttle';
import { roleUsersApi } from '@postern/contracts/people/role-users';
import { type User, type UserWithHash, userSearchFields, usersApi } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import { getRole } from '#features/access/roles';
import { hasPasswordExpired, passwordExpiryOf } from '#features/experience/password-policy';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { findLockouts, throttled } from '#features/operations/throttle';
import { listSsoIdentities } from '#features/people/sso-connectors';
import type { Db } from '#platform/db/db';
import { readSort } from '#platform/db/paging';
import { readSearch } from '#platform/db/search';
import { AppError, invalidField } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { usernameFoldingOf } from '#platform/tenancy/fold-usernames';
import {
  createUser,
  createUserWithoutRoles,
  emitUserUpdated,
  mergeUserJson,
  removeUser,
  requireFound,
  suspendUsers,
} from './change-user.ts';
import { checkDigest } from './check-digest.ts';
import { checkPasswordRoutes } from './check-password.routes.ts';
import { userIdentityRoutes } from './identities.routes.ts';
import { countUsers, isWhole, listNewestUsers, listUserOrganizations, listUsers } from './list.store.ts';
import { userMfaRoutes } from './mfa.routes.ts';
import { normalizeIdentifiers } from './normalize.ts';
import {
  hashPassword,
  needsUpgrade,
  type StoredPassword,
  tidyLegacy,
  verifyDecoy,
  verifyPassword,
} from './password.ts';
import { requireHashRoom } from './queue-hashes.ts';
import {
  findCredentials,
  findPasswordHashes,
  findUser,
  markPasswordExpired,
  updateUser,
  upgradePassword,
} from './store.ts';

/** With the stored passwords, for programs that move users to another system. */
async function withHashes(db: Db, users: User[], isWanted: string | undefined): Promise<UserWithHash[]> {
  const hashes = isTrue(isWanted)
    ? await findPasswordHashes(
        db,
        users.map(({ id }) => id),
      )
    : undefined;
  return hashes ? users.map((user) => ({ ...user, ...hashes.get(user.id) })) : users;
}

/** The users with a role: the filtered list of users. */
function roleUserRoutes(scope: Scope): void {
  route(scope, roleUsersApi.list, {
    readsStandby: true,
    handle: async ({ db, params, query, page, total }) => {
      const filter = { search: readSearch(query as SearchQuery, userSearchFields), only: { roleId: params.id } };
      await getRole(db, params.id);
      if (!page) {
        // `paged: always` guarantees a page.
        return [];
      }
      const count = await countUsers(db, filter);
      total(count);
      return count === 0 ? [] : listUsers(db, filter, page);
    },
  });
}

async function passwordOf(body: {
  password?: string;
  passwordDigest?: string;
  passwordAlgorithm?: StoredPassword['method'];
}) {
  const { password, passwordDigest: digest, passwordAlgorithm: method } = body;
  if (password !== undefined && digest !== undefined) {
    throw new AppError('user.password_and_digest');
  }
  if (digest !== undefined) {
    if (!method) {
      throw new AppError('user.password_algorithm_required');
    }
    const stored = { digest: method === 'Legacy' ? tidyLegacy(digest) : digest, method };
    await checkDigest(stored);
    return stored;
  }
  return password === undefined ? undefined : hashPassword(password);
}

export function userRoutes(scope: Scope): void {
  roleUserRoutes(scope);
  checkPasswordRoutes(scope);
  userIdentityRoutes(scope);
  userMfaRoutes(scope);

  route(scope, usersApi.list, {
    readsStandby: true,
    handle: async ({ db, query, page, total }) => {
      const { excludeRoleId, excludeOrganizationId } = query;
      if (excludeRoleId && excludeOrganizationId) {
        throw invalidField(['excludeOrganizationId'], 'Use either excludeRoleId or excludeOrganizationId, not both.');
      }
      const search = readSearch(query as SearchQuery, userSearchFields);
      const filter = { search, only: query, excludeRoleId, excludeOrganizationId };
      const order = readSort(query.sort);
      if (!page) {
        // `paged: always` guarantees a page.
        return [];
      }
      const newest = isWhole(filter) && !order ? await listNewestUsers(db, page) : undefined;
      const count = newest?.total ?? (await countUsers(db, filter, { isCapped: query.count === 'capped' }));
      total(count);
      const users = newest?.users ?? (count === 0 ? [] : await listUsers(db, filter, page, order));
      return withHashes(db, users, query.includePasswordHash);
    },
  });

  route(scope, usersApi.create, {
    prepare: ({ body }) => passwordOf(body),
    handle: async ({ app, db, tenantId, body, prepared }) => {
      const { name, avatar, customData, profile } = body;
      // Users who register for the console get its default role; an administrator who creates one assigns roles.
      const create = tenantId === adminTenantId ? createUserWithoutRoles : createUser;
      const user = await create(db, app.config, tenantId, {
        ...normalizeIdentifiers(body),
        name,
        avatar,
        customData,
        profile,
        password: prepared,
      });
      await emit(db, { name: 'User.Created', subjectId: user.id });
      return user;
    },
  });

  route(scope, usersApi.get, async ({ db, params, query }) => ({
    ...requireFound(
      (await withHashes(db, [requireFound(await findUser(db, params.userId))], query.includePasswordHash))[0],
    ),
    ...(isTrue(query.includeSsoIdentities) ? { ssoIdentities: await listSsoIdentities(db, params.userId) } : {}),
  }));

  route(scope, usersApi.update, async ({ db, params, body }) => {
    if (Object.keys(body).length === 0) {
      throw new AppError('entity.invalid_input');
    }
    const { name, avatar, customData, profile } = body;
    const user = requireFound(
      await updateUser(db, params.userId, { ...normalizeIdentifiers(body), name, avatar, customData, profile }),
    );
    await emitUserUpdated(db, user.id, Object.keys(body));
    return user;
  });

  route(scope, usersApi.remove, async ({ db, params, caller }) => {
    if (caller.subject === params.userId) {
      throw new AppError('user.cannot_delete_self');
    }
    if (!(await removeUser(db, params.userId))) {
      throw new AppError('entity.not_found');
    }
  });

  route(
    scope,
    usersApi.getCustomData,
    async ({ db, params }) => requireFound(await findUser(db, params.userId)).customData,
  );

  route(scope, usersApi.patchCustomData, async ({ db, params, body }) => {
    const merged = requireFound(await mergeUserJson(db, params.userId, 'custom_data', body.customData));
    await emitUserUpdated(db, params.userId, Object.keys(body.customData).length > 0 ? ['customData'] : []);
    return merged;
  });

  route(scope, usersApi.patchProfile, async ({ db, params, body }) => {
    const merged = requireFound(await mergeUserJson(db, params.userId, 'profile', body.profile));
    await emitUserUpdated(db, params.userId, Object.keys(body.profile).length > 0 ? ['profile'] : []);
    return merged;
  });

  route(scope, usersApi.setPassword, {
    prepare: ({ body }) => hashPassword(body.password),
    handle: async ({ db, params, prepared }): Promise<User> => {
      const user = requireFound(await updateUser(db, params.userId, { password: prepared }));
      await emitUserUpdated(db, user.id, ['password']);
      return user;
    },
  });

  route(scope, usersApi.getPasswordExpiration, async ({ app, tenantId, db, params }) => {
    const user = requireFound(await findCredentials(db, { type: 'id', value: params.userId }));
    const { passwordExpiration: policy } = await getSignInExperience(app, tenantId);
    const hasPassword = user.password !== undefined;
    return {
      isEnabled: policy.enabled === true,
      hasExpired: hasPassword && hasPasswordExpired(policy, user),
      isMarked: user.isPasswordExpired,
      updatedAt: user.passwordUpdatedAt,
      expiresAt: (hasPassword && passwordExpiryOf(policy, user)) || null,
    };
  });

  route(scope, usersApi.expirePassword, {
    prepare: ({ app, tenantId }) => getSignInExperience(app, tenantId),
    handle: async ({ db, params, body, prepared }): Promise<User> => {
      const user = requireFound(await markPasswordExpired(db, params.userId, body.isExpired));
      if (body.isExpired && !prepared.passwordExpiration.enabled) {
        throw new AppError('sign_in_experiences.password_expiration_not_enabled');
      }
      await emitUserUpdated(db, user.id, ['passwordExpiration']);
      return user;
    },
  });

  route(scope, usersApi.verifyPassword, {
    prepare: async ({ app, tenantId, params, body, languages }) => {
      await requireHashRoom();
      const user = requireFound(
        await app.tenancy.read(tenantId, (db) => findCredentials(db, { type: 'id', value: params.userId })),
      );
      const { sentinelPolicy: policy } = await getSignInExperience(app, tenantId);
      const locks = { type: 'userId', value: user.id } as const;
      const guess = { target: user.id, locks, action: 'Password', policy, languages } as const;
      const right = await throttled(app, tenantId, guess, async () => {
        if (!user.password) {
          await verifyDecoy(body.password);
          return undefined;
        }
        return (await verifyPassword(body.password, user.password)) ? user.password : undefined;
      });
      if (!right) {
        throw new AppError('session.invalid_credentials');
      }
      return needsUpgrade(right) ? { from: right, to: await hashPassword(body.password) } : undefined;
    },
    handle: async ({ db, params, prepared }) => {
      if (prepared) {
        await upgradePassword(db, params.userId, prepared.from, prepared.to);
      }
    },
  });

  route(scope, usersApi.hasPassword, async ({ db, params }) => ({
    hasPassword: requireFound(await findUser(db, params.userId)).hasPassword === true,
  }));

  route(scope, usersApi.listOrganizations, async ({ db, params }) => {
    requireFound(await findUser(db, params.userId));
    return listUserOrganizations(db, params.userId);
  });

  route(scope, usersApi.listLockouts, async ({ app, tenantId, db, params }) => {
    const { id, username, primaryEmail, primaryPhone } = requireFound(await findUser(db, params.userId));
    const fold = await usernameFoldingOf(app, tenantId);
    // Listed in this order; guesses through the API count for the id.
    return findLockouts(
      db,
      [
        primaryEmail,
        primaryPhone,
        username && fold(username),
        id,
        ...lockableFactors.map((factor) => factorTarget(factor, id)),
      ].filter((target) => target !== null),
    );
  });

  route(scope, usersApi.setSuspended, async ({ db, params, body }) => {
    await suspendUsers(db, [params.userId], body.isSuspended);
    return requireFound(await findUser(db, params.userId));
  });
}
