import { type CreateProfileField, customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { checkField, checkName } from './check-field.ts';
import { refuseWrongFields } from './refuse-wrong-fields.ts';
import {
  deleteProfileField,
  findCustomProfileField,
  insertProfileFields,
  listCustomProfileFields,
  lockProfileFields,
  moveProfileFields,
  updateProfileField,
} from './store.ts';

async function create(db: Db, fields: CreateProfileField[]) {
  for (const field of fields) {
    checkName(field.name);
    checkField(field);
  }
  await lockProfileFields(db);
  const created = await insertProfileFields(db, fields);
  await emit(
    db,
    ...created.map(({ id, name, type }) => ({
      name: 'CustomProfileField.Created' as const,
      subjectId: id,
      data: { name, type },
    })),
  );
  return created;
}

function readRoutes(scope: Scope): void {
  route(scope, customProfileFieldsApi.list, ({ db }) => listCustomProfileFields(db));

  route(scope, customProfileFieldsApi.get, async ({ db, params: { name } }) => {
    const field = await findCustomProfileField(db, name);
    if (!field) {
      throw new AppError('entity.not_found');
    }
    return field;
  });
}

export function customProfileFieldRoutes(scope: Scope): void {
  readRoutes(scope);

  route(scope, customProfileFieldsApi.create, {
    changesSettings: true,
    handle: async ({ db, body }) => {
      const [field] = await create(db, [body]);
      if (!field) {
        throw new AppError('entity.create_failed', { values: { name: body.name } });
      }
      return field;
    },
  });

  route(scope, customProfileFieldsApi.createMany, {
    changesSettings: true,
    handle: ({ db, body }) => create(db, body),
  });

  route(scope, customProfileFieldsApi.update, {
    changesSettings: true,
    handle: async ({ db, params: { name }, body }) => {
      checkField(body);
      const field = await updateProfileField(db, name, body);
      if (!field) {
        throw new AppError('entity.not_exists', { values: { name: 'Profile field' } });
      }
      await emit(db, { name: 'CustomProfileField.Data.Updated', subjectId: field.id, data: { name } });
      return field;
    },
  });

  route(scope, customProfileFieldsApi.remove, {
    changesSettings: true,
    handle: async ({ db, params: { name } }) => {
      // Nobody may choose the field for sign-up or the account center meanwhile.
      await lockProfileFields(db);
      const id = await deleteProfileField(db, name);
      if (!id) {
        throw new AppError('entity.not_found');
      }
      await emit(db, { name: 'CustomProfileField.Deleted', subjectId: id, data: { name } });
    },
  });

  route(scope, customProfileFieldsApi.order, {
    changesSettings: true,
    handle: async ({ db, body: { order } }) => {
      await lockProfileFields(db);
      const fields = await listCustomProfileFields(db);
      refuseWrongFields(
        order.map(({ name }) => name),
        fields,
      );
      await moveProfileFields(db, order);
      const moved = new Set(order.map(({ name }) => name));
      await emit(
        db,
        ...fields
          .filter(({ name }) => moved.has(name))
          .map(({ id }) => ({
            name: 'CustomProfileField.Data.Updated' as const,
            subjectId: id,
            data: { part: 'order' },
          })),
      );
      return listCustomProfileFields(db);
    },
  });
}
