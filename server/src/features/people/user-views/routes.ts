import { maxUserViews, type UserView, userViewsApi } from '@postern/contracts/people/user-views';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import {
  countViewsLocked,
  deleteDefault,
  deleteDefaultsOfOthers,
  deleteView,
  findView,
  insertView,
  listViews,
  putDefault,
  updateView,
} from './store.ts';

/** A view that the user may see; does not reveal whether others have one with this id. */
async function getView(db: Db, ownerId: string, id: string): Promise<UserView> {
  const view = await findView(db, ownerId, id);
  if (!view) {
    throw new AppError('entity.not_found');
  }
  return view;
}

async function setDefault(db: Db, ownerId: string, viewId: string, isDefault: boolean | undefined): Promise<void> {
  if (isDefault !== undefined) {
    await (isDefault ? putDefault : deleteDefault)(db, ownerId, viewId);
  }
}

export function userViewRoutes(scope: Scope): void {
  route(scope, userViewsApi.list, ({ db, caller }) => listViews(db, caller.subject));

  route(scope, userViewsApi.create, async ({ db, caller: { subject }, body }) => {
    if ((await countViewsLocked(db, subject)) >= maxUserViews) {
      throw new AppError('user_view.too_many', { values: { max: maxUserViews } });
    }
    const id = await insertView(db, subject, body);
    await setDefault(db, subject, id, body.isDefault);
    return getView(db, subject, id);
  });

  route(scope, userViewsApi.update, async ({ db, caller: { subject }, params: { id }, body }) => {
    const view = await getView(db, subject, id);
    if (!view.isMine && body.isShared === false) {
      throw new AppError('user_view.not_yours');
    }
    await updateView(db, id, body);
    if (body.isShared === false) {
      await deleteDefaultsOfOthers(db, subject, id);
    }
    await setDefault(db, subject, id, body.isDefault);
    return getView(db, subject, id);
  });

  route(scope, userViewsApi.remove, async ({ db, caller, params }) => {
    await getView(db, caller.subject, params.id);
    await deleteView(db, params.id);
  });
}
