import { type PersonalAccessToken, personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { personalAccessTokenPrefix } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError, invalidField } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { newSecret } from '#platform/secrets/ids';
import { tokenSealer, withValue } from './seal-tokens.ts';
import { deleteToken, hasUser, insertToken, listTokens, renameToken } from './store.ts';

async function requireUser(db: Db, userId: string): Promise<void> {
  if (!(await hasUser(db, userId))) {
    throw new AppError('entity.not_found');
  }
}

const emitChange = (db: Db, userId: string) =>
  emit(db, { name: 'User.PersonalAccessTokens.Updated', subjectId: userId });

async function rename(app: App, db: Db, userId: string, name: string, next: string): Promise<PersonalAccessToken> {
  const token = await renameToken(db, userId, name, next);
  if (!token) {
    throw new AppError('entity.not_found');
  }
  await emitChange(db, userId);
  return withValue(app, token);
}

async function remove(db: Db, userId: string, name: string): Promise<void> {
  if (!(await deleteToken(db, userId, name))) {
    throw new AppError('entity.not_found');
  }
  await emitChange(db, userId);
}

export function personalAccessTokenRoutes(scope: Scope): void {
  route(scope, personalAccessTokensApi.list, async ({ app, db, params }) => {
    await requireUser(db, params.userId);
    return (await listTokens(db, params.userId)).map((token) => withValue(app, token));
  });

  route(scope, personalAccessTokensApi.create, async ({ app, tenantId, db, params, body: { name, expiresAt } }) => {
    if (typeof expiresAt === 'number' && expiresAt <= Date.now()) {
      throw invalidField(['expiresAt'], 'expiresAt must be in the future.');
    }
    await requireUser(db, params.userId);
    const value = personalAccessTokenPrefix + newSecret();
    const sealer = tokenSealer(app, tenantId, params.userId);
    const token = await insertToken(db, sealer, { userId: params.userId, name, value, expiresAt });
    await emitChange(db, params.userId);
    return token;
  });

  route(scope, personalAccessTokensApi.rename, ({ app, db, params, body }) =>
    rename(app, db, params.userId, params.name, body.name),
  );

  route(scope, personalAccessTokensApi.renameByBody, ({ app, db, params, body }) =>
    rename(app, db, params.userId, body.currentName ?? body.name, body.name),
  );

  route(scope, personalAccessTokensApi.remove, ({ db, params }) => remove(db, params.userId, params.name));

  route(scope, personalAccessTokensApi.removeByBody, ({ db, params, body }) => remove(db, params.userId, body.name));
}
