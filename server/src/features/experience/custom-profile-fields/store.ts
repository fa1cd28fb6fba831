import type {
  CreateProfileField,
  CustomProfileField,
  SaveProfileField,
} from '@postern/contracts/experience/custom-profile-fields';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { newId } from '#platform/secrets/ids';

const columns = [
  'tenant_id as tenantId',
  'id',
  'name',
  'type',
  'label',
  'description',
  'required',
  'config',
  'created_at as createdAt',
  'sie_order as sieOrder',
] as const;

export async function listCustomProfileFields(db: Db): Promise<CustomProfileField[]> {
  const rows = await db
    .selectFrom('custom_profile_fields')
    .select(columns)
    .orderBy('sie_order')
    .orderBy('name')
    .execute();
  // The contract validated type and config on write.
  return rows as CustomProfileField[];
}

export async function findCustomProfileField(db: Db, name: string): Promise<CustomProfileField | undefined> {
  const row = await db.selectFrom('custom_profile_fields').select(columns).where('name', '=', name).executeTakeFirst();
  return row as CustomProfileField | undefined;
}

/** Prevents others from adding or moving fields until the transaction ends. */
export async function lockProfileFields(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_setting('app.tenant_id') || ':profile-fields', 0))`.execute(
    db,
  );
}

const valuesOf = ({ type, label, description, required, config }: SaveProfileField) => ({
  type,
  label: label ?? '',
  description: description ?? null,
  required,
  config: JSON.stringify(config ?? {}),
});

/** Adds fields at the end of the order. The fields must be locked. */
export async function insertProfileFields(db: Db, fields: CreateProfileField[]): Promise<CustomProfileField[]> {
  const { last } = await db
    .selectFrom('custom_profile_fields')
    .select(({ fn, val }) => fn.coalesce(fn.max('sie_order'), val(0)).as('last'))
    .executeTakeFirstOrThrow();
  const rows = await db
    .insertInto('custom_profile_fields')
    .values(
      fields.map((field, index) => ({
        id: newId(),
        name: field.name,
        sie_order: last + index + 1,
        ...valuesOf(field),
      })),
    )
    .returning(columns)
    .execute();
  return rows as CustomProfileField[];
}

export async function updateProfileField(
  db: Db,
  name: string,
  field: SaveProfileField,
): Promise<CustomProfileField | undefined> {
  const row = await db
    .updateTable('custom_profile_fields')
    .set(valuesOf(field))
    .where('name', '=', name)
    .returning(columns)
    .executeTakeFirst();
  return row as CustomProfileField | undefined;
}

export async function deleteProfileField(db: Db, name: string): Promise<string | undefined> {
  const row = await db.deleteFrom('custom_profile_fields').where('name', '=', name).returning('id').executeTakeFirst();
  return row?.id;
}

export async function moveProfileFields(db: Db, order: { name: string; sieOrder: number }[]): Promise<void> {
  await sql`update custom_profile_fields set sie_order = moved.place
    from unnest(${order.map(({ name }) => name)}::text[], ${order.map(({ sieOrder }) => sieOrder)}::int[]) as moved (name, place)
    where custom_profile_fields.name = moved.name`.execute(db);
}
