import { type PersonalAccessToken, personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { personalAccessTokenPrefix } from '@postern/contracts/wire';
import type { Db } from '#platform/db';
import { AppError, invalidField } from '#platform/errors';
import { emit } from '#platform/events';
import { newSecret } from '#platform/ids';
import { route, type Scope } from '#platform/route';
import { deleteToken, hasUser, insertToken, listTokens, renameToken } from './store.ts';

async function requireUser(db: Db, userId: string): Promise<void> {
  if (!(await hasUser(db, userId))) {
    throw new AppError('entity.not_found');
  }
}

const emitChange = (db: Db, userId: string) =>
  emit(db, { name: 'User.PersonalAccessTokens.Updated', subjectId: userId });

async function rename(db: Db, userId: string, name: string, next: string): Promise<PersonalAccessToken> {
  const token = await renameToken(db, userId, name, next);
  if (!token) {
    throw new AppError('entity.not_found');
  }
  await emitChange(db, userId);
  return token;
}

async function remove(db: Db, userId: string, name: string): Promise<void> {
  if (!(await deleteToken(db, userId, name))) {
    throw new AppError('entity.not_found');
  }
  await emitChange(db, userId);
}

export function personalAccessTokenRoutes(scope: Scope): void {
  route(scope, personalAccessTokensApi.list, async ({ db, params }) => {
    await requireUser(db, params.userId);
    return listTokens(db, params.userId);
  });

  route(scope, personalAccessTokensApi.create, async ({ db, params, body: { name, expiresAt } }) => {
    if (typeof expiresAt === 'number' && expiresAt <= Date.now()) {
      throw invalidField(['expiresAt'], 'expiresAt must be in the future.');
    }
    await requireUser(db, params.userId);
    const value = personalAccessTokenPrefix + newSecret();
    const token = await insertToken(db, { userId: params.userId, name, value, expiresAt });
    await emitChange(db, params.userId);
    return token;
  });

  route(scope, personalAccessTokensApi.rename, ({ db, params, body }) =>
    rename(db, params.userId, params.name, body.name),
  );

  route(scope, personalAccessTokensApi.renameByBody, ({ db, params, body }) =>
    rename(db, params.userId, body.currentName, body.name),
  );

  route(scope, personalAccessTokensApi.remove, ({ db, params }) => remove(db, params.userId, params.name));

  route(scope, personalAccessTokensApi.removeByBody, ({ db, params, body }) => remove(db, params.userId, body.name));
}
